/** How much of what was found is right, and how much of what is right was found; each from 0 to 1. */
export interface PrecisionRecall {
  /** Null where nothing was found: nothing can be said of it. */
  readonly precision: number | null;
  readonly recall: number;
  /** The harmonic mean; 0 where one of them is not defined or 0. */
  readonly f1: number;
}

/** @param expected at least 1. */
export function precisionRecall(hits: number, found: number, expected: number): PrecisionRecall {
  const precision = found === 0 ? null : hits / found;
  const recall = hits / expected;
  const f1 = precision === null || hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
