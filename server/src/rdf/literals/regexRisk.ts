/**
 * Any pattern that doubles its steps with each character is done within 10 ms with a text of so many characters, in UTF-16
 * units.
 */
export const harmlessLength = 20;

/** A group of a regular expression that is being read. */
interface Group {
  /** True when it can match a text in several ways, by alternatives or by a variable repetition. */
  isAmbiguous: boolean;
}

/**
 * Why matching a regular expression may take exponential time; undefined when it cannot. Errs on the side of caution: a
 * repeated group must be able to match in one way only, so it may contain neither alternatives nor variable
 * repetitions. The remaining expressions take polynomial time.
 *
 * @param flags those of XPath
 */
export function regexRisk(pattern: string, flags: string): string | undefined {
  if (flags.includes('q')) return undefined;
  if (flags.includes('x') && /\s/.test(pattern))
    return 'with the flag x, white space in it is not what it seems';
  const groups: Group[] = [{ isAmbiguous: false }];
  let i = 0;
  while (i < pattern.length) {
    const start = i++;
    let closed: Group | undefined;
    switch (pattern[start]) {
      case '\\':
        if (/[1-9k]/.test(pattern[i] ?? '')) return 'it refers back to what a group matched';
        i++;
        break;
      case '[':
        i = endOfClass(pattern, start);
        break;
      case '(':
        groups.push({ isAmbiguous: false });
        // This question mark belongs to the kind of group.
        if (pattern[i] === '?') i++;
        continue;
      case '|':
        groups.at(-1)!.isAmbiguous = true;
        continue;
      case ')':
        closed = groups.length > 1 ? groups.pop() : undefined;
        break;
    }
    const outer = groups.at(-1)!;
    const repetition = repetitionAt(pattern, i);
    if (repetition) {
      if (closed?.isAmbiguous && repetition.most > 1)
        return 'it repeats a group that can match in several ways';
      if (repetition.least !== repetition.most) outer.isAmbiguous = true;
      i += repetition.length;
    }
    if (closed?.isAmbiguous) outer.isAmbiguous = true;
  }
  return undefined;
}

/**
 * The maximum length, in UTF-16 units, of a text that a pattern without `regexRisk` is sure to match in about 10⁸
 * steps. Each choice during matching, including where to start, can multiply the steps by the length. In fact it does
 * so only when choices compete for the same characters, which is not analysed.
 */
export function maxMatchLength(pattern: string, flags: string): number {
  if (flags.includes('q')) return Number.POSITIVE_INFINITY;
  let most = 0;
  // Only the choices of one top-level alternative count, because alternatives do not multiply each other's steps.
  let choices = 0;
  let depth = 0;
  const end = (begin: number) => {
    const isAnchored = pattern[begin] === '^' && !flags.includes('m');
    most = Math.max(most, choices + (isAnchored ? 0 : 1));
    choices = 0;
  };
  let begin = 0;
  for (let i = 0; i < pattern.length; ) {
    const repetition = repetitionAt(pattern, i);
    if (repetition && i > begin) {
      if (repetition.least !== repetition.most) choices++;
      i += repetition.length;
      continue;
    }
    const start = i++;
    switch (pattern[start]) {
      case '\\':
        i++;
        break;
      case '[':
        i = endOfClass(pattern, start);
        break;
      case '(':
        depth++;
        if (pattern[i] === '?') i++;
        break;
      case ')':
        depth--;
        break;
      case '|':
        if (depth > 0) choices++;
        else {
          end(begin);
          begin = i;
        }
        break;
    }
  }
  end(begin);
  return most <= 1 ? Number.POSITIVE_INFINITY : Math.floor(1e8 ** (1 / most));
}

/** How often the preceding part is repeated; undefined for once. */
function repetitionAt(
  pattern: string,
  index: number,
): { readonly least: number; readonly most: number; readonly length: number } | undefined {
  const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(index, index + 24));
  if (match === null) return undefined;
  const [whole, least, comma, most] = match;
  const { length } = whole;
  if (least === undefined) return { least: 0, most: whole[0] === '?' ? 1 : Number.POSITIVE_INFINITY, length };
  if (!comma) return { least: Number(least), most: Number(least), length };
  return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY, length };
}

/** The index after the closing bracket of a character class. */
function endOfClass(pattern: string, start: number): number {
  let i = start + 1;
  while (i < pattern.length && pattern[i] !== ']') i += pattern[i] === '\\' ? 2 : 1;
  return i + 1;
}
