/** A subset of what was given, and whether each of its members is known to be needed. */
export interface MinimalSubset<T> {
  readonly needed: readonly T[];
  /** False when a bound ended the tries. */
  readonly isMinimal: boolean;
}

/**
 * A subset that holds and of which nothing can be left out. Large parts are tried first, so that it takes few tries when
 * little is needed. What comes first is left out first.
 *
 * @param holds whether a subset suffices; it must do so for all of the given.
 * @param mayTry asked before each try.
 */
export function minimalSubset<T>(
  all: readonly T[],
  holds: (subset: readonly T[]) => boolean,
  mayTry: () => boolean,
): MinimalSubset<T> {
  let needed = all;
  let size = Math.max(1, Math.ceil(all.length / 2));
  for (;;) {
    const before = needed.length;
    for (let start = 0; start < needed.length; ) {
      if (!mayTry()) return { needed, isMinimal: false };
      const rest = [...needed.slice(0, start), ...needed.slice(start + size)];
      if (holds(rest)) needed = rest;
      else start += size;
    }
    // What is left out by one may make room for another, so the last size is repeated as long as it helps.
    if (size === 1 && needed.length === before) return { needed, isMinimal: true };
    size = Math.ceil(size / 2);
  }
}
