import type { Scores } from './scores.ts';

/** What an answer came to, best first: each has exactly one of them. */
export const outcomes = [
  /** The graph is as it was before the case. */
  'restored',
  /** As it was but for what literals say. */
  'otherLiterals',
  /** No result is left, with something that waits for the user. */
  'needsInput',
  /** A smallest repair, though not the one that restores the graph. */
  'otherSmallest',
  /** Any other repair. */
  'otherRepair',
  /** No result is left, for a focus node is no target any more or gone. */
  'degenerate',
  'resultsLeft',
  /** There are results that the case did not have. */
  'newResults',
  /** There is no update, or none that could be applied. */
  'noUpdate',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Which of them the scores of an answer tell. */
export function outcomeOf(scores: Scores): Outcome {
  if (!scores.applied) return 'noUpdate';
  if (scores.isomorphism) return 'restored';
  if (!scores.semantic) return scores.newViolations > 0 ? 'newResults' : 'resultsLeft';
  if (scores.degenerate) return 'degenerate';
  if (scores.relaxedIsomorphism) return 'otherLiterals';
  if (scores.needsInput) return 'needsInput';
  return scores.minimal === true ? 'otherSmallest' : 'otherRepair';
}
