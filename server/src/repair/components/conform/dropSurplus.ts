import type { TermId } from '../../../rdf/terms.ts';
import { noChange } from '../../drafts/change.ts';
import { detachments } from '../../drafts/detachments.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange, withSupport } from '../../drafts/fix.ts';
import type { Via } from '../../drafts/goal.ts';
import { withOrphanedDescriptions } from '../../drafts/orphanedDescriptions.ts';
import { type WeighedValue, worths } from './weighedValue.ts';
import { weighValues } from './weighValues.ts';

const maxAlternatives = 6;

/** Ways to remove a number of values from a place, the least informative ones first. */
export function* dropSurplus(
  draft: Draft,
  at: Via,
  values: readonly TermId[],
  surplus: number,
): Iterable<Fix> {
  const removable = weighValues(draft, at, values).flatMap((weighed) => {
    const [drop] = detachments(draft, at, [weighed.value]);
    return drop ? [{ ...weighed, drop }] : [];
  });
  if (removable.length < surplus) return;
  for (const [i, dropped] of choices(removable, surplus).slice(0, maxAlternatives).entries()) {
    const kept = removable.filter((item) => !dropped.includes(item));
    const isBest = i === 0 && kept.length > 0 && dropped.every(({ worth }) => worth < kept[0]!.worth);
    const isClear = isBest && dropped.every(({ worth }) => isLittle(worth, kept));
    const support = isClear ? 'attested' : 'plausible';
    const fix = dropped
      .map(({ drop, against, worth }): Fix => {
        const reason = against ?? (isBest ? kept[0]!.inFavour : undefined) ?? rivals(worth, removable);
        return withSupport(combineFixes(drop, fixOfChange(noChange, 'implied', reason)), support);
      })
      .reduce(combineFixes);
    yield fix;
    const withAll = withOrphanedDescriptions(draft, fix);
    if (withAll) yield withAll;
  }
}

/** Others that could go as well as one with the given worth. */
function rivals(worth: number, values: readonly WeighedValue[]): Evidence | undefined {
  const equal = values.filter((other) => other.worth === worth).length;
  return equal < 2 ? undefined : { kind: 'rivals', words: '', for: equal - 1, of: values.length };
}

/** True for values that nobody will miss, or if the kept ones are certain. */
function isLittle(worth: number, kept: readonly WeighedValue[]): boolean {
  return worth <= worths.expendable || kept.every((item) => item.worth === worths.implied);
}

/**
 * Sets of a number of items to remove, from a list with the best candidates first. The alternatives change one item:
 * the one to remove if there is only one, otherwise one to keep.
 */
function choices<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 1) return items.map((item) => [item]);
  const dropped = items.slice(0, count);
  const weakest = items[count];
  if (weakest === undefined) return [dropped];
  const exchanges = dropped
    .toReversed()
    .map((spared) => dropped.map((item) => (item === spared ? weakest : item)));
  return [dropped, ...exchanges];
}
