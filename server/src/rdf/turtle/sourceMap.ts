import { lazy } from '../../base/lazy.ts';
import { containsOrTouches, type TextRange } from '../../base/textRange.ts';
import type { TermId, Triple } from '../terms.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import {
  describedTerms,
  indexOfStatement,
  isLong,
  statedTriples,
  TermColumns,
  TermIndex,
  writtenTerms,
} from './statementIndex.ts';
import type { StatementSequence } from './statementSequence.ts';
import type { PredicateNode, Statement, TermNode, TripleSource, TriplesStatement } from './syntaxTree.ts';
import { TapedStatement, visitStatement } from './tapedStatement.ts';
import { subterms, TripleWalk } from './treeWalk.ts';
import {
  type TermForm,
  visitWrittenTerms,
  type WantedTerms,
  type WrittenTerm,
  writtenSubject,
} from './writtenTerms.ts';

/** A place where a term is described: the subject of a statement, or a `[ … ]`. */
export interface SubjectBlock {
  readonly statement: TriplesStatement;
  readonly subject: TermNode;
  readonly predicates: readonly PredicateNode[];
}

/** Whether statements describe a term, or mention it. */
type Role = 'describing' | 'mentioning';

/** The statements of a long text, for each term. */
type Columns = Readonly<Record<Role, () => TermColumns>>;

/** A place where a term is written. */
export interface Mention {
  readonly statement: TriplesStatement;
  readonly node: TermNode;
}

/**
 * Maps the graph to the text: finds where each triple and term of a document is written. Indexes are built on first
 * use, once for all versions of a document. They lead to statements only; within these, the search is linear.
 */
export class SourceMap {
  readonly #statements: StatementSequence;
  readonly #at: (ordinal: number) => Statement;
  readonly #columns: Columns | undefined;
  /** For subjects with many triples that were looked up before: where the triples are stated. */
  readonly #manyTriples = new Map<TermId, SourcesByPredicate>();
  /** For long statements whose terms were looked up before, by ordinal. */
  readonly #longStatements = new Map<
    number,
    { lookUps: number; byTerm?: ReadonlyMap<TermId, readonly WrittenTerm[]> }
  >();

  /**
   * @param columns of a text that is long and does not change.
   * @param at gives the statement with an ordinal.
   */
  private constructor(
    statements: StatementSequence,
    columns: Columns | undefined,
    at: (ordinal: number) => Statement = (ordinal) => statements.at(ordinal),
  ) {
    this.#statements = statements;
    this.#columns = columns;
    this.#at = at;
  }

  static of(statements: StatementSequence): SourceMap {
    return new SourceMap(statements, undefined);
  }

  /**
   * For a text that is long and does not change: indexes span all of it, so that a term is found as fast as in a short one.
   */
  static ofLong(statements: StatementSequence): SourceMap {
    return new SourceMap(statements, {
      describing: lazy(() => new TermColumns(statements, describedTerms)),
      mentioning: lazy(() => new TermColumns(statements, writtenTerms)),
    });
  }

  /**
   * Builds the index that finds triples, which takes a while for a long text. Otherwise it is built when it is first
   * needed.
   */
  prepare(): void {
    this.#columns?.describing();
  }

