import { IndexedGraph } from '../../../rdf/graph.ts';
import { isJson } from '../../../rdf/literals/lexicalForms.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { readWithLibrary } from '../../../rdf/readers/readWithLibrary.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { fencedBlocks, withoutMarks, withoutThinking } from '../../../repair/llm/answer/answerWrapping.ts';
import { readLooseJson } from '../../../repair/llm/answer/readLooseJson.ts';
import {
  parse,
  readTurtle,
  type TurtleReading,
  type TurtleReadings,
} from '../../../repair/llm/answer/turtleReadings.ts';

/**
 * Reads an answer that should be JSON-LD and nothing else. JSON-LD with an error is recovered where it is clear what was
 * meant: a superfluous comma, a raw line break, brackets that an early end cut off.
 */
async function readJsonLd(answer: string): Promise<TurtleReadings> {
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

/** The longest fenced block; without any, the text between the first bracket and the last. */
function lenientText(answer: string): string {
  const body = withoutThinking(withoutMarks(answer).trim()) ?? '';
  const blocks = [...fencedBlocks(body)].map(({ inside }) => inside);
  const [longest] = blocks.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)) || b.length - a.length);
  if (longest !== undefined) return longest;
  const start = body.search(/[[{]/);
  const end = Math.max(body.lastIndexOf(']'), body.lastIndexOf('}'));
  return start === -1 ? '' : body.slice(start, end < start ? undefined : end + 1);
}

interface JsonLdGraph {
  /** The triples of the default graph; empty when there is an error. */
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
function printJsonLd(turtle: string): string {
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

/** How graphs are written in questions and answers. */
export const graphSyntaxes = ['turtle', 'ntriples', 'jsonld'] as const;
export type GraphSyntax = (typeof graphSyntaxes)[number];

interface SyntaxFacts {
  /** For people and models. */
  readonly name: string;
  /** A graph that is given as Turtle. */
  print(turtle: string): string;
  /** Reads an answer that should be a graph and nothing else. */
  read(answer: string): Promise<TurtleReadings>;
  /** A graph that was printed, with two syntax errors that everybody can correct. */
  withErrors(printed: string): string;
}

export const syntaxFacts: Readonly<Record<GraphSyntax, SyntaxFacts>> = {
  turtle: {
    name: 'Turtle',
    print: (turtle) => turtle,
    read: async (answer) => readTurtle(answer),
    // The dot at the end of line 9 and the first semicolon of line 16.
    withErrors: (printed) =>
      withLines(printed, { 8: (line) => line.replace(/\.$/, ''), 15: (line) => line.replace(' ;', '') }),
  },
  ntriples: {
    name: 'N-Triples',
    print: printNTriples,
    read: async (answer) => readNTriples(answer),
    // The dot at the end of line 9, and the token that closes the predicate of line 16.
    withErrors: (printed) =>
      withLines(printed, { 8: (line) => line.replace(/ \.$/, ''), 15: (line) => line.replace('> ', ' ') }),
  },
  jsonld: {
    name: 'JSON-LD',
    print: printJsonLd,
    read: readJsonLd,
    // The first comma after line 9, and the first quotation mark after line 16.
    withErrors(printed) {
      const lines = printed.split('\n');
      const comma = lines.findIndex((line, i) => i >= 8 && line.endsWith(','));
      const quote = lines.findIndex((line, i) => i >= 15 && i !== comma && line.includes('"'));
      return withLines(printed, {
        [comma]: (line) => line.slice(0, -1),
        [quote]: (line) => line.replace('"', ''),
      });
    },
  },
};

/** Remarks about Turtle, reworded for another syntax. */
export function inSyntax(words: string, syntax: GraphSyntax): string {
  return syntax === 'turtle' ? words : words.replace(/\bturtle\b/gi, syntaxFacts[syntax].name);
}

function withLines(text: string, changes: Readonly<Record<number, (line: string) => string>>): string {
  return text
    .split('\n')
    .map((line, i) => changes[i]?.(line) ?? line)
    .join('\n');
}

/** The triples of a Turtle file in its order, one per line. */
function printNTriples(turtle: string): string {
  const { graph } = parse(turtle);
  // The labels within the process are different each time.
  const labels = new Map<TermId, string>();
  const text = (id: TermId) => {
    if (!terms.isBlank(id)) return termToNTriples(id);
    if (!labels.has(id)) labels.set(id, `_:b${labels.size}`);
    return labels.get(id)!;
  };
  const lines = [...graph.triples()].map(({ subject, predicate, object }) =>
    [subject, predicate, object].map(text).join(' '),
  );
  return `${lines.join(' .\n')} .\n`;
}

const iri = String.raw`<[A-Za-z][\w+.-]*:(?:[^\x00-\x20<>"{}|^\x60\\]|\\u[\dA-Fa-f]{4}|\\U[\dA-Fa-f]{8})*>`;
const blank = String.raw`_:[\p{L}\d_](?:[\p{L}\d_.-]*[\p{L}\d_-])?`;
const literal = String.raw`"(?:[^"\\\n\r]|\\[tbnrf"'\\]|\\u[\dA-Fa-f]{4}|\\U[\dA-Fa-f]{8})*"(?:\^\^${iri}|@[A-Za-z]+(?:-[A-Za-z\d]+)*)?`;
const statement = new RegExp(
  String.raw`^\s*(?:(?:${iri}|${blank})\s*${iri}\s*(?:${iri}|${blank}|${literal})\s*\.\s*)?(?:#.*)?$`,
  'u',
);

/**
 * Reads an answer that should be N-Triples and nothing else: each line separately, so that one error costs only one line.
 */
function readNTriples(answer: string): TurtleReadings {
  const { strict, lenient } = readTurtle(answer);
  const lines = lenient.text.split('\n');
  return {
    strict: wholeReading(strict.text),
    lenient: wholeReading(lenient.text),
    recovered: {
      text: lenient.text,
      parses: lines.every(isStatement),
      graph: parse(lines.filter(isStatement).join('\n')).graph,
      lostStatements: lines.filter((line) => !isStatement(line)).length,
    },
    errors: lines.flatMap((line, i) =>
      isStatement(line) ? [] : [`Line ${i + 1}: this is not a statement of N-Triples.`],
    ),
  };
}

function wholeReading(text: string): TurtleReading {
  const lost = text.split('\n').filter((line) => !isStatement(line)).length;
  return {
    text,
    parses: lost === 0,
    graph: lost === 0 ? parse(text).graph : new IndexedGraph([]),
    lostStatements: lost,
  };
}

function isStatement(line: string): boolean {
  return statement.test(line);
}
