import type { Graph } from '../../../rdf/graph.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { parse, readingNames, type TurtleReadings } from '../../../repair/llm/answer/turtleReadings.ts';
import { byReading, type TaskScores } from '../task.ts';

/** Scores of the graph that an answer states, for each reading. */
export function graphScores(readings: TurtleReadings, reference: Graph): TaskScores {
  const triples = [...reference.triples()];
  const expected = normalisedTriples(triples);
  return byReading((name) => {
    const { graph, parses, lostStatements } = readings[name];
    const found = [...graph.triples()];
    const matchedF1 = compareMatched(found, triples).f1;
    return {
      ...compareNormalised(normalisedTriples(found), expected),
      matchedF1,
      // Nodes are matched one to one, so only an isomorphic graph gets the full score.
      isomorphic: Number(matchedF1 === 1),
      parses: Number(parses),
      parsableTripleRatio: graph.size / reference.size,
      lostStatements,
    };
  }, readingNames);
}

/** The similarity of the lenient text and the best answer, as texts and as triples. */
export function textScores(
  { lenient, recovered }: TurtleReadings,
  best: { readonly text: string; readonly graph: Graph },
  question?: string,
): TaskScores {
  // White space around a text does not count.
  const expected = best.text.trim();
  const raw = sequenceRatio(lenient.text.trim(), expected);
  return {
    diffRatioRaw: raw,
    ...(question !== undefined && { diffRatio: diffRatio(raw, sequenceRatio(question.trim(), expected)) }),
    normDiffRatio: sequenceRatio(sortedLines(recovered.graph), sortedLines(best.graph)),
  };
}

/** 1 for the best text, 0 for the text of the question, below 0 for worse. */
function diffRatio(raw: number, ofQuestion: number): number {
  return (raw - ofQuestion) / (1 - ofQuestion);
}

function sortedLines(graph: Graph): string {
  return [...normalisedTriples(graph.triples())].toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
}

/**
 * Compares triples, each given once, with a reference. Each blank node is matched with at most one blank node of the
 * other graph: those with most in common are matched first, by their own statements and then by the statements that
 * refer to them. The scores are 1 for isomorphic graphs only.
 *
 * @param reference at least one triple.
 */
export function compareMatched(answer: Iterable<Triple>, reference: Iterable<Triple>): PrecisionRecall {
  const found = [...answer];
  const expected = [...reference];
  if (found.length === expected.length && isomorphic(found, expected)) return precisionRecall(1, 1, 1);
  const partners = matchBlankNodes(found, expected);
  const partner = (term: TermId) => (terms.isBlank(term) ? (partners.get(term) ?? -1) : term);
  const keys = new Set(expected.map(tripleKey));
  const hits = new Set(
    found
      .map(({ subject, predicate, object }) =>
        tripleKey({ subject: partner(subject), predicate, object: partner(object) }),
      )
      .filter((key) => keys.has(key)),
  );
  return precisionRecall(hits.size, new Set(found.map(tripleKey)).size, keys.size);
}

/** The partners of blank nodes of the first triples among those of the second. */
function matchBlankNodes(first: readonly Triple[], second: readonly Triple[]): ReadonlyMap<TermId, TermId> {
  const mine = [...signaturesOf(first)];
  const theirs = [...signaturesOf(second)];
  const pairs = mine.flatMap(([from, a], i) =>
    theirs.map(([to, b], j) => ({
      from,
      to,
      place: i * theirs.length + j,
      outgoing: common(a.outgoing, b.outgoing),
      incoming: common(a.incoming, b.incoming),
    })),
  );
  const byLikeness = pairs
    .filter(({ outgoing, incoming }) => outgoing + incoming > 0)
    .toSorted((a, b) => b.outgoing - a.outgoing || b.incoming - a.incoming || a.place - b.place);
  const partners = new Map<TermId, TermId>();
  const taken = new Set<TermId>();
  for (const { from, to } of byLikeness) {
    if (partners.has(from) || taken.has(to)) continue;
    partners.set(from, to);
    taken.add(to);
  }
  return partners;
}

interface Signature {
  readonly outgoing: Set<string>;
  readonly incoming: Set<string>;
}

function signaturesOf(triples: readonly Triple[]): ReadonlyMap<TermId, Signature> {
  const signatures = new Map<TermId, Signature>();
  const symbol = (term: TermId) => (terms.isBlank(term) ? '_' : `${term}`);
  const of = (term: TermId): Signature => {
    const known = signatures.get(term);
    if (known) return known;
    const signature = { outgoing: new Set<string>(), incoming: new Set<string>() };
    signatures.set(term, signature);
    return signature;
  };
  for (const { subject, predicate, object } of triples) {
    if (terms.isBlank(subject)) of(subject).outgoing.add(`${predicate} ${symbol(object)}`);
    if (terms.isBlank(object)) of(object).incoming.add(`${predicate} ${symbol(subject)}`);
  }
  return signatures;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
}

/**
 * The similarity of two texts from 0 to 1: twice the number of characters in matching blocks, divided by the
 * characters of both texts. The blocks are those of Ratcliff and Obershelp as Python's difflib finds them. Like
 * difflib, it neglects characters that are frequent in a second text of 200 characters or more, so that values can be
 * compared with published ones. Characters are code points, as in Python.
 */
