import { fencedBlocks, withoutMarks, withoutThinking } from '../../llm/answer/answerWrapping.ts';
import { readLooseJson } from '../../llm/answer/readLooseJson.ts';
import type { TurtleReading, TurtleReadings } from '../../llm/answer/turtleReadings.ts';
import { IndexedGraph } from '../../rdf/graph.ts';
import { type JsonLdGraph, parseJsonLd } from './parseJsonLd.ts';

/**
 * Reads an answer that should be JSON-LD and nothing else. JSON-LD with an error is recovered where it is clear what was
 * meant: a superfluous comma, a raw line break, brackets that an early end cut off.
 */
export async function readJsonLd(answer: string): Promise<TurtleReadings> {
  const text = lenientText(answer);
  const parsed = await parseJsonLd(text);
  const loose = parsed.error === undefined ? undefined : readLooseJson(text, 0);
  return {
    strict: readingOf(answer, await parseJsonLd(answer)),
    lenient: readingOf(text, parsed),
    recovered: loose
      ? readingOf(text, await parseJsonLd(JSON.stringify(loose.value)))
      : readingOf(text, parsed),
    errors: parsed.error === undefined ? [] : [parsed.error],
  };
}

function readingOf(text: string, { triples, error }: JsonLdGraph): TurtleReading {
  const parses = error === undefined;
  return { text, parses, graph: new IndexedGraph([...triples]), lostStatements: Number(!parses) };
}

/** The longest fenced block; without any, what stands between the first bracket and the last. */
function lenientText(answer: string): string {
  const body = withoutThinking(withoutMarks(answer).trim()) ?? '';
  const blocks = [...fencedBlocks(body)].map(({ inside }) => inside);
  const [longest] = blocks.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)) || b.length - a.length);
  if (longest !== undefined) return longest;
  const start = body.search(/[[{]/);
  const end = Math.max(body.lastIndexOf(']'), body.lastIndexOf('}'));
  return start === -1 ? '' : body.slice(start, end < start ? undefined : end + 1);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The text is something else.
    return false;
  }
}
