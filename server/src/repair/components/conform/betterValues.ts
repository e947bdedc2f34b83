import { type TermId, terms } from '../../../rdf/terms.ts';
import { isDescribed } from '../../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange, isAttested } from '../../drafts/fix.ts';
import type { Goal, Via } from '../../drafts/goal.ts';
import { requirementsAt } from '../../drafts/requirements.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { knownValues } from '../../values/knownValues.ts';

/**
 * Replaces an offending value by another one that the rest of the data supports. Skips values that no file describes,
 * because a missing file is more likely than a wrong value.
 */
export function* betterValues(goal: Goal, place: Via, value: TermId): Iterable<Fix> {
  if (terms.isLiteral(value) || isDescribed(goal.draft, value)) yield* supportedValues(goal, place, value);
}

/** Like `betterValues`, for values that are wrong regardless of any description. */
export function* supportedValues({ draft }: Goal, place: Via, value: TermId): Iterable<Fix> {
  const taken = takenValues(draft, place.focusNode, place.path);
  const requirements = requirementsAt(draft, place.focusNode, place.path, place.shape);
  for (const witness of knownValues({ ...place, requirements, taken }, draft)) {
    if (!isAttested(witness.fix.support)) continue;
    const change = replaceValue(draft, place, value, witness.value);
    if (change) yield combineFixes(fixOfChange(change, 'plausible'), witness.fix);
  }
}
