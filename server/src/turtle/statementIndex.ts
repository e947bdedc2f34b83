import type { TermId } from '../rdf/terms.ts';
import type { PropertyListNode, TermNode, TripleSource, TriplesStatement } from './syntaxTree.ts';
import { TripleWalk, termsOf } from './treeWalk.ts';

/** Statements with shorter texts are gone through whenever something is looked for in them. */
const longText = 512;

/** What is written in a statement, found without going through all of it where it is long. */
export interface StatementIndex {
  /** The triples with a subject, in the order in which they are written. */
  triplesOf(subject: TermId): readonly TripleSource[];
  /** The `[ … ]` that a term stands for. */
  brackets(term: TermId): readonly PropertyListNode[];
  /** Where a term is written. */
  mentions(term: TermId): readonly TermNode[];
}

const longStatements = new WeakMap<TriplesStatement, StatementIndex>();

/** True for a statement that has an index made of it when something is looked for in it. */
export function isLong({ length }: Pick<TriplesStatement, 'length'>): boolean {
  return length >= longText;
}

/** The index of a statement. One for a long statement is kept as long as the statement. */
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
