import type { SoundRepair } from '../repair.ts';
import { preferredRepair } from './rankRepairs.ts';
import type { Suggestions } from './suggestRepairs.ts';

/** The repair to apply without asking, or why there is none. */
export type RepairChoice =
  | { readonly kind: 'repair'; readonly chosen: SoundRepair }
  | { readonly kind: 'none'; readonly why: string };

/** Chooses a repair on behalf of the user. */
export type ChooseRepair = (suggestions: Suggestions<SoundRepair>) => RepairChoice;

/** The only unambiguous repair: the graph or the shape implies it, or no other is attested. */
export function certainRepair(suggestions: Suggestions<SoundRepair>): RepairChoice {
  const { repairs, reason } = suggestions;
  const chosen = preferredRepair(repairs);
  if (chosen) return { kind: 'repair', chosen };
  const real = repairs.filter(({ verdict }) => !verdict.degenerate);
  const [first] = real;
  if (first === undefined) return { kind: 'none', why: reason ?? nothingFound };
  if (first.verdict.needsInput) return { kind: 'none', why: `Needs input: ${first.repair.title}` };
  const why =
    real.length === 1
      ? `Your decision is needed, because the data does not support it clearly: ${first.repair.title}`
      : `Your decision is needed: ${first.repair.title}, or another of ${real.length} equally good repairs`;
  return { kind: 'none', why };
}

/**
 * The best repair. Repairs that merely take the node out of the shape's target do not count. If the best one needs a
 * value that only the user can know, no weaker one takes its place.
 */
export function bestRepair({ acceptPlaceholders }: { readonly acceptPlaceholders: boolean }): ChooseRepair {
  return ({ repairs, reason }) => {
    const chosen = repairs.find(({ verdict }) => !verdict.degenerate);
    if (!chosen) return { kind: 'none', why: reason ?? nothingFound };
    if (chosen.verdict.needsInput && !acceptPlaceholders) {
      return { kind: 'none', why: `Needs input: ${chosen.repair.title}` };
    }
    return { kind: 'repair', chosen };
  };
}

const nothingFound = 'No verified repair was found.';
