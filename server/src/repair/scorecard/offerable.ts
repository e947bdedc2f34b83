import type { GraphDelta } from '../../rdf/graph.ts';
import { isOneOfMany } from '../drafts/evidence.ts';
import type { Ranked } from '../repair.ts';
import { leastOffered, thresholds } from './weights.ts';

/**
 * Tells which repairs of a result to offer. Where none is certain or likely, those are left out that would make up a fact:
 * that state something which nobody is to fill in, and are too unlikely. Whatever only takes away invents nothing; nor does
 * what is filled in, unless it also takes one of several nodes that fit.
 */
export function offerable(ranked: readonly Ranked[]): (repair: Ranked) => boolean {
  const isKnown = ranked.some(({ certainty }) => certainty === 'certain' || certainty === 'likely');
  return isKnown ? () => true : inventsNothing;
}

function inventsNothing({
  verdict: { delta, needsInput },
  likelihood,
  repair: { support, reasons },
}: Ranked): boolean {
  if (delta.added.length === 0 || support === 'authored') return true;
  if (support === 'placeholder' || (needsInput && support === 'removal')) {
    const isGuess = reasons.some((each) => each.kind === 'connected' || isOneOfMany(each));
    return !isGuess || likelihood >= thresholds.likely;
  }
  return likelihood >= (isReplacement(delta) ? leastOffered.replacement : leastOffered.addition);
}

/** True where what goes and what comes are at the same places. */
function isReplacement({ added, removed }: GraphDelta): boolean {
  return (
    removed.length > 0 &&
    removed.every((one) =>
      added.some(({ subject, object }) => subject === one.subject || object === one.object),
    )
  );
}
