/** Regular expressions in time that grows with the text alone, by RE2: what V8 may try forever, it answers. */

let re2: typeof import('re2js') | undefined;

/** Loads the engine. Matching is synchronous, so this comes before it. */
export async function loadLinearRegex(): Promise<void> {
  re2 ??= await import('re2js');
}

export function isLinearRegexLoaded(): boolean {
  return re2 !== undefined;
}

/** Tells whether a text has a match. */
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
    // RE2 throws for what it does not know, and `toRe2` for what it knows otherwise.
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
      // Halves of characters are none in RE2.
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
      // Without case, JavaScript counts two letters beyond ASCII as well.
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

/** Thrown for what RE2 lacks or reads otherwise; `linearTest` catches it. */
class UnlikeRe2 extends Error {}
