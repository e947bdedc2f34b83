import { lazy } from '../base/lazy.ts';
import { type TextRange, touches } from '../base/textRange.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import type {
  PredicateNode,
  Statement,
  StatementVisitor,
  TermNode,
  TripleSource,
  TriplesStatement,
} from './syntaxTree.ts';
import { subterms, TripleWalk, termsOf } from './treeWalk.ts';

/** A place where a term is described: the subject of a statement, or a `[ … ]`. */
export interface SubjectBlock {
  readonly statement: TriplesStatement;
  readonly subject: TermNode;
  readonly predicates: readonly PredicateNode[];
}

/** A place where a term is written. */
export interface Mention {
  readonly statement: TriplesStatement;
  readonly node: TermNode;
}

/**
 * From graph to text: where each triple and each term of a document is written. Indexes are made when first
 * needed and lead to statements only; the rest is found by going through those.
 */
export class SourceMap {
  readonly #statements: readonly Statement[];
  readonly #stating: () => ReadonlyMap<TermId, readonly TriplesStatement[]>;
  readonly #mentioning: () => ReadonlyMap<TermId, readonly TriplesStatement[]>;

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
    this.#stating = lazy(() => indexStatements(statements, describing));
    this.#mentioning = lazy(() => indexStatements(statements, (found) => ({ term: found })));
  }

  /** All triples in document order, those of lists included; a triple that is written twice comes twice. */
  triples(): Iterable<Triple> {
    const result: Triple[] = [];
    const collect: StatementVisitor = {
      triple: (subject, predicate, object) => result.push({ subject, predicate, object }),
    };
    for (const statement of this.#statements) {
      if (statement.kind === 'triples') statement.visit(collect);
    }
    return result;
  }

  /** Everywhere a triple is stated, in document order. */
  occurrences(triple: Triple): readonly TripleSource[] {
    const found: TripleSource[] = [];
    for (const statement of this.#stating().get(triple.subject) ?? []) {
      const walk = new TripleWalk(statement);
      while (walk.next()) {
        if (
          walk.object === triple.object &&
          walk.predicate === triple.predicate &&
          walk.subject === triple.subject
        ) {
          found.push(walk.source(triple));
        }
      }
    }
    return found;
  }

  /** Where a term is described: the statements that have it as their subject, in order, then its `[ … ]`. */
  blocks(subject: TermId): readonly SubjectBlock[] {
    const outer: SubjectBlock[] = [];
    const inner: SubjectBlock[] = [];
    for (const statement of this.#stating().get(subject) ?? []) {
      if (statement.subject.id === subject) {
        outer.push({ statement, subject: statement.subject, predicates: statement.predicates });
      }
      for (const node of termsOf(statement)) {
        if (node.kind === 'propertyList' && node.id === subject) {
          inner.push({ statement, subject: node, predicates: node.predicates });
        }
      }
    }
    return [...outer, ...inner];
  }

  /** Everywhere a term is written, in document order: as datatype and as the keyword `a` too. */
  mentions(term: TermId): readonly Mention[] {
    const found: Mention[] = [];
    for (const statement of this.#mentioning().get(term) ?? []) {
      for (const node of termsOf(statement)) if (node.id === term) found.push({ statement, node });
    }
    return found;
  }

  /** The innermost term at an offset of the text; between two terms that touch, the one that starts there. */
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

  /** The statement at an offset of the text; between two that touch, the one that starts there. */
  statementAt(offset: number): Statement | undefined {
    let low = 0;
    let high = this.#statements.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#statements[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const statement = this.#statements[low - 1];
    return statement && offset <= statement.start + statement.length ? statement : undefined;
  }
}

function partAt<Part extends TextRange>(parts: readonly Part[], offset: number): Part | undefined {
  return parts.findLast((part) => touches(part, offset));
}

/** Calls back for the subjects of triples and for `[]`, which is described although nothing is said of it. */
function describing(found: (term: TermId) => void): StatementVisitor {
  return { triple: found, term: (term) => terms.isBlank(term) && found(term) };
}

/** Which statements call back with a term, in document order. */
function indexStatements(
  statements: readonly Statement[],
  visitorFor: (found: (term: TermId) => void) => StatementVisitor,
): ReadonlyMap<TermId, readonly TriplesStatement[]> {
  const index = new Map<TermId, TriplesStatement[]>();
  for (const statement of statements) {
    if (statement.kind !== 'triples') continue;
    statement.visit(
      visitorFor((term) => {
        const found = index.get(term);
        if (found === undefined) index.set(term, [statement]);
        else if (found.at(-1) !== statement) found.push(statement);
      }),
    );
  }
  return index;
}
