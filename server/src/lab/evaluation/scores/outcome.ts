import type { Scores } from './scores.ts';

/** The outcomes of an answer, best first. Each answer has exactly one. */
export const outcomes = [
  /** The graph is as it was before the case. */
  'restored',
  /** The graph is as it was except for literals. */
  'otherLiterals',
  /** No result is left, but the user has to replace a value. */
  'needsInput',
  /** A smallest repair, but not the one that restores the graph. */
  'otherSmallest',
  /** Any other repair. */
  'otherRepair',
  /** No result is left, because a focus node is no longer a target or no longer exists. */
  'degenerate',
  'resultsLeft',
  /** There are results that the case does not have. */
  'newResults',
  /** There is no update, or it could not be applied. */
  'noUpdate',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome that scores indicate. */
export function outcomeOf(scores: Scores): Outcome {
  if (!scores.applied) return 'noUpdate';
  if (scores.isomorphism) return 'restored';
  if (!scores.semantic) return scores.newViolations > 0 ? 'newResults' : 'resultsLeft';
  if (scores.degenerate) return 'degenerate';
  if (scores.relaxedIsomorphism) return 'otherLiterals';
  if (scores.needsInput) return 'needsInput';
  return scores.minimal === true ? 'otherSmallest' : 'otherRepair';
}
