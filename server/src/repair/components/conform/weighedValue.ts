import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { type Draft, isDescribed } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, isAttested } from '../../drafts/fix.ts';
import type { Goal, Via } from '../../drafts/goal.ts';
import { requirementsAt } from '../../drafts/requirements.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { knownValues } from '../../values/knownValues.ts';

/** A value among too many, and what speaks for removing or keeping it. */
export interface WeighedValue {
  readonly value: TermId;
  /** How much would be lost with it; equal for values that nothing distinguishes. */
  readonly worth: number;
  /** Why it may be removed. */
  readonly against?: EvidenceItem;
  /** Why it should stay. */
  readonly inFavour?: EvidenceItem;
}

/** The worth of values; up to `expendable`, nobody will miss them. */
export const worths = {
  wrong: 0,
  empty: 1,
  repeated: 2,
  undescribed: 3,
  expendable: 3,
  contained: 4,
  unusual: 5,
  plain: 6,
  supported: 7,
  implied: 8,
} as const;

/** The place with too many values, and what others have there. */
export interface WeighedPlace extends Via {
  readonly accepts: (value: TermId) => boolean;
  /** The values that other nodes have at the same property. */
  readonly others: readonly TermId[];
  readonly draft: Draft;
}

/** The place of the property values with which a constraint compares its own values. */
export function comparedPlace({ focusNode, sourceShape }: Violation, compared: Path): Via {
  return { focusNode, path: compared, shape: sourceShape };
}

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
