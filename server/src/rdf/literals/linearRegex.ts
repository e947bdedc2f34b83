/** Regular expressions in time that grows with the text alone, by RE2: it answers where V8 may take forever. */

let re2: typeof import('re2js') | undefined;

/** Loads the engine. Matching is synchronous, so this has to be called before. */
export async function loadLinearRegex(): Promise<void> {
  re2 ??= await import('re2js');
}

/** Whether a query or update in SPARQL may match patterns, for which `loadLinearRegex` has to be called first. */
export function mayMatchPatterns(text: string): boolean {
  return /\b(?:regex|replace)\b/i.test(text);
}

export function isLinearRegexLoaded(): boolean {
  return re2 !== undefined;
}

/** Whether a text has a match. */
export type RegexTest = (text: string) => boolean;

/**
 * A test in linear time. Undefined where RE2 lacks the syntax (look-around, back-references, more than 1000 repetitions)
 * or gives it another meaning, and before `loadLinearRegex`.
 *
 * @param source of a JavaScript regular expression in Unicode mode that is valid
 * @param ignoresCase whether it has the flag i; other flags are not expected
 */
export function linearTest(source: string, ignoresCase: boolean): RegexTest | undefined {
  if (re2 === undefined) return undefined;
  try {
    const { RE2JS } = re2;
    const compiled = RE2JS.compile(toRe2(source, ignoresCase), ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (text) => compiled.test(text);
  } catch {
    // RE2 throws for syntax that it does not know, and `toRe2` for syntax to which it gives another meaning.
    return undefined;
  }
}

/** JavaScript's `\s`; that of RE2 is ASCII only. */
const spaces =
  '\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
/** The complement of `spaces`, for use inside a class. */
const noSpaces =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

function toRe2(source: string, ignoresCase: boolean): string {
  let result = '';
  let isInClass = false;
  for (let i = 0; i < source.length; ) {
    const c = source[i]!;
    if (c === '\\') {
      const { text, length } = escapeAt(source, i, isInClass, ignoresCase);
      result += text;
      i += length;
      continue;
    }
    if (isInClass) {
      if (c === ']') isInClass = false;
    } else if (c === '[') {
      // Empty classes, which RE2 reads as classes with a bracket.
      if (/^\[\^?\]/.test(source.slice(i))) throw new UnlikeRe2();
      isInClass = true;
    } else if (c === '(' && /^\(\?(?:<?[=!])/.test(source.slice(i))) {
      throw new UnlikeRe2();
    }
    result += c;
    i++;
  }
  return result;
}

/** What an escape is in RE2, and how long it is in the source. */
function escapeAt(
  source: string,
  at: number,
  isInClass: boolean,
  ignoresCase: boolean,
): { readonly text: string; readonly length: number } {
  const c = source[at + 1] ?? '';
  switch (c) {
    case 'u': {
      const [whole, long, short] = /^\\u(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4}))/.exec(source.slice(at)) ?? [];
      const code = Number.parseInt(long ?? short ?? '', 16);
      // In RE2, halves of characters are not characters.
      if (whole === undefined || (code >= 0xd800 && code <= 0xdfff)) throw new UnlikeRe2();
      return { text: `\\x{${code.toString(16)}}`, length: whole.length };
    }
    case 's':
      return { text: isInClass ? spaces : `[${spaces}]`, length: 2 };
    case 'S':
      return { text: isInClass ? noSpaces : `[^${spaces}]`, length: 2 };
    case 'd':
    case 'D':
    case 't':
    case 'n':
    case 'r':
    case 'f':
    case 'v':
      return { text: `\\${c}`, length: 2 };
    case 'w':
    case 'W':
    case 'b':
    case 'B':
      // Ignoring case, JavaScript includes two letters beyond ASCII as well.
      if (ignoresCase || (isInClass && c.toLowerCase() === 'b')) throw new UnlikeRe2();
      return { text: `\\${c}`, length: 2 };
    case 'p':
    case 'P': {
      const category = /^\\[pP]\{([A-Z][a-z]?)\}/.exec(source.slice(at));
      if (category === null || ignoresCase) throw new UnlikeRe2();
      return { text: category[0], length: category[0].length };
    }
    default:
      if (!/[\^$\\.*+?()[\]{}|/-]/.test(c)) throw new UnlikeRe2();
      return { text: `\\${c}`, length: 2 };
  }
}

/** Thrown for syntax that RE2 lacks or reads differently; `linearTest` catches it. */
class UnlikeRe2 extends Error {}

/**
 * Any pattern that doubles its steps with each character ends within 10 ms on a text of this many characters, in UTF-16
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
  if (flags.includes('x') && /\s/.test(pattern)) return 'with the flag x, white space in it is ignored';
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
