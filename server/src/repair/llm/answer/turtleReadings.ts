import { type Graph, IndexedGraph } from '../../../rdf/graph.ts';
import type { Triple } from '../../../rdf/terms.ts';
import { type Statement, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { fencedBlocks, withoutMarks, withoutThinking } from './answerWrapping.ts';

/** How an answer is read. Each reading overlooks more than the one before. */
export const readingNames = ['strict', 'lenient', 'recovered'] as const;
export type ReadingName = (typeof readingNames)[number];

/** The Turtle in an answer according to one of the readings. */
export interface TurtleReading {
  readonly text: string;
  /** True when there is no syntax error. */
  readonly parses: boolean;
  /** What the text states. Empty if the reading accepts only Turtle without errors, and the text has errors. */
  readonly graph: Graph;
  /** The number of statements that could not be read in full. */
  readonly lostStatements: number;
}

export interface TurtleReadings {
  /** The text as it is. */
  readonly strict: TurtleReading;
  /** Without what surrounds the Turtle: marks, reasoning, fences, sentences. */
  readonly lenient: TurtleReading;
  /** As the lenient reading, with everything that can be read of Turtle with errors. */
  readonly recovered: TurtleReading;
  /** The errors of the lenient reading, in sentences with the line. */
  readonly errors: readonly string[];
}

/** Reads an answer that should be Turtle and nothing else. */
export function readTurtle(answer: string): TurtleReadings {
  return readings(withoutErrors(parse(answer)), answer);
}

/** Reads an answer that should be one fenced block of Turtle and nothing else. */
export function readFencedTurtle(answer: string): TurtleReadings {
  const [, inside] = /^```[\w/+.-]*\n((?:(?!```)[\s\S])*)```$/.exec(answer.trim()) ?? [];
  const strict = withoutErrors(parse(inside ?? answer));
  return readings(inside === undefined ? { ...strict, parses: false, graph: graphOf([]) } : strict, answer);
}

function readings(strict: TurtleReading, answer: string): TurtleReadings {
  const document = parse(lenientText(answer));
  return {
    strict,
    lenient: withoutErrors(document),
    recovered: { ...readingOf(document), graph: graphOf(completeStatements(document)) },
    errors: document.errors.map(({ range, message }) => {
      const { line } = document.lines.positionAt(range.start);
      return `Line ${line + 1}: ${message}`;
    }),
  };
}

/** Parses a text as Turtle. Blank nodes of two texts are never the same. */
export function parse(text: string): TurtleDocument {
  return new TurtleDocument(`answer:${++parsed}`, 1, text);
}

let parsed = 0;

function withoutErrors(document: TurtleDocument): TurtleReading {
  const reading = readingOf(document);
  return { ...reading, graph: graphOf(reading.parses ? document.statements : []) };
}

function readingOf(document: TurtleDocument): Omit<TurtleReading, 'graph'> {
  const { text, errors, statements } = document;
  return {
    text,
    parses: errors.length === 0,
    lostStatements: statements.length - completeStatements(document).length,
  };
}

/**
 * The statements that were read from the first token to the last. A statement that lacks only its dot is included;
 * what a statement with an error inside was meant to say is unknown.
 */
function completeStatements({ statements, errors }: TurtleDocument): readonly Statement[] {
  return statements.filter((statement) => {
    if (statement.kind !== 'triples' || !statement.damaged) return statement.kind !== 'skipped';
    const { start, end } = statementRange(statement);
    return !errors.some(({ range }) => range.start >= start && range.start < end);
  });
}

function graphOf(statements: readonly Statement[]): Graph {
  const triples: Triple[] = [];
  for (const statement of statements) {
    if (statement.kind !== 'triples') continue;
    statement.visit({ triple: (subject, predicate, object) => triples.push({ subject, predicate, object }) });
  }
  return new IndexedGraph(triples);
}

function lenientText(answer: string): string {
  const body = withoutThinking(withoutMarks(answer).trim()) ?? '';
  const blocks = [...fencedBlocks(body)].map(({ inside }) => inside);
  // If a fence is closed but never opened, what precedes it is the block.
  const closed = closedOnly(body);
  if (closed !== undefined) return closed;
  if (blocks.length > 0) return longest(blocks.filter(isTurtle)) ?? longest(blocks)!;
  return withoutProse(body);
}

function isTurtle(text: string): boolean {
  return parse(text).errors.length === 0;
}

function longest(texts: readonly string[]): string | undefined {
  return texts.reduce<string | undefined>(
    (best, text) => (best === undefined || text.length > best.length ? text : best),
    undefined,
  );
}

function closedOnly(body: string): string | undefined {
  const [fence, ...others] = body.matchAll(/^[^\S\n]*(?:`{3,}|~{3,})/gm);
  if (fence === undefined || others.length > 0) return undefined;
  const before = body.slice(0, fence.index).trim();
  return startOf(before) === 0 ? before : undefined;
}

/**
 * Cuts off sentences before the first line that looks like Turtle and, if the rest does not parse, after the last
 * such line.
 */
function withoutProse(body: string): string {
  const text = body.slice(startOf(body) ?? 0);
  return isTurtle(text) ? text : withoutRemarks(text);
}

/** The start of the first line that looks like Turtle; undefined when there is none. */
function startOf(text: string): number | undefined {
  const declared = declaredPrefixes(text);
  let start = 0;
  for (const line of text.split('\n')) {
    if (looksLikeTurtle(line, declared)) return start;
    start += line.length + 1;
  }
  return undefined;
}

function looksLikeTurtle(line: string, declared: ReadonlySet<string>): boolean {
  if (/^\s*(?:@prefix\b|@base\b|PREFIX\s+\S*:|BASE\s*<|<[^\s<>]*>|_:\w|\[)/i.test(line)) return true;
  // `Note: …` is not a prefixed name.
  const [, prefix] = /^\s*([\p{L}\w.-]*):[^\s/]/u.exec(line) ?? [];
  return prefix !== undefined && (prefix === '' || declared.has(prefix));
}

function declaredPrefixes(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/prefix\s+([^\s:<]*):/gi)].map(([, prefix]) => prefix!));
}

/** Removes text after the last statement. */
function withoutRemarks(text: string): string {
  const declared = declaredPrefixes(text);
  const { statements } = parse(text);
  const last = statements.findLast((statement) => {
    if (statement.kind !== 'skipped' && !(statement.kind === 'triples' && statement.damaged)) return true;
    return looksLikeTurtle(text.slice(statement.start).split('\n', 1)[0]!, declared);
  });
  if (last === undefined || last === statements.at(-1)) return text;
  return text.slice(0, statementRange(last).end);
}
