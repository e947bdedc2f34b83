import { compileRegex } from '../../../rdf/literals/xpathRegex.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { offsetInString } from '../../../rdf/turtle/escapes.ts';
import { sh, xsd } from '../../../rdf/vocab.ts';
import type { LintedFile, LintedStatement } from '../lintedFile.ts';
import { rewrite, type ShapesMistake } from '../shapesMistake.ts';
import { withoutStatement } from './clashRemedies.ts';

/** Patterns and flags that are not regular expressions, at the character. */
export function* regularExpressions(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.flags)) {
    const { object } = triple;
    if (terms.datatype(object) !== xsd.string) continue;
    const flags = terms.value(object);
    const at = [...flags].findIndex((flag) => !'imsxq'.includes(flag));
    const written = at < 0 ? undefined : file.statement(triple);
    if (!written) continue;
    const right = [...new Set(flags.toLowerCase())].filter((flag) => 'imsxq'.includes(flag)).join('');
    yield {
      severity: 'error',
      message: `"${flags[at]}" is not a flag of regular expressions, so the pattern is not checked. The flags are i, m, s, x and q.`,
      range: partOf(file, written, at, at + 1),
      statement: triple,
      remedies:
        right === ''
          ? withoutStatement(file, triple)
          : [rewrite(written.object, written.print(terms.literal(right)), true)],
    };
  }
  for (const triple of file.stated(sh.pattern)) {
    const { subject, object } = triple;
    if (terms.datatype(object) !== xsd.string) continue;
    const flags = file.graph
      .objects(subject, sh.flags)
      .map((flag) => terms.value(flag))
      .join('');
    if (/[^imsxq]/.test(flags)) continue;
    const pattern = terms.value(object);
    const reading = compileRegex(pattern, flags);
    if (reading.kind === 'regex' && !flags.includes('q')) {
      const doubled = doubledBackslash(file, triple);
      const other = doubled ?? bracketInBrackets(file, triple, flags);
      if (other) {
        yield other;
        continue;
      }
    }
    const delimited = reading.kind === 'regex' ? betweenSlashes.exec(pattern) : undefined;
    const written = reading.kind === 'illFormed' || delimited ? file.statement(triple) : undefined;
    if (!written) continue;
    if (reading.kind !== 'illFormed') {
      const [, inner = '', given = ''] = delimited!;
      const right = written.print(terms.literal(inner));
      const withFlags = given === '' ? '' : ` ; ${file.print(sh.flags, written.object.start)} "${given}"`;
      yield {
        severity: 'warning',
        message: 'The slashes around the regular expression are a part of it, so no value can conform.',
        range: written.object,
        statement: triple,
        remedies: flags === '' && !/[^imsx]/.test(given) ? [rewrite(written.object, right + withFlags)] : [],
      };
      continue;
    }
    const [group, given = '', inner = ''] = /^\(\?([imsx]+)\)(.+)$/s.exec(pattern) ?? [];
    if (group !== undefined) {
      const right = `${written.print(terms.literal(inner))} ; ${file.print(sh.flags, written.object.start)} "${given}"`;
      const isRegex = flags === '' && compileRegex(inner, given).kind === 'regex';
      yield {
        severity: 'error',
        message: `(?${given}) is not a part of SPARQL's regular expressions, whose flags are given by sh:flags. The pattern is not checked.`,
        range: partOf(file, written, 0, given.length + 3),
        statement: triple,
        remedies: isRegex ? [rewrite(written.object, right, true)] : [],
      };
      continue;
    }
    const fault = regexFault(pattern);
    yield {
      severity: 'error',
      message: `${fault?.message ?? reading.message} The pattern is not checked.`,
      range: fault ? partOf(file, written, fault.offset, fault.offset + 1) : written.object,
      statement: triple,
      remedies: remediesOf(fault?.repaired ?? [], flags, written, object),
    };
  }
}

/** A class of characters whose backslash was escaped once too often: it requires a backslash and a letter, such as d. */
function doubledBackslash(file: LintedFile, triple: Triple): ShapesMistake | undefined {
  const pattern = terms.value(triple.object);
  const found = /(?<!\\)\\\\([dDwWsS])(?=[+*?{)\]$]|$)/.exec(pattern);
  const written = found ? file.statement(triple) : undefined;
  if (!found || !written) return undefined;
  const right = pattern.replaceAll('\\\\', '\\');
  return {
    severity: 'warning',
    message: `This asks for a backslash and the letter ${found[1]}. For the characters that \\${found[1]} stands for, a backslash is written twice in a Turtle string.`,
    range: partOf(file, written, found.index, found.index + 3),
    statement: triple,
    remedies:
      compileRegex(right, '').kind === 'regex'
        ? [rewrite(written.object, written.print(terms.literal(right)))]
        : [],
  };
}

