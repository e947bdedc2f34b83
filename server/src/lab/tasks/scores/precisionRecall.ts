/** The share of the findings that is right, and the share of the right answer that was found; each from 0 to 1. */
export interface PrecisionRecall {
  /** Null if nothing was found, because the score is not defined then. */
  readonly precision: number | null;
  readonly recall: number;
  /** The harmonic mean; 0 if one of them is undefined or 0. */
  readonly f1: number;
}

/** @param expected at least 1. */
export function precisionRecall(hits: number, found: number, expected: number): PrecisionRecall {
  const precision = found === 0 ? null : hits / found;
  const recall = hits / expected;
  const f1 = precision === null || hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
