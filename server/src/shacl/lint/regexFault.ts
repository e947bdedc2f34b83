/** What is wrong with a regular expression. */
export interface RegexFault {
  /** Of the character at fault, in the pattern. */
  readonly offset: number;
  readonly message: string;
  /** Patterns that the author may have meant, best first. They are not tested. */
  readonly repaired: readonly string[];
}

/**
 * Finds brackets that are not closed or not opened, quantifiers with nothing to repeat, ranges that run backwards and a
 * backslash at the end; undefined for other faults.
 */
export function regexFault(pattern: string): RegexFault | undefined {
  const groups: number[] = [];
  const escapedAt = (at: number) => `${pattern.slice(0, at)}\\${pattern.slice(at)}`;
  let repeatable = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    switch (char) {
      case '\\':
        if (at === pattern.length - 1) {
          return {
            offset: at,
            message: 'The regular expression ends with a backslash, which escapes nothing.',
            repaired: [`${pattern}\\`, pattern.slice(0, -1)],
          };
        }
        at++;
        repeatable = true;
        break;
      case '[': {
        const end = classEnd(pattern, at);
        if (end === undefined) {
          return {
            offset: at,
            message: "The '[' of the regular expression is not closed by ']'.",
            repaired: closedClass(pattern, at, escapedAt(at)),
          };
        }
        const backwards = backwardRange(pattern, at + 1, end);
        if (backwards !== undefined) {
          const [from, , to] = pattern.slice(backwards, backwards + 3);
          return {
            offset: backwards,
            message: `The range ${from}-${to} of the regular expression runs backwards.`,
            repaired: [`${pattern.slice(0, backwards)}${to}-${from}${pattern.slice(backwards + 3)}`],
          };
        }
        at = end;
        repeatable = true;
        break;
      }
      case '(':
        groups.push(at);
        repeatable = false;
        if (pattern[at + 1] === '?') at += 2;
        break;
      case ')':
        if (groups.pop() === undefined) {
          return {
            offset: at,
            message: "The ')' of the regular expression closes no '('.",
            repaired: [escapedAt(at), pattern.slice(0, at) + pattern.slice(at + 1)],
          };
        }
        repeatable = true;
        break;
      case '|':
      case '^':
        repeatable = false;
        break;
      case '*':
      case '+':
      case '?':
        if (!repeatable) {
          return {
            offset: at,
            message: `The '${char}' of the regular expression has nothing to repeat.`,
            repaired: [
              `${pattern.slice(0, at)}${char === '*' ? '.*' : `\\${char}`}${pattern.slice(at + 1)}`,
              escapedAt(at),
            ],
          };
        }
        // One more makes it reluctant.
        if (pattern[at + 1] === '?') at++;
        repeatable = false;
        break;
      case '{': {
        const count = /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(at));
        if (!count || !repeatable) {
          return {
            offset: at,
            message: count
              ? `The '${count[0]}' of the regular expression has nothing to repeat.`
              : "The '{' of the regular expression begins no count, such as {2} or {2,3}.",
            repaired: count ? [] : [...withoutSpaces(pattern, at), escapedBraces(pattern, at)],
          };
        }
        if (count[3] && Number(count[3]) < Number(count[1])) {
          return {
            offset: at,
            message: `The count ${count[0]} of the regular expression ends below its start.`,
            repaired: [
              `${pattern.slice(0, at)}{${count[3]},${count[1]}}${pattern.slice(at + count[0].length)}`,
            ],
          };
        }
        at += count[0].length - 1;
        repeatable = false;
        if (pattern[at + 1] === '?') at++;
        break;
      }
      case '}':
      case ']':
        return {
          offset: at,
          message: `The '${char}' of the regular expression closes nothing.`,
          repaired: [escapedAt(at), pattern.slice(0, at) + pattern.slice(at + 1)],
        };
      default:
        repeatable = true;
    }
  }
  const open = groups.at(-1);
  if (open === undefined) return undefined;
  return {
    offset: open,
    message: "The '(' of the regular expression is not closed by ')'.",
    repaired: [pattern.endsWith('$') ? `${pattern.slice(0, -1)})$` : `${pattern})`, escapedAt(open)],
  };
}

/** The offset of the bracket that closes a class, of which XPath may take away another. */
function classEnd(pattern: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[' && (depth === 0 || pattern[at - 1] === '-')) depth++;
    else if (pattern[at] === ']' && --depth === 0) return at;
  }
  return undefined;
}

/** The class is closed before a quantifier or the end, or the bracket stands for itself. */
function closedClass(pattern: string, start: number, escaped: string): readonly string[] {
  const rest = pattern.slice(start + 1);
  const tail = /(?:[*+?]|\{\d+(?:,\d*)?\})?\$?$/.exec(rest)![0];
  const body = rest.slice(0, rest.length - tail.length);
  return body === '' ? [escaped] : [`${pattern.slice(0, start)}[${body}]${tail}`, escaped];
}

function backwardRange(pattern: string, start: number, end: number): number | undefined {
  for (let at = start; at + 2 < end; at++) {
    if (pattern[at] === '\\') {
      at++;
      continue;
    }
    const to = pattern[at + 2]!;
    if (pattern[at + 1] !== '-' || to === '[' || to === '\\') continue;
    if (pattern[at]! > to) return at;
    at += 2;
  }
  return undefined;
}

function withoutSpaces(pattern: string, at: number): readonly string[] {
  const spaced = /^\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}/.exec(pattern.slice(at));
  if (!spaced || (spaced[1] === '' && spaced[3] === '')) return [];
  const count = `{${spaced[1] === '' ? '0' : spaced[1]}${spaced[2]}${spaced[3]}}`;
  return [pattern.slice(0, at) + count + pattern.slice(at + spaced[0].length)];
}

function escapedBraces(pattern: string, at: number): string {
  const escaped = pattern.slice(at).replace(/^\{([^{}]*)\}/, '\\{$1\\}');
  return pattern.slice(0, at) + (escaped === pattern.slice(at) ? `\\${escaped}` : escaped);
}
