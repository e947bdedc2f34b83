/** A regular expression of sh:pattern, or why it is none. */
export type RegexReading =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'illFormed'; readonly message: string };

const cache = new Map<string, RegexReading>();
const cacheLimit = 2000;

/**
 * Compiles an XPath regular expression with its flags (i, m, s, x, q) to one of JavaScript. Always in Unicode mode,
 * so that `\p{L}` and characters beyond U+FFFF work. `\d`, `\w` and `\b` mean what they mean in JavaScript, as users
 * of every SHACL engine expect, and escaped punctuation stands for itself.
 */
export function compileRegex(pattern: string, flags: string): RegexReading {
  const key = `${flags}/${pattern}`;
  let reading = cache.get(key);
  if (reading === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    reading = compile(pattern, flags);
    cache.set(key, reading);
  }
  return reading;
}

function compile(pattern: string, flags: string): RegexReading {
  const unknown = [...flags].find((flag) => !'imsxq'.includes(flag));
  if (unknown !== undefined) {
    return illFormed(`"${unknown}" is not a flag of regular expressions; flags are i, m, s, x and q.`);
  }
  const source = flags.includes('q') ? quote(pattern) : translate(pattern, flags.includes('x'));
  const kept = [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('');
  try {
    return { kind: 'regex', regex: new RegExp(source, `${kept}u`) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error);
    return illFormed(`The regular expression is not valid: ${reason}.`);
  }
}

function illFormed(message: string): RegexReading {
  return { kind: 'illFormed', message };
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Name characters, for `\i` and `\c` of XML Schema. */
const nameStart = ':_\\p{L}\\p{Nl}';
const nameRest = `${nameStart}\\-.\\p{Nd}\\p{M}\\u{B7}`;
const categoryEscapes: Readonly<Record<string, string>> = {
  i: `[${nameStart}]`,
  I: `[^${nameStart}]`,
  c: `[${nameRest}]`,
  C: `[^${nameRest}]`,
};

/** Rewrites what JavaScript's Unicode mode writes differently or lacks. */
function translate(pattern: string, ignoreSpace: boolean): string {
  let result = '';
  let position = 0;
  while (position < pattern.length) {
    const c = pattern[position]!;
    if (c === '\\') {
      result += translateEscape(pattern[position + 1]);
      position += 2;
    } else if (c === '[') {
      const { source, end } = translateClass(pattern, position);
      result += source;
      position = end;
    } else {
      if (!ignoreSpace || !/[ \t\n\r]/.test(c)) result += c;
      position++;
    }
  }
  return result;
}

function translateEscape(c: string | undefined): string {
  if (c === undefined) return '\\';
  return categoryEscapes[c] ?? (needsNoEscape(c) ? c : `\\${c}`);
}

/** Punctuation that Unicode mode refuses to see escaped. */
function needsNoEscape(c: string): boolean {
  return /[^A-Za-z0-9^$\\.*+?()[\]{}|/]/u.test(c);
}

/** A character class from its `[`; a subtraction `[a-z-[aeiou]]` becomes a lookahead. */
function translateClass(pattern: string, start: number): { readonly source: string; readonly end: number } {
  let body = '[';
  let position = start + 1;
  if (pattern[position] === '^') {
    body += '^';
    position++;
  }
  while (position < pattern.length && pattern[position] !== ']') {
    const c = pattern[position]!;
    if (c === '-' && pattern[position + 1] === '[') {
      const subtracted = translateClass(pattern, position + 1);
      const end = pattern[subtracted.end] === ']' ? subtracted.end + 1 : subtracted.end;
      return { source: `(?:(?!${subtracted.source})${body}])`, end };
    }
    if (c === '\\') {
      body += translateClassEscape(pattern[position + 1]);
      position += 2;
    } else {
      body += c === '[' ? '\\[' : c;
      position++;
    }
  }
  const close = pattern[position] ?? '';
  return { source: body + close, end: position + 1 };
}

function translateClassEscape(c: string | undefined): string {
  if (c === undefined) return '\\';
  if (c === 'i') return nameStart;
  if (c === 'c') return nameRest;
  return c !== '-' && needsNoEscape(c) ? c : `\\${c}`;
}
