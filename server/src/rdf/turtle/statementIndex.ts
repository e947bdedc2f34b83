import type { TermId } from '../terms.ts';
import { TripleCounts } from '../tripleCounts.ts';
import { IntList } from './intList.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import type { ChunkSlice, StatementSequence } from './statementSequence.ts';
import type {
  PropertyListNode,
  StatementVisitor,
  TermNode,
  TripleSource,
  TriplesStatement,
} from './syntaxTree.ts';
import { visitStatement } from './tapedStatement.ts';
import { TripleWalk, termsOf } from './treeWalk.ts';

/** Statements with shorter texts are searched linearly. */
const longText = 512;

/** Finds terms and triples in a statement, by an index where the statement is long. */
export interface StatementIndex {
  /** The triples with a subject, in document order. */
  triplesOf(subject: TermId): readonly TripleSource[];
  /** The `[ … ]` that stand for a term. */
  brackets(term: TermId): readonly PropertyListNode[];
  /** Where a term is written. */
  mentions(term: TermId): readonly TermNode[];
}

const longStatements = new WeakMap<TriplesStatement, StatementIndex>();

/** True for a statement that is searched by an index. */
export function isLong({ length }: Pick<TriplesStatement, 'length'>): boolean {
  return length >= longText;
}

/** The index of a statement. The index of a long statement is kept as long as the statement. */
export function indexOfStatement(statement: TriplesStatement): StatementIndex {
  if (!isLong(statement)) return new ShortStatement(statement);
  let index = longStatements.get(statement);
  if (index === undefined) {
    index = new LongStatement(statement);
    longStatements.set(statement, index);
  }
  return index;
}

class ShortStatement implements StatementIndex {
  readonly #statement: TriplesStatement;

  constructor(statement: TriplesStatement) {
    this.#statement = statement;
  }