export function sequenceRatio(first: string, second: string): number {
  const a = [...first];
  const b = [...second];
  if (a.length + b.length === 0) return 1;
  return (2 * matchingCharacters(a, b)) / (a.length + b.length);
}

interface Window {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function matchingCharacters(a: readonly string[], b: readonly string[]): number {
  const places = placesOf(b);
  const open: Window[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  let matching = 0;
  for (let window = open.pop(); window !== undefined; window = open.pop()) {
    const { at, bt, size } = longestMatch(a, b, places, window);
    if (size === 0) continue;
    matching += size;
    open.push({ ...window, aTo: at, bTo: bt }, { ...window, aFrom: at + size, bFrom: bt + size });
  }
  return matching;
}

/** The positions of each character, except for characters that are frequent in a long text. */
function placesOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, character] of b.entries()) {
    const known = places.get(character);
    if (known) known.push(i);
    else places.set(character, [i]);
  }
  if (b.length < 200) return places;
  const frequent = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= frequent));
}

/** The first of the longest blocks that both texts share within the window. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { aFrom, aTo, bFrom, bTo }: Window,
): { readonly at: number; readonly bt: number; readonly size: number } {
  let at = aFrom;
  let bt = bFrom;
  let size = 0;
  // The length of the match that ends at each position of b.
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i]!) ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) {
        at = i - length + 1;
        bt = j - length + 1;
        size = length;
      }
    }
    lengths = next;
  }
  // Frequent characters can't begin a match, but they can extend one.
  while (at > aFrom && bt > bFrom && a[at - 1] === b[bt - 1]) {
    at--;
    bt--;
    size++;
  }
  while (at + size < aTo && bt + size < bTo && a[at + size] === b[bt + size]) size++;
  return { at, bt, size };
}

/**
 * N-Triples lines without line ends, with every blank node as the same symbol. Triples that become equal count once.
 */
export type NormalisedTriples = ReadonlySet<string>;

/** @param print writes terms other than blank nodes. */
export function normalisedTriples(
  triples: Iterable<Triple>,
  print: (term: TermId) => string = termToNTriples,
): NormalisedTriples {
  const symbol = (term: TermId) => (terms.isBlank(term) ? '_:b' : print(term));
  const lines = new Set<string>();
  for (const { subject, predicate, object } of triples) {
    lines.add(`${symbol(subject)} ${symbol(predicate)} ${symbol(object)} .`);
  }
  return lines;
}

export interface Comparing {
  /** Counts an empty line as a triple of both graphs, as the published scores do. Only for comparison with them. */
  readonly compatEmptyLine?: boolean;
}

/** Compares triples with a reference that has at least one. */
export function compareNormalised(
  answer: NormalisedTriples,
  reference: NormalisedTriples,
  { compatEmptyLine = false }: Comparing = {},
): PrecisionRecall {
  const extra = compatEmptyLine ? 1 : 0;
  const hits = [...answer].filter((line) => reference.has(line)).length;
  return precisionRecall(hits + extra, answer.size + extra, reference.size + extra);
}

/** The share of the findings that is right, and the share of the right answer that was found; each from 0 to 1. */
export interface PrecisionRecall {
  /** Null if nothing was found, because the score is not defined then. */
  readonly precision: number | null;
  readonly recall: number;
  /** The harmonic mean; 0 if one of them is undefined or 0. */
  readonly f1: number;
}

/** @param expected at least 1. */
export function precisionRecall(hits: number, found: number, expected: number): PrecisionRecall {
  const precision = found === 0 ? null : hits / found;
  const recall = hits / expected;
  const f1 = precision === null || hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}

/** The scores as they were published, only for comparison with published values. */
export function compatScores(answer: string, reference: Graph): TaskScores {
  const { text, onlyTurtle } = dropLines(answer);
  const found = normalisedTriples(parse(text).graph.triples());
  const expected = normalisedTriples(reference.triples());
  const { f1 } = compareNormalised(found, expected, { compatEmptyLine: true });
  return { onlyTurtle, compatF1: f1 };
}

/** The rest of a text after the first line with an error was deleted repeatedly until there was none. */
export interface LineDropped {
  readonly text: string;
  readonly droppedLines: number;
  /** 1 if nothing was deleted, less the more characters were; white space at the ends of lines does not count. */
  readonly onlyTurtle: number;
}

/**
 * The recovery method of the published scores, only for comparison with them: each deletion moves the error, so two
 * missing characters can cost a whole file. If 100 deletions are not enough, nothing is left.
 */
export function dropLines(answer: string): LineDropped {
  const lines = answer.split('\n');
  const dropped: string[] = [];
  for (let line = lineOfError(lines); line !== undefined; line = lineOfError(lines)) {
    // A text that needs this many deletions is not Turtle, and nothing would be left in the end.
    if (dropped.length === maxDropped) dropped.push(...lines.splice(0));
    else dropped.push(...lines.splice(Math.min(line, lines.length - 1), 1));
  }
  const characters = dropped.reduce((sum, line) => sum + line.trim().length, 0);
  return { text: lines.join('\n'), droppedLines: dropped.length, onlyTurtle: 1 / (1 + characters) };
}

const maxDropped = 100;

/** The line of the first error, from 0; undefined when there is none. */
function lineOfError(lines: readonly string[]): number | undefined {
  const document = parse(lines.join('\n'));
  const [error] = document.errors;
  return error && document.lines.positionAt(error.range.start).line;
}