  /**
   * A source map with its own statements, which are released with it, for looking up many things once. Otherwise, the nodes
   * of a statement stay in memory as long as the document.
   */
  forOnce(): SourceMap {
    const long = new Map<number, Statement>();
    let last: { readonly ordinal: number; readonly statement: Statement } | undefined;
    return new SourceMap(this.#statements, this.#columns, (ordinal) => {
      const known = last?.ordinal === ordinal ? last.statement : long.get(ordinal);
      const statement = known ?? this.#statements.copyAt(ordinal);
      last = { ordinal, statement };
      if (known === undefined && isLong(statement)) long.set(ordinal, statement);
      return statement;
    });
  }

  /** The same as `triples`, as subject, predicate and object in turn. */
  flatTriples(): Int32Array {
    return statedTriples(this.#statements.slices);
  }

  /** All triples in document order, including those of lists; a triple that is stated twice comes twice. */
  *triples(): Iterable<Triple> {
    const triples = this.flatTriples();
    for (let at = 0; at < triples.length; at += 3) {
      yield { subject: triples[at]!, predicate: triples[at + 1]!, object: triples[at + 2]! };
    }
  }

  /** The same with the nodes that state the triples. The nodes of the statements are not kept. */
  *tripleSources(): Iterable<TripleSource> {
    for (let ordinal = 0; ordinal < this.#statements.length; ordinal++) {
      const statement = this.#statements.copyAt(ordinal);
      if (statement.kind !== 'triples') continue;
      const walk = new TripleWalk(statement);
      while (walk.next()) yield walk.source();
    }
  }

  /** Calls back with every term that a statement contains or represents, possibly repeatedly. */
  forTerms(visit: (term: TermId) => void): void {
    const triple = (subject: TermId, predicate: TermId, object: TermId) => {
      visit(subject);
      visit(predicate);
      visit(object);
    };
    for (const { chunk, first, last } of this.#statements.slices) {
      for (let i = first; i < last; i++) visitStatement(chunk, i, { term: visit, triple });
    }
  }

  /** Everywhere a triple is stated, in document order. */
  occurrences(triple: Triple): readonly TripleSource[] {
    const { subject, predicate, object } = triple;
    const known = this.#manyTriples.get(subject);
    if (known) return known.get(predicate)?.get(object) ?? none;
    const sources = this.#find(subject, 'describing').flatMap((statement) =>
      indexOfStatement(statement).triplesOf(subject),
    );
    if (sources.length > fewTriples) this.#manyTriples.set(subject, byPredicateAndObject(sources));
    return sources.filter(({ triple }) => triple.object === object && triple.predicate === predicate);
  }

  /** Where a term is described: the statements with it as their subject, in order, then its `[ … ]`. */
  blocks(subject: TermId): readonly SubjectBlock[] {
    const outer: SubjectBlock[] = [];
    const inner: SubjectBlock[] = [];
    for (const statement of this.#find(subject, 'describing')) {
      if (statement.subject.id === subject) {
        outer.push({ statement, subject: statement.subject, predicates: statement.predicates });
      }
      for (const node of indexOfStatement(statement).brackets(subject)) {
        inner.push({ statement, subject: node, predicates: node.predicates });
      }
    }
    return [...outer, ...inner];
  }

  /** Everywhere a term is written, in document order, including datatypes and the keyword `a`. */
  mentions(term: TermId): readonly Mention[] {
    const found: Mention[] = [];
    for (const statement of this.#find(term, 'mentioning')) {
      for (const node of indexOfStatement(statement).mentions(term)) found.push({ statement, node });
    }
    return found;
  }

  /** The same with the role of the term in its statement. Creates no nodes, so that common terms are found quickly. */
  written(term: TermId): readonly WrittenTerm[] {
    return this.#written(term, this.#ordinals(term, 'mentioning'));
  }

  /** Where a term is written first. */
  firstWritten(term: TermId): WrittenTerm | undefined {
    return this.#written(term, this.#ordinals(term, 'mentioning').slice(0, 1))[0];
  }

  /** The subjects and `[ … ]` that represent a term, in document order: where statements describe it. */
  described(term: TermId): readonly WrittenTerm[] {
    return this.#written(term, this.#ordinals(term, 'describing')).filter(
      ({ role, form }) => role === 'subject' || role === 'reifier' || describing.has(form),
    );
  }

  #written(term: TermId, ordinals: readonly number[]): readonly WrittenTerm[] {
    const found: WrittenTerm[] = [];
    for (const ordinal of ordinals) {
      const { chunk, number, shift } = this.#statements.placeOf(ordinal);
      const isLong = chunk.tapeStart(number + 1) - chunk.tapeStart(number) > longTape;
      const byTerm = isLong ? this.#writtenInLong(ordinal) : undefined;
      if (byTerm) found.push(...(byTerm.get(term) ?? none));
      else visitWrittenTerms(chunk, number, shift, (each) => found.push(each), { id: term });
    }
    return found;
  }

  /** The terms of a long statement, from the second look-up on, so that one for each of its terms is not quadratic. */
  #writtenInLong(ordinal: number): ReadonlyMap<TermId, readonly WrittenTerm[]> | undefined {
    const known = this.#longStatements.get(ordinal) ?? { lookUps: 0 };
    this.#longStatements.set(ordinal, known);
    if (known.lookUps++ === 0) return undefined;
    if (known.byTerm === undefined) {
      const { chunk, number, shift } = this.#statements.placeOf(ordinal);
      const byTerm = new Map<TermId, WrittenTerm[]>();
      visitWrittenTerms(chunk, number, shift, (each) => {
        const same = byTerm.get(each.id);
        if (same) same.push(each);
        else byTerm.set(each.id, [each]);
      });
      known.byTerm = byTerm;
    }
    return known.byTerm;
  }

  /** Calls back for the wanted terms of the statements that share a character with a range, or of all, in order. */
  forWritten(range: TextRange | undefined, visit: (term: WrittenTerm) => void, wanted?: WantedTerms): void {
    for (const { chunk, first, last, from, to, shift } of this.#statements.slices) {
      if (range && (to + shift <= range.start || from + shift >= range.end)) continue;
      const start = range ? Math.max(first, chunk.statementBefore(range.start - shift)) : first;
      for (let number = start; number < last; number++) {
        if (range && chunk.start(number) + shift >= range.end) break;
        visitWrittenTerms(chunk, number, shift, visit, wanted);
      }
    }
  }

  /** The subjects of the statements, in order, each with the text of its statement. Creates no nodes. */
  *subjects(): Iterable<{ readonly subject: WrittenTerm; readonly range: TextRange }> {
    for (const { chunk, first, last, shift } of this.#statements.slices) {
      for (let number = first; number < last; number++) {
        const subject = writtenSubject(chunk, number, shift);
        if (!subject) continue;
        yield { subject, range: { start: chunk.start(number) + shift, end: chunk.end(number) + shift } };
      }
    }
  }

  /** The innermost term at an offset of the text. Between two adjacent terms, the one that starts there. */
  termAt(offset: number): Mention | undefined {
    const statement = this.statementAt(offset);
    if (statement?.kind !== 'triples') return undefined;
    const relative = offset - statement.start;
    let node: TermNode | undefined;
    let parts: readonly TermNode[] = subterms(statement);
    while (parts.length > 0) {
      const inner = partAt(parts, relative);
      if (inner === undefined) break;
      node = inner;
      parts = subterms(inner);
    }
    return node && { statement, node };
  }

  /** The statement at an offset of the text. Between two adjacent statements, the one that starts there. */
  statementAt(offset: number): Statement | undefined {
    const ordinal = this.#statements.before(offset);
    return ordinal < 0 || offset > this.#statements.end(ordinal) ? undefined : this.#statements.at(ordinal);
  }

  /**
   * Where a statement of another version of the document starts in this one; undefined when an edit in between has
   * touched it.
   */
  startOf(statement: Statement): number | undefined {
    if (!(statement instanceof TapedStatement)) return undefined;
    const ordinal = statement.ordinalIn(this.#statements);
    return ordinal === undefined ? undefined : this.#statements.start(ordinal);
  }

  /** The statements that an index lists for a term, in document order. */
  #find(term: TermId, role: Role): readonly TriplesStatement[] {
    return this.#ordinals(term, role)
      .map((ordinal) => this.#at(ordinal))
      .filter((statement) => statement.kind === 'triples');
  }

  #ordinals(term: TermId, role: Role): readonly number[] {
    if (this.#columns) return this.#columns[role]().ordinals(term);
    const indexOf = indexes[role];
    const ordinals: number[] = [];
    for (const chunk of this.#statements.chunks) {
      for (const number of indexOf(chunk).statements(term)) {
        const ordinal = this.#statements.ordinal(chunk, number);
        if (ordinal !== undefined) ordinals.push(ordinal);
      }
    }
    return ordinals.sort((a, b) => a - b);
  }
}

