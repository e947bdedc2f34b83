import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { type Statement, statementRange } from '../../turtle/syntaxTree.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { fencedBlocks, withoutMarks, withoutThinking } from './answerWrapping.ts';

/** How an answer is read. Each of these overlooks more than the one before. */
export const readingNames = ['strict', 'lenient', 'recovered'] as const;
export type ReadingName = (typeof readingNames)[number];

/** Turtle in an answer, as one of the readings sees it. */
export interface TurtleReading {
  readonly text: string;
  /** Without any error. */
  readonly parses: boolean;
  /** What the text states; nothing where the reading takes Turtle without errors only and there are some. */
  readonly graph: Graph;
  /** Statements that could not be read, or not as a whole. */
  readonly lostStatements: number;
}

export interface TurtleReadings {
  /** The text as it is. */
  readonly strict: TurtleReading;
  /** Without what stands around the Turtle: marks, thoughts, fences, sentences. */
  readonly lenient: TurtleReading;
  /** The lenient one with what can be read of Turtle that has errors. */
  readonly recovered: TurtleReading;
  /** What is wrong with the lenient reading, in sentences with the line. */
  readonly errors: readonly string[];
}

/** Reads an answer that is to be Turtle and nothing else. */
export function readTurtle(answer: string): TurtleReadings {
  return readings(withoutErrors(parse(answer)), answer);
}

/** Reads an answer that is to be one fenced block of Turtle and nothing else. */
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

/** A text as Turtle. Blank nodes of two of them are never the same. */
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
 * The statements that were read from the first token to the last. One that lacks its dot is among them; of one with an
 * error inside, nobody knows what it was to state.
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
  // A fence that is only closed makes what comes before it the block.
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

/** Cuts sentences before the first line that looks like Turtle and, where that does not parse, after the last one. */
function withoutProse(body: string): string {
  const text = body.slice(startOf(body) ?? 0);
  return isTurtle(text) ? text : withoutRemarks(text);
}

/** Where the first line starts that looks like Turtle; undefined when there is none. */
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
  // `Note: …` is no name with a prefix.
  const [, prefix] = /^\s*([\p{L}\w.-]*):[^\s/]/u.exec(line) ?? [];
  return prefix !== undefined && (prefix === '' || declared.has(prefix));
}

function declaredPrefixes(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/prefix\s+([^\s:<]*):/gi)].map(([, prefix]) => prefix!));
}

/** Takes away what stands behind the last statement and is none. */
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
