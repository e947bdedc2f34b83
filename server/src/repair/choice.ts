import type { Suggestions } from './propose.ts';
import { preferredRepair } from './rank.ts';
import type { VerifiedRepair } from './repair.ts';

/** The repair to apply without asking, or why there is none. */
export type Choice =
  | { readonly kind: 'repair'; readonly verified: VerifiedRepair }
  | { readonly kind: 'none'; readonly why: string };

/** Decides for the user. */
export type Choose = (suggestions: Suggestions) => Choice;

/** The one repair that leaves no choice: the graph or the shape implies it, or it is the only one that is attested. */
export function certainRepair(suggestions: Suggestions): Choice {
  const { repairs, reason } = suggestions;
  const verified = preferredRepair(repairs);
  if (verified) return { kind: 'repair', verified };
  const real = repairs.filter(({ verdict }) => !verdict.degenerate);
  const [first] = real;
  if (first === undefined) return { kind: 'none', why: reason ?? nothingFound };
  if (first.verdict.needsInput) return { kind: 'none', why: `Needs input: ${first.repair.title}` };
  const why =
    real.length === 1
      ? `Nothing but this would do, and the data do not speak for it: ${first.repair.title}`
      : `The choice is yours: ${first.repair.title}, or another of ${real.length} repairs`;
  return { kind: 'none', why };
}

/**
 * The best repair. One that merely takes the node out of the shape's target is none; and where the best one waits for
 * a value that only the user can know, nothing weaker takes its place.
 */
export function bestRepair({ acceptPlaceholders }: { readonly acceptPlaceholders: boolean }): Choose {
  return ({ repairs, reason }) => {
    const verified = repairs.find(({ verdict }) => !verdict.degenerate);
    if (!verified) return { kind: 'none', why: reason ?? nothingFound };
    if (verified.verdict.needsInput && !acceptPlaceholders) {
      return { kind: 'none', why: `Needs input: ${verified.repair.title}` };
    }
    return { kind: 'repair', verified };
  };
}

const nothingFound = 'No verified repair was found.';
