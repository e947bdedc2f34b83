import {
  type Certainty,
  type Ranked,
  type SoundRepair,
  type Uncertainty,
  uncertaintyText,
} from '../repair.ts';
import { sureness } from '../scorecard/certainty.ts';
import { preferredRepair } from './rankRepairs.ts';
import type { Suggestions } from './suggestRepairs.ts';

/** The repair to apply without asking, or why there is none. */
export type RepairChoice =
  | { readonly kind: 'repair'; readonly chosen: Ranked }
  | { readonly kind: 'none'; readonly why: string };

/** Chooses a repair on behalf of the user. */
export type ChooseRepair = (suggestions: Suggestions<SoundRepair>) => RepairChoice;

/** The repair that is certain. */
export function certainRepair(suggestions: Suggestions<SoundRepair>): RepairChoice {
  const { repairs, uncertainty } = suggestions;
  const chosen = preferredRepair(repairs);
  if (chosen) return { kind: 'repair', chosen };
  const real = repairs.filter(({ verdict }) => !verdict.degenerate);
  const [first] = real;
  if (first === undefined || uncertainty?.isOpen) return { kind: 'none', why: whyNone(uncertainty) };
  if (first.verdict.needsInput)
    return { kind: 'none', why: `Only you know the value: ${first.repair.title}` };
  return { kind: 'none', why: whyUndecided(first, real.length) };
}

/**
 * The repair that is certain, or else the first one if it is likely.
 *
 * @param acceptPlaceholders accepts one that needs a value that only the user can know, with its default.
 */
export function likelyRepair(
  least: 'certain' | 'likely',
  { acceptPlaceholders }: { readonly acceptPlaceholders: boolean },
): ChooseRepair {
  const accepted = acceptedCertainties(least, acceptPlaceholders);
  return (suggestions) => {
    const chosen = suggestions.repairs.find(({ verdict }) => !verdict.degenerate);
    return chosen && accepted.includes(chosen.certainty)
      ? { kind: 'repair', chosen }
      : certainRepair(suggestions);
  };
}

/** The certainties with which a repair is made. */
export function acceptedCertainties(
  least: 'certain' | 'likely',
  acceptPlaceholders: boolean,
): readonly Certainty[] {
  return [
    'certain',
    ...(least === 'likely' ? (['likely'] as const) : []),
    ...(acceptPlaceholders ? (['needsInput'] as const) : []),
  ];
}

function whyUndecided(ranked: Ranked, real: number): string {
  const { repair } = ranked;
  const sure = sureness(ranked);
  return real === 1
    ? `Your decision is needed (${sure}), because the data does not support it clearly: ${repair.title}`
    : `Your decision is needed: ${repair.title} (${sure}), or another of ${real} repairs`;
}

/**
 * The best repair. Repairs that merely take the node out of the shape's target do not count. If the best one needs a
 * value that only the user can know, no weaker one takes its place.
 */
export function bestRepair({ acceptPlaceholders }: { readonly acceptPlaceholders: boolean }): ChooseRepair {
  return ({ repairs, uncertainty }) => {
    const chosen = repairs.find(({ verdict }) => !verdict.degenerate);
    if (!chosen) return { kind: 'none', why: whyNone(uncertainty) };
    if (chosen.verdict.needsInput && !acceptPlaceholders) {
      return { kind: 'none', why: `Only you know the value: ${chosen.repair.title}` };
    }
    return { kind: 'repair', chosen };
  };
}

function whyNone(uncertainty: Uncertainty | undefined): string {
  return uncertainty ? uncertaintyText(uncertainty) : 'No verified repair was found.';
}
