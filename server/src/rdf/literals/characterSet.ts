/** Characters as the inclusive ranges of their code points, disjoint and in order: from, to, from, to … */
export type CharacterSet = readonly number[];

const most = 0x10ffff;
/** Halves of characters are not characters. */
const surrogates: CharacterSet = [0xd800, 0xdfff];

export function ofRange(from: number, to: number): CharacterSet {
  return [from, to];
}

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const ranges = sets
    .flatMap((set) =>
      Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i]!, set[2 * i + 1]!] as const),
    )
    .sort(([a], [b]) => a - b);
  const merged: number[] = [];
  for (const [from, to] of ranges) {
    if (merged.length > 0 && from <= merged.at(-1)! + 1)
      merged[merged.length - 1] = Math.max(merged.at(-1)!, to);
    else merged.push(from, to);
  }
  return merged;
}

/** All other characters. */
export function complement(set: CharacterSet): CharacterSet {
  const result: number[] = [];
  let from = 0;
  const without = union([set, surrogates]);
  for (let i = 0; i < without.length; i += 2) {
    if (without[i]! > from) result.push(from, without[i]! - 1);
    from = without[i + 1]! + 1;
  }
  if (from <= most) result.push(from, most);
  return result;
}

/** The characters of the first set that are not in the second. */
export function difference(set: CharacterSet, other: CharacterSet): CharacterSet {
  return complement(union([complement(set), other]));
}

export function contains(set: CharacterSet, codePoint: number): boolean {
  let [low, high] = [0, set.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < set[2 * middle]!) high = middle - 1;
    else if (codePoint > set[2 * middle + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/** The characters that a regular expression for one character matches. */
export function matchedBy(regex: RegExp): CharacterSet {
  const result: number[] = [];
  for (let codePoint = 0; codePoint <= most; codePoint++) {
    if (codePoint === surrogates[0]) codePoint = surrogates[1]! + 1;
    if (!regex.test(String.fromCodePoint(codePoint))) continue;
    if (result.at(-1) === codePoint - 1) result[result.length - 1] = codePoint;
    else result.push(codePoint, codePoint);
  }
  return result;
}