/** Forms of a term with statements inside or around them. */
const describing: ReadonlySet<TermForm> = new Set(['propertyList', 'reifiedTriple', 'annotation']);

/** Numbers on the tape of a statement; a term takes about five. In shorter ones, a term is found by reading it. */
const longTape = 4096;

/** The triples of a subject with no more than this many are searched linearly. */
const fewTriples = 32;

type SourcesByPredicate = ReadonlyMap<TermId, ReadonlyMap<TermId, readonly TripleSource[]>>;

const none: readonly never[] = [];

function byPredicateAndObject(sources: readonly TripleSource[]): SourcesByPredicate {
  const byPredicate = new Map<TermId, Map<TermId, TripleSource[]>>();
  for (const source of sources) {
    const { predicate, object } = source.triple;
    let byObject = byPredicate.get(predicate);
    if (byObject === undefined) {
      byObject = new Map();
      byPredicate.set(predicate, byObject);
    }
    const known = byObject.get(object);
    if (known) known.push(source);
    else byObject.set(object, [source]);
  }
  return byPredicate;
}

function partAt<Part extends TextRange>(parts: readonly Part[], offset: number): Part | undefined {
  return parts.findLast((part) => containsOrTouches(part, offset));
}

/** For each chunk: the statements in which a term has a role. */
const indexes = { describing: indexesOf(describedTerms), mentioning: indexesOf(writtenTerms) };

function indexesOf(
  visitorFor: ConstructorParameters<typeof TermIndex>[1],
): (chunk: ParsedChunk) => TermIndex {
  const indexes = new WeakMap<ParsedChunk, TermIndex>();
  return (chunk) => {
    let index = indexes.get(chunk);
    if (index === undefined) {
      index = new TermIndex(chunk, visitorFor);
      indexes.set(chunk, index);
    }
    return index;
  };
}
