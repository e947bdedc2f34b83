import { IndexedGraph } from '../../../rdf/graph.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import {
  parse,
  readTurtle,
  type TurtleReading,
  type TurtleReadings,
} from '../../../repair/llm/answer/turtleReadings.ts';
import { printJsonLd, readJsonLd } from './jsonLd.ts';

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
    // The dot at the end of line 9, and what closes the predicate of line 16.
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

/** Words about Turtle, said of another syntax. */
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

/** Reads an answer that should be N-Triples and nothing else: each line by itself, so that one error costs one line. */
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
