import { IndexedGraph } from '../../../rdf/graph.ts';
import { readWithLibrary } from '../../../rdf/readers/readWithLibrary.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { fencedBlocks, withoutMarks, withoutThinking } from '../../../repair/llm/answer/answerWrapping.ts';
import { readLooseJson } from '../../../repair/llm/answer/readLooseJson.ts';
import { parse, type TurtleReading, type TurtleReadings } from '../../../repair/llm/answer/turtleReadings.ts';

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

interface JsonLdGraph {
  /** Of the default graph; empty when there is an error. */
  readonly triples: readonly Triple[];
  /** What is wrong with the text, in a sentence; undefined when nothing is. */
  readonly error: string | undefined;
}

/** Reads a text as JSON-LD. Nothing is fetched: a context that is elsewhere is an error. Blank nodes of two texts differ. */
async function parseJsonLd(text: string): Promise<JsonLdGraph> {
  const { graph, errors } = await readWithLibrary(
    'JSON-LD',
    { uri: `answer:jsonld${++parsed}`, version: 1, text, graphs: { unnamed: true, named: [] } },
    async () => ({ problem: 'nothing is fetched' }),
  );
  const error = errors[0]?.message;
  return { triples: error === undefined ? [...graph.triples()] : [], error };
}

let parsed = 0;

/** The graph of a Turtle file as JSON-LD: its prefixes as the context, then its nodes in their order. */
export function printJsonLd(turtle: string): string {
  const { graph, prefixes } = parse(turtle);
  // A context has no name for the empty prefix.
  const context = Object.fromEntries([...prefixes].map(([prefix, iri]) => [prefix || 'base', iri]));
  const blanks = new Map<TermId, string>();
  const short = (value: string) => {
    for (const [prefix, namespace] of Object.entries(context)) {
      const local = value.slice(namespace.length);
      if (value.startsWith(namespace) && /^[\w-]+$/.test(local)) return `${prefix}:${local}`;
    }
    return value;
  };
  const name = (id: TermId) => {
    if (terms.isIri(id)) return short(terms.value(id));
    if (!blanks.has(id)) blanks.set(id, `_:b${blanks.size}`);
    return blanks.get(id)!;
  };
  const value = (id: TermId) => {
    if (!terms.isLiteral(id)) return { '@id': name(id) };
    const text = terms.value(id);
    const language = terms.language(id);
    const datatype = terms.datatype(id)!;
    if (language !== '') return { '@value': text, '@language': language };
    return datatype === xsd.string ? text : { '@value': text, '@type': name(datatype) };
  };
  const nodes = new Map<TermId, Record<string, unknown[]>>();
  for (const { subject, predicate, object } of graph.triples()) {
    const node = nodes.get(subject) ?? {};
    nodes.set(subject, node);
    const isType = predicate === rdf.type;
    const key = isType ? '@type' : name(predicate);
    node[key] = [...(node[key] ?? []), isType ? name(object) : value(object)];
  }
  const printed = [...nodes].map(([id, properties]) => ({
    '@id': name(id),
    ...Object.fromEntries(
      Object.entries(properties).map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
    ),
  }));
  return `${JSON.stringify({ '@context': context, '@graph': printed }, null, 2)}\n`;
}
