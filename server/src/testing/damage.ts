import type { TextRange } from '../base/textRange.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import type { Statement, StatementVisitor } from '../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';

/** Replaces the text of a range with text that may not be valid there. */
export interface Damage extends TextRange {
  readonly text: string;
}

export function applyDamage(text: string, damage: Damage): string {
  return text.slice(0, damage.start) + damage.text + text.slice(damage.end);
}

/** The statements that the damage does not touch, and those of them whose triples have changed. */
export function compareStatements(before: TurtleDocument, after: TurtleDocument, damage: Damage) {
  const found = new Map(after.statements.map((statement) => [statement.start, statement]));
  const shift = damage.text.length - (damage.end - damage.start);
  const untouched = before.statements.filter(
    ({ start, length }) => start > damage.end || start + length < damage.start,
  );
  const lost = untouched.filter((statement) => {
    const there = found.get(statement.start + (statement.start >= damage.end ? shift : 0));
    return there === undefined || !sameStatement(statement, there);
  });
  return { untouched, lost };
}

function sameStatement(a: Statement, b: Statement): boolean {
  if (a.kind !== 'triples' || b.kind !== 'triples') return a.kind === b.kind;
  return a.length === b.length && !b.damaged && isomorphic(triplesOf(a), triplesOf(b));
}

function triplesOf(statement: Statement): readonly Triple[] {
  const triples: Triple[] = [];
  const visitor: StatementVisitor = {
    triple: (subject, predicate, object) => triples.push({ subject, predicate, object }),
  };
  if (statement.kind === 'triples') statement.visit(visitor);
  return triples;
}

/** The triples that only exist after a damage. All blank nodes count as equal. */
export function inventedTriples(before: TurtleDocument, after: TurtleDocument): readonly string[] {
  const known = new Set(Array.from(before.graph.triples(), likeness));
  return Array.from(after.graph.triples(), likeness).filter((each) => !known.has(each));
}

function likeness({ subject, predicate, object }: Triple): string {
  const like = (id: TermId) => (terms.isBlank(id) ? '_' : String(id));
  return [subject, predicate, object].map(like).join(' ');
}
