import { readTurtle, type TurtleReadings } from '../../llm/answer/turtleReadings.ts';
import { printJsonLd, readJsonLd } from './jsonLd.ts';
import { printNTriples, readNTriples } from './nTriples.ts';

/** How graphs are written in questions and answers. */
export const graphSyntaxes = ['turtle', 'ntriples', 'jsonld'] as const;
export type GraphSyntax = (typeof graphSyntaxes)[number];

export interface SyntaxFacts {
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
