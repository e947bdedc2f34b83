import type { Ranked } from '../repair.ts';
import { leastOffered } from './weights.ts';

/**
 * Tells which repairs of a result to offer. Where none is certain or likely, those are left out that would make up a fact:
 * that state something which nobody is to fill in, and are too unlikely. Whatever only takes away invents nothing.
 */
export function offerable(ranked: readonly Ranked[]): (repair: Ranked) => boolean {
  const isKnown = ranked.some(({ certainty }) => certainty === 'certain' || certainty === 'likely');
  return isKnown ? () => true : inventsNothing;
}

function inventsNothing({
  verdict: { delta, needsInput },
  likelihood,
  repair: { support },
}: Ranked): boolean {
  if (delta.added.length === 0 || needsInput || support === 'authored' || support === 'placeholder')
    return true;
  return likelihood >= (delta.removed.length === 0 ? leastOffered.addition : leastOffered.replacement);
}
