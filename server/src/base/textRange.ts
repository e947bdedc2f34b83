/** A half-open span of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** True when the offset lies in the range or at one of its ends. */
export function containsOrTouches(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** True when the two ranges share a character or touch. */
export function overlapOrTouch(a: TextRange, b: TextRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}
