import { type TermId, terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { detachments } from '../../drafts/detachments.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { nearbyTerms, nearbyText } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  inventedFix,
  placeOfValues,
  usualValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
} from '../violate/violationEdits.ts';

/** Makes a value occur on one side only, by removing it from the other or adding a new one. */
export const equalsViolationEdits: ViolationEdits<'equals'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    const values = valuesAt(goal);
    const there = { focusNode, path: { kind: 'predicate', predicate: constraint.property } } as const;
    for (const value of values) {
      yield* detachments(draft, there, [value]);
      if (path !== undefined) yield* detachments(draft, { focusNode, path }, [value]);
    }
    for (const side of path === undefined ? [there] : [placeOfValues(goal)!, there]) {
      for (const value of [...usualValues(goal)].filter((other) => !values.includes(other))) {
        const added = attachByPath(draft.graph, side, value);
        if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
      }
      for (const other of others(values, goal)) {
        const added = attachByPath(draft.graph, side, other);
        if (added) yield inventedFix({ added: [added], removed: [] }, other);
      }
    }
  },
};

const maxOthers = 2;

/** Values that the place does not have: its own with a typing error, or what stands nearby. */
function others(values: readonly TermId[], goal: ViolationGoal): readonly TermId[] {
  const found = new Set<TermId>(values.flatMap((value) => slipsOf(value, goal).slice(0, 1)));
  for (const literal of nearbyTerms(goal)) {
    if (found.size >= maxOthers) break;
    found.add(literal);
  }
  if (found.size === 0) found.add(terms.literal(nearbyText(goal)));
  return [...found].filter((other) => !values.includes(other)).slice(0, maxOthers);
}