  triplesOf(subject: TermId): readonly TripleSource[] {
    const found: TripleSource[] = [];
    const walk = new TripleWalk(this.#statement);
    while (walk.next()) if (walk.subject === subject) found.push(walk.source());
    return found;
  }

  brackets(term: TermId): readonly PropertyListNode[] {
    return this.mentions(term).filter(isBracket);
  }

  mentions(term: TermId): readonly TermNode[] {
    return termsOf(this.#statement).filter(({ id }) => id === term);
  }
}

class LongStatement implements StatementIndex {
  readonly #statement: TriplesStatement;
  #triples: ReadonlyMap<TermId, readonly TripleSource[]> | undefined;
  #nodes: ReadonlyMap<TermId, readonly TermNode[]> | undefined;

  constructor(statement: TriplesStatement) {
    this.#statement = statement;
  }

  triplesOf(subject: TermId): readonly TripleSource[] {
    this.#triples ??= triplesBySubject(this.#statement);
    return this.#triples.get(subject) ?? none;
  }

  brackets(term: TermId): readonly PropertyListNode[] {
    return this.mentions(term).filter(isBracket);
  }

  mentions(term: TermId): readonly TermNode[] {
    this.#nodes ??= nodesByTerm(this.#statement);
    return this.#nodes.get(term) ?? none;
  }
}

const none: readonly never[] = [];

function triplesBySubject(statement: TriplesStatement): ReadonlyMap<TermId, readonly TripleSource[]> {
  const bySubject = new Map<TermId, TripleSource[]>();
  const walk = new TripleWalk(statement);
  while (walk.next()) {
    const known = bySubject.get(walk.subject);
    if (known) known.push(walk.source());
    else bySubject.set(walk.subject, [walk.source()]);
  }
  return bySubject;
}

function nodesByTerm(statement: TriplesStatement): ReadonlyMap<TermId, readonly TermNode[]> {
  const byTerm = new Map<TermId, TermNode[]>();
  for (const node of termsOf(statement)) {
    const known = byTerm.get(node.id);
    if (known) known.push(node);
    else byTerm.set(node.id, [node]);
  }
  return byTerm;
}

function isBracket(node: TermNode): node is PropertyListNode {
  return node.kind === 'propertyList';
}

/**
 * Maps a term to the statements of a document in which it occurs in a certain role, in two columns: for texts that are long
 * and do not change. A `TermIndex` of each chunk would have to be asked for each term, and there are thousands of chunks.
 */
export class TermColumns {
  /** For each term, where its statements end in `#ordinals`; they start where those of the term before end. */
  readonly #ends: Int32Array;
  /** The ordinals of statements, by term and in order. */
  readonly #ordinals: Int32Array;

  /** @param visitorFor returns what calls back with the selected terms. */
  constructor(
    { slices }: Pick<StatementSequence, 'slices'>,
    visitorFor: (found: (term: TermId) => void) => StatementVisitor,
  ) {
    /** Calls back for each statement of each term, once. */
    const forEach = (visit: (term: TermId, ordinal: number) => void) => {
      const last = new TermCounts();
      let ordinal = 0;
      const visitor = visitorFor((term) => {
        // Ordinals are kept with 1 added, because 0 means none.
        if (last.at(term) === ordinal + 1) return;
        last.set(term, ordinal + 1);
        visit(term, ordinal);
      });
      for (const { chunk, first, last: end } of slices) {
        for (let number = first; number < end; number++, ordinal++) visitStatement(chunk, number, visitor);
      }
    };
    const counts = new TermCounts();
    forEach((term) => counts.set(term, counts.at(term) + 1));
    const ends = counts.data;
    let total = 0;
    for (let term = 0; term < ends.length; term++) {
      const count = ends[term]!;
      // First the start of the term, which moves to its end as it is filled.
      ends[term] = total;
      total += count;
    }
    const ordinals = new Int32Array(total);
    forEach((term, ordinal) => {
      ordinals[ends[term]!++] = ordinal;
    });
    this.#ends = ends;
    this.#ordinals = ordinals;
  }

  /** The ordinals of the statements, in order. */
  ordinals(term: TermId): readonly number[] {
    if (term >= this.#ends.length) return [];
    const start = term === 0 ? 0 : this.#ends[term - 1]!;
    return Array.from(this.#ordinals.subarray(start, this.#ends[term]!));
  }
}

/** A number for each term, 0 at first. */
class TermCounts {
  data = new Int32Array(1024);

  at(term: TermId): number {
    return this.data[term] ?? 0;
  }

  set(term: TermId, count: number): void {
    if (term >= this.data.length) {
      const larger = new Int32Array(Math.max(2 * this.data.length, term + 1));
      larger.set(this.data);
      this.data = larger;
    }
    this.data[term] = count;
  }
}

/**
 * Maps a term to the statements of a chunk in which it occurs in a certain role. The index includes statements that are
 * no longer in the document, whose terms may have been forgotten, so it must not ask the dictionary about terms.
 */
export class TermIndex {
  /** The last entry of each term. */
  readonly #last = new Map<TermId, number>();
  /** Pairs: the number of a statement and the previous entry of the term, -1 for its first. */
  readonly #entries: Int32Array;

  /** @param visitorFor returns what calls back with the selected terms. */
  constructor(chunk: ParsedChunk, visitorFor: (found: (term: TermId) => void) => StatementVisitor) {
    const entries = new IntList();
    const last = this.#last;
    let statement = 0;
    const visitor = visitorFor((term) => {
      const before = last.get(term) ?? -1;
      if (before >= 0 && entries.data[before] === statement) return;
      last.set(term, entries.length);
      entries.push(statement);
      entries.push(before);
    });
    for (; statement < chunk.count; statement++) visitStatement(chunk, statement, visitor);
    this.#entries = entries.toArray();
  }

  /** The numbers of the statements, last to first. */
  *statements(term: TermId): Iterable<number> {
    for (let entry = this.#last.get(term) ?? -1; entry >= 0; entry = this.#entries[entry + 1]!) {
      yield this.#entries[entry]!;
    }
  }
}

/** Calls back for the subjects of triples and for `[]`, which counts as described although it states nothing. */
export function describedTerms(found: (term: TermId) => void): StatementVisitor {
  return { triple: found, propertyList: found };
}

/** Calls back for all terms that are written. */
export function writtenTerms(found: (term: TermId) => void): StatementVisitor {
  return { term: found };
}

/**
 * The triples that statements state, as subject, predicate and object in turn and in document order, including those of
 * lists. A triple that is stated twice comes twice.
 */
export function statedTriples(slices: readonly ChunkSlice[]): Int32Array {
  const triples = new IntList();
  const collect: StatementVisitor = {
    triple: (subject, predicate, object) => {
      triples.pushPair(subject, predicate);
      triples.push(object);
    },
  };
  for (const { chunk, first, last } of slices) {
    for (let statement = first; statement < last; statement++) visitStatement(chunk, statement, collect);
  }
  return triples.toArray();
}

/** True when both lists contain the same triples equally often. */
export function areSameTriples(left: Int32Array, right: Int32Array): boolean {
  if (left.length !== right.length) return false;
  if (left.every((term, at) => term === right[at])) return true;
  const counts = new TripleCounts();
  for (let at = 0; at < left.length; at += 3) {
    counts.add(left[at]!, left[at + 1]!, left[at + 2]!, 1);
    counts.add(right[at]!, right[at + 1]!, right[at + 2]!, -1);
  }
  let same = true;
  counts.forEach(() => {
    same = false;
  });
  return same;
}
