import type { Lexer } from './lexer.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import { behindTerm, lengths, predicateHeader, type Tape, tag } from './tape.ts';

/** A format that is read beside Turtle. */
export interface TextFormat {
  readonly name: 'N-Triples' | 'N-Quads' | 'TriG';
  /** The selected graphs; all when undefined. */
  readonly chosen: GraphChoice | undefined;
}

export type FormatWithGraphs = 'N-Quads' | 'TriG';

export interface GraphChoice {
  /** True when statements without a graph are selected. */
  readonly unnamed: boolean;
  /** IRIs. */
  readonly named: readonly string[];
}

/** The format according to the name of a file; undefined for Turtle. */
export function textFormatOf(uri: string, chosen?: GraphChoice): TextFormat | undefined {
  if (/\.(?:nq|nquads)(?:\.gz)?$/i.test(uri)) return graphsFormat('N-Quads', chosen);
  if (/\.trig(?:\.gz)?$/i.test(uri)) return graphsFormat('TriG', chosen);
  return /\.(?:nt|ntriples)(?:\.gz)?$/i.test(uri) ? allGraphs['N-Triples'] : undefined;
}

/** A format with named graphs. */
export function graphsFormat(name: FormatWithGraphs, chosen: GraphChoice | undefined): TextFormat {
  return chosen ? { name, chosen } : allGraphs[name];
}

/** True for formats whose statements are lines of whole terms, without Turtle's abbreviations. */
export function isOfLines(format: TextFormat | undefined): format is TextFormat {
  return format !== undefined && format.name !== 'TriG';
}

const allGraphs = {
  'N-Quads': { name: 'N-Quads', chosen: undefined },
  'N-Triples': { name: 'N-Triples', chosen: undefined },
  TriG: { name: 'TriG', chosen: undefined },
} as const satisfies Record<TextFormat['name'], TextFormat>;

/** The error of a directive; the lexer is at its first token. */
export function directiveProblem({ name }: TextFormat, { start, end, slice }: Lexer): TurtleSyntaxError {
  return {
    range: { start, end },
    message: `${name} has no ${slice}. Write IRIs in full, or name the file as Turtle (.ttl).`,
  };
}

/**
 * Syntax that only Turtle has, in a statement that is complete except for its dot: shorthands, brackets, lists of
 * predicates and objects.
 *
 * @param at where the statement starts on the tape.
 * @param codes the units of the text, in which the statement starts at `start`.
 * @returns the first such problem; undefined where the statement is a line of the format.
 * @see https://www.w3.org/TR/n-quads/#sec-grammar
 */
export function lineProblem(
  { name }: TextFormat,
  tape: Tape,
  at: number,
  { codes, start }: { readonly codes: Uint16Array; readonly start: number },
): TurtleSyntaxError | undefined {
  const { data } = tape;
  const problem = (position: number, end: number, message: string): TurtleSyntaxError => ({
    range: { start: start + position, end: start + end },
    message: `${name} has no ${message}`,
  });
  const verb = at + 4 + predicateHeader;
  const object = verb + 5;
  const pending = [object, verb, at];
  for (let term = pending.pop(); term !== undefined; term = pending.pop()) {
    const found = term < tape.length ? shorthands[data[term]!] : undefined;
    if (found !== undefined) return problem(data[term + 1]!, data[term + 2]!, found);
    if (data[term] !== tag.tripleTerm || term >= tape.length) continue;
    const end = behindTerm(data, tape.origin, term);
    for (let part = term + lengths[tag.tripleTerm]; part < end; part = behindTerm(data, tape.origin, part))
      pending.push(part);
  }
  const from = data[object + 1]!;
  const quote = codes[start + from]!;
  if (
    quote === 0x27 ||
    (quote === 0x22 && codes[start + from + 1] === quote && codes[start + from + 2] === quote)
  )
    return problem(from, data[object + 4]!, `such quotes. Write "…", with \\n for a line end.`);
  const comma = data[object - 1]!;
  if (comma >= 0) return problem(comma, comma + 1, "','. Write a statement for each object.");
  const next = behindTerm(data, tape.origin, object);
  if (next === tape.length) return undefined;
  if (data[next + 1] === tag.annotation)
    return problem(data[next + 2]!, data[next + 3]!, 'annotations. Write a statement with rdf:reifies.');
  const semicolon = data[next]!;
  return problem(semicolon, semicolon + 1, "';'. Write a statement for each predicate.");
}

const shorthands: Readonly<Record<number, string>> = {
  [tag.a]: "'a'. Write <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>.",
  [tag.number]: 'numbers without quotes. Write the value in quotes, with ^^ and its datatype.',
  [tag.boolean]: 'true and false without quotes. Write the value in quotes, with ^^ and its datatype.',
  [tag.propertyList]: 'brackets. Give the blank node a label, such as _:b1.',
  [tag.reifiedTriple]: 'reified triples. Write a statement with rdf:reifies and the triple term <<( … )>>.',
  [tag.collection]: 'lists in brackets. Write each cell with rdf:first and rdf:rest.',
};
