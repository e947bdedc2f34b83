import { terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { nearbyText } from '../violate/nearbyTerms.ts';
import { inventedFix, usualValues, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Adds a value of one side to the other as well; without values, adds one to both. */
export const disjointViolationEdits: ViolationEdits<'disjoint'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    const values = valuesAt(goal);
    const others = draft.graph.objects(focusNode, constraint.property);
    const there = { focusNode, path: { kind: 'predicate', predicate: constraint.property } } as const;
    for (const other of path === undefined ? [] : others) {
      const added = attachByPath(draft.graph, { focusNode, path: path! }, other);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) {
      const added = attachByPath(draft.graph, there, value);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    if (path === undefined || values.length > 0 || others.length > 0) return;
    const other = { ...goal, path: there.path };
    for (const value of [...usualValues(goal), ...usualValues(other), terms.literal(nearbyText(goal))]) {
      const added = [
        attachByPath(draft.graph, { focusNode, path }, value),
        attachByPath(draft.graph, there, value),
      ];
      const complete = added.filter((triple) => triple !== undefined);
      if (complete.length === 2) yield inventedFix({ added: complete, removed: [] }, value);
    }
  },
};
