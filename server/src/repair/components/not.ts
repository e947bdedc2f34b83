import { attachByPath } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import { combineFixes, fixOfChange, withSupport } from '../drafts/fix.ts';
import { valuePlaceOf } from '../drafts/valuePlace.ts';
import type { ComponentRepair } from './component.ts';
import { betterValues } from './conform/betterValues.ts';
import { placeOfValues, usualValues, valuesAt } from './violate/violationEdits.ts';

/** Removes what makes the value conform to the forbidden shape, or removes the value. */
export const notRepair: ComponentRepair<'not'> = {
  offers: [
    'removing or replacing what makes the value conform to the forbidden shape',
    'another value that does not conform to it and that the data supports',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    const reason = fixOfChange(noChange, 'implied', { kind: 'forbidden', words: 'sh:not forbids it' });
    const ways = [...goal.violate(value, constraint.shapeRef, draft, place)];
    const canAdd = ways.some(({ change }) => change.removed.length === 0);
    for (const fix of ways) {
      // Of a premise and what it asks for, what is missing is added; what is said stays.
      if (canAdd && fix.change.removed.length > 0) yield combineFixes(withSupport(fix, 'removal'), reason);
      // Removing what is forbidden is what the shape asks for.
      else if (fix.support === 'removal') yield combineFixes(withSupport(fix, 'plausible'), reason);
      else yield fix;
    }
    if (place === undefined || draft.fix.minted.includes(value)) return;
    yield* betterValues(goal, place, value);
    // Context may state why the value conforms, but the statement that refers to the value is in a data file.
    yield* detachments(draft, place, [value]);
  },
  /** Attaches a value that conforms to the forbidden shape, or makes one conform to it. */
  *violationEdits(goal) {
    const { constraint, draft, path, conform } = goal;
    const place = placeOfValues(goal);
    const values = valuesAt(goal);
    for (const other of place === undefined || path === undefined ? [] : usualValues(goal)) {
      if (values.includes(other) || !draft.evaluator.conforms(other, constraint.shapeRef)) continue;
      const added = attachByPath(draft.graph, place!, other);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) yield* conform(value, constraint.shapeRef, draft, place);
  },
  violatedBy: 'refusedValue',
  unknown: (_, { value }) =>
    `the shape forbids what is stated about ${value}, and the files don't say which statement is wrong`,
};