/**
 * A bracket that opens inside of a class, where XPath wants `\[` (XML Schema 1.1 part 2, G.4.2.1), Java begins another class, and
 * JavaScript takes it as it is.
 */
function bracketInBrackets(file: LintedFile, triple: Triple, flags: string): ShapesMistake | undefined {
  const pattern = terms.value(triple.object);
  const at = innerBracket(pattern);
  const written = at === undefined ? undefined : file.statement(triple);
  if (at === undefined || !written) return undefined;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at)];
  const repaired = [`${before}\\${after}`, before + after.slice(1)];
  return {
    severity: 'warning',
    message:
      "A '[' between brackets is written \\[ in SPARQL's regular expressions. Other engines refuse this one, or read it differently.",
    range: partOf(file, written, at, at + 1),
    statement: triple,
    remedies: remediesOf(repaired, flags, written, triple.object),
  };
}

/** The offset of the first bracket that opens inside of a class and subtracts none. */
function innerBracket(pattern: string): number | undefined {
  let isInside = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === ']') isInside = false;
    else if (char === '[' && !isInside) isInside = true;
    else if (char === '[') return pattern[at - 1] === '-' ? undefined : at;
  }
  return undefined;
}

/** An expression as JavaScript has it: a slash before the start of the text, or after its end, never matches. */
const betweenSlashes = /^\/(?=\^|.*\$\/)(.*)\/([a-z]*)$/s;

function remediesOf(
  repaired: readonly string[],
  flags: string,
  written: LintedStatement,
  pattern: TermId,
): ShapesMistake['remedies'] {
  return repaired
    .filter((text) => text !== terms.value(pattern) && compileRegex(text, flags).kind === 'regex')
    .map((text) => rewrite(written.object, written.print(terms.literal(text))));
}

function partOf(file: LintedFile, { lexical }: LintedStatement, start: number, end: number) {
  const token = file.text(lexical);
  return {
    start: lexical.start + offsetInString(token, start),
    end: lexical.start + offsetInString(token, end),
  };
}

/** A mistake in a regular expression. */
interface RegexFault {
  /** The offset of the faulty character in the pattern. */
  readonly offset: number;
  readonly message: string;
  /** Patterns that the author may have meant, best first. They are not tested. */
  readonly repaired: readonly string[];
}

/**
 * Finds brackets that are not closed or not opened, quantifiers with nothing to repeat, ranges that run backwards and a
 * backslash at the end; undefined for other faults.
 */
function regexFault(pattern: string): RegexFault | undefined {
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
            repaired: count ? [] : [...mendedCount(pattern, at), escapedBraces(pattern, at)],
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

/** The offset of the bracket that closes a class, from which XPath may subtract another. */
function classEnd(pattern: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[' && (depth === 0 || pattern[at - 1] === '-')) depth++;
    else if (pattern[at] === ']' && --depth === 0) return at;
  }
  return undefined;
}

/** The class is closed before a quantifier or the end, or the bracket is a literal character. */
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

/** Without the spaces in a count, and with the brace that it lacks. */
function mendedCount(pattern: string, at: number): readonly string[] {
  const [open] = /^\{\d+(?:,\d*)?(?![\d,\s}])/.exec(pattern.slice(at)) ?? [];
  if (open !== undefined) return [`${pattern.slice(0, at)}${open}}${pattern.slice(at + open.length)}`];
  const spaced = /^\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}/.exec(pattern.slice(at));
  if (!spaced || (spaced[1] === '' && spaced[3] === '')) return [];
  const count = `{${spaced[1] === '' ? '0' : spaced[1]}${spaced[2]}${spaced[3]}}`;
  return [pattern.slice(0, at) + count + pattern.slice(at + spaced[0].length)];
}

function escapedBraces(pattern: string, at: number): string {
  const escaped = pattern.slice(at).replace(/^\{([^{}]*)\}/, '\\{$1\\}');
  return pattern.slice(0, at) + (escaped === pattern.slice(at) ? `\\${escaped}` : escaped);
}
