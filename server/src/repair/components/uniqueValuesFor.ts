import { termWithText } from '../../rdf/literals/literalText.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { nodesOfSameKey } from '../../shacl/components/uniqueValuesFor.ts';
import { isEditable } from '../drafts/draft.ts';
import { fixOfChange } from '../drafts/fix.ts';
import { replaceValue, valueRemovals } from '../drafts/valuePlace.ts';
import type { ComponentRepair } from './component.ts';
import { inventedFix, valuesAt } from './violate/violationEdits.ts';

/** Offers another value for one of the properties, to be filled in. Which of the nodes is wrong is not known. */
export const uniqueValuesForRepair: ComponentRepair<'uniqueValuesFor'> = {
  offers: ['another value for one of the properties, to be filled in', 'removing a value'],
  *fixes({ constraint, violation, draft }) {
    const { focusNode, path, sourceShape } = violation;
    const nodes = path === undefined ? [focusNode] : draft.evaluator.values(focusNode, path);
    const node = nodes.find((each) => nodesOfSameKey(constraint, each, draft.evaluation, 1).length > 0);
    if (node === undefined) return;
    for (const predicate of constraint.properties) {
      const place = { focusNode: node, path: { kind: 'predicate', predicate }, shape: sourceShape } as const;
      for (const value of draft.graph.objects(node, predicate)) {
        const isFree = (other: TermId) => draft.graph.subjects(predicate, other).length === 0;
        const other = terms.isLiteral(value) ? nextFree(value, isFree) : undefined;
        const change = other === undefined ? undefined : replaceValue(draft, place, value, other);
        if (change && other !== undefined) yield inventedFix(change, other);
      }
    }
    for (const predicate of constraint.properties) {
      const place = { focusNode: node, path: { kind: 'predicate', predicate }, shape: sourceShape } as const;
      for (const value of draft.graph.objects(node, predicate)) yield* valueRemovals(draft, place, value);
    }
  },
  /** Gives the node the values of another target. */
  *violationEdits(goal) {
    const { constraint, draft } = goal;
    const { graph, evaluator } = draft;
    const shape = draft.search.shapes.get(constraint.shape);
    const targets = shape === undefined ? [] : evaluator.targets(shape);
    for (const subject of valuesAt(goal)) {
      if (terms.isLiteral(subject)) continue;
      for (const other of targets.filter((each) => each !== subject).slice(0, mostTried)) {
        const statements = (node: TermId) =>
          constraint.properties.flatMap((predicate) =>
            graph.objects(node, predicate).map((object) => ({ subject, predicate, object })),
          );
        const [own, wanted] = [statements(subject), statements(other)];
        if (wanted.length === 0) continue;
        const removed = own.filter(({ predicate, object }) => !graph.has(other, predicate, object));
        const added = wanted.filter((triple) => !graph.has(subject, triple.predicate, triple.object));
        if (added.length + removed.length > 0 && removed.every((triple) => isEditable(draft, triple)))
          yield fixOfChange({ added, removed }, 'placeholder');
      }
    }
  },
  violatedBy: 'refusedValue',
  unknown: (_, { node }) => `the files don't say whether ${node} or the other node is to have other values`,
};

/** Further ones are of the same kind. */
const mostTried = 20;

/** The text with the next free number at its end; none where there is no number. */
function nextFree(value: TermId, isFree: (other: TermId) => boolean): TermId | undefined {
  const [, before = '', digits] = /^(.*?)(\d{1,12})$/s.exec(terms.value(value)) ?? [];
  for (let i = 1; i <= mostTried; i++) {
    const number =
      digits === undefined ? `${i + 1}` : String(Number(digits) + i).padStart(digits.length, '0');
    const text = digits === undefined ? `${terms.value(value)} ${number}` : `${before}${number}`;
    const other = termWithText(value, text);
    if (isFree(other)) return other;
  }
  return undefined;
}
