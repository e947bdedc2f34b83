import type { TermId } from '../terms.ts';
import type { PropertyListNode, TermNode, TripleSource, TriplesStatement } from './syntaxTree.ts';
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
