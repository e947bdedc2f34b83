import type { TermNode, TriplesStatement } from '../turtle/syntaxTree.ts';
import type { Planning } from './intent.ts';
import { NotExpressible } from './notExpressible.ts';

/** Checks that text which goes away states nothing that is to stay: brackets go with all that is in them. */
export function checkLeaving(planning: Planning): void {
  for (const statement of planning.intent.touched) checkStatement(planning, statement);
}

function checkStatement({ change, intent }: Planning, statement: TriplesStatement): void {
  const staying: TermNode[] = [statement.subject];
  const leaving: TermNode[] = [];
  const sort = (node: TermNode, leaves: boolean) =>
    (leaves || intent.replaced.has(node) ? leaving : staying).push(node);
  for (const { objects } of statement.predicates) {
    for (const object of objects) sort(object.term, intent.removed.has(object));
  }
  for (let node = staying.pop(); node !== undefined; node = staying.pop()) {
    if (node.kind === 'propertyList') {
      for (const { objects } of node.predicates) {
        for (const object of objects) sort(object.term, intent.removed.has(object));
      }
    } else if (node.kind === 'collection') {
      for (const item of node.items) sort(item.term, intent.removed.has(item));
    }
  }
  const { subject } = statement;
  const isEmptied = intent.empties({ holder: statement, predicates: statement.predicates });
  if (isEmptied && subject.kind === 'collection') leaving.push(subject);
  for (let node = leaving.pop(); node !== undefined; node = leaving.pop()) {
    if (node.kind === 'propertyList') {
      if (!change.isGone(node.id)) {
        throw new NotExpressible('A blank node without a name would lose the place where it is written.');
      }
      for (const { objects } of node.predicates) for (const { term } of objects) leaving.push(term);
    } else if (node.kind === 'collection') {
      if (!node.items.every(({ cell }) => change.isGone(cell))) {
        throw new NotExpressible('A list that is still used would lose the place where it is written.');
      }
      for (const { term } of node.items) leaving.push(term);
    }
  }
}
