import { excerpt } from '../turtle/sourceText.ts';
import { type ErrorRegion, lineStart, type Token, tokenAt } from './errorRegion.ts';
import { insertion, type SyntaxFixCandidate } from './syntaxFixJudge.ts';

/** Fixes for separators and brackets that are missing before an error, superfluous or wrong. */
export function* separatorCandidates(region: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const { tokens, error } = region;
  const at = tokenAt(tokens, error.range.start);
  const isSpaced = {
    '.': writesSpaceBefore(region, '.'),
    ';': writesSpaceBefore(region, ';'),
    ',': writesSpaceBefore(region, ','),
  };
  for (let gap = Math.min(at + 1, tokens.length); gap > 0 && gap >= at - nearGaps; gap--) {
    const distance = gap > at ? 1 : at - gap;
    yield* missing(region, gap, distance, isSpaced);
    if (balanceOf(region) < 0 && distance <= 2) yield* openers(region, gap, distance);
  }
  if (balanceOf(region) !== 0) yield* closers(region, at, isSpaced);
  for (let index = Math.max(0, at - 2); index <= Math.min(at + 1, tokens.length - 1); index++) {
    yield* unwanted(tokens, index, at);
  }
}

/** What may be missing between a token and the one before it. */
function* missing(
  { text, tokens }: ErrorRegion,
  gap: number,
  distance: number,
  isSpaced: Spacing,
): Iterable<SyntaxFixCandidate> {
  const previous = tokens[gap - 1]!;
  const following = tokens[gap];
  if (!endsTerm(previous) && previous.kind !== ';') return;
  const space = text.slice(previous.end, following?.start ?? text.length);
  const isLineEnd = /[\r\n]/.test(space) || following === undefined;
  const indentation = isLineEnd && following ? columnOf(text, following.start) : 0;
  for (const separator of ['.', ';', ','] as const) {
    if (separator !== '.' && previous.kind === ';') continue;
    const fits =
      separator === '.' ? isLineEnd && indentation === 0 : separator === ';' ? isLineEnd : !isLineEnd;
    yield {
      title: `Insert '${separator}' after ${excerpt(previous.text)}`,
      edit: insertion(...placeOf(previous.end, space, separator, isSpaced[separator])),
      cost: 2 + (fits ? 0 : 0.5) + 0.3 * distance,
    };
  }
}

/** Brackets that may be missing before a token. */
function* openers({ tokens }: ErrorRegion, gap: number, distance: number): Iterable<SyntaxFixCandidate> {
  const following = tokens[gap];
  if (following === undefined) return;
  for (const bracket of ['[', '(']) {
    yield {
      title: `Insert '${bracket}' before ${excerpt(following.text)}`,
      edit: insertion(following.start, `${bracket} `),
      cost: 4 + 0.3 * distance,
    };
  }
}

/** How many more brackets the broken statements open than close. */
function balanceOf({ tokens, start, next }: ErrorRegion): number {
  let balance = 0;
  for (const token of tokens) {
    if (token.start < start || token.start >= (next ?? Number.POSITIVE_INFINITY)) continue;
    if (token.kind === '[' || token.kind === '(') balance++;
    else if (token.kind === ']' || token.kind === ')') balance--;
  }
  return balance;
}

/** Where to put a separator: after a space that is already there, or as the author usually does. */
function placeOf(end: number, space: string, separator: string, isSpaced: boolean): [number, string] {
  const blanks = /^[ \t]*/.exec(space)![0].length;
  const waits = blanks > 0 && (blanks === space.length ? blanks > 1 : /[\r\n]/.test(space[blanks]!));
  if (waits) return [end + 1, separator];
  return [end, isSpaced ? ` ${separator}` : separator];
}

/** Brackets that close what is open, at every place where something can end. */
function* closers(
  { text, tokens, start }: ErrorRegion,
  at: number,
  isSpaced: Spacing,
): Iterable<SyntaxFixCandidate> {
  const open: Token[] = [];
  const first = tokens.findIndex((token) => token.start >= start);
  for (let gap = Math.max(first, 0) + 1; gap <= Math.min(at + 1, tokens.length); gap++) {
    const previous = tokens[gap - 1]!;
    if (previous.kind === '[' || previous.kind === '(') open.push(previous);
    else if (previous.kind === ']' || previous.kind === ')') open.pop();
    const innermost = open.at(-1);
    if (innermost === undefined || gap < at - farGaps) continue;
    if (!endsTerm(previous) && previous.kind !== ';') continue;
    const bracket = innermost.kind === '[' ? ']' : ')';
    if (bracket === ')' && previous.kind === ';') continue;
    const following = tokens[gap];
    yield {
      title: `Insert '${bracket}' after ${excerpt(previous.text)}`,
      edit: insertion(...bracketPlace(text, previous, following, bracket)),
      cost: 2 + closingCost(text, innermost, previous, following, isSpaced) + 0.002 * Math.abs(at - gap),
    };
  }
}

/** How unlikely the layout makes a bracket that closes at a gap: from 0 to 2. */
function closingCost(
  text: string,
  open: Token,
  previous: Token,
  following: Token | undefined,
  isSpaced: Spacing,
): number {
  if (following === undefined) return 0.5;
  const space = text.slice(previous.end, following.start);
  const isLineEnd = /[\r\n]/.test(space);
  const depth = columnOf(text, following.start) - indentationOf(text, open.start);
  if (following.kind === ']' || following.kind === ')') {
    return isLineEnd ? (depth < 0 ? 0.6 : 1) : space.length > 1 ? 0.1 : 1;
  }
  if (following.kind === ';' || following.kind === ',' || following.kind === '.') {
    if (isLineEnd) {
      const endsStatement = following.kind === '.' && columnOf(text, following.start) === 0;
      return endsStatement
        ? 0.8
        : previous.kind === ';' || depth === 1
          ? 0
          : Math.min(1, 0.1 + 0.3 * Math.abs(depth));
    }
    // Unusual spaces were left over when the bracket was deleted.
    if (space.length > (isSpaced[following.kind] ? 1 : 0)) return 0;
    const isOneLine = !/[\r\n]/.test(text.slice(open.start, previous.end));
    const endsLine = /^[ \t]*([\r\n]|$)/.test(text.slice(following.end, following.end + 100));
    return isOneLine && endsLine ? 0.6 : 1;
  }
  if (isLineEnd) {
    if (/[\r\n][ \t]+\r?\n/.test(space) && depth <= 0) return 0.2;
    return depth <= 0 ? 0.5 : 1.5;
  }
  return space.length > 1 ? 0.2 : 1.2;
}

/** Whether separators are preceded by a space. */
type Spacing = Readonly<Record<SeparatorMark, boolean>>;

function bracketPlace(
  text: string,
  previous: Token,
  following: Token | undefined,
  bracket: string,
): [number, string] {
  const end = following?.start ?? text.length;
  const space = text.slice(previous.end, end);
  if (following && isSeparator(following) && /[\r\n]/.test(space)) {
    return [end - (/[ \t]$/.test(space) ? 1 : 0), bracket];
  }
  const blanks = /^[ \t]*/.exec(space)![0].length;
  if (blanks > 1 || (blanks === 1 && /[\r\n]/.test(space))) return [previous.end + 1, bracket];
  return [previous.end, ` ${bracket}`];
}

/** A token that is superfluous, or is in place of another one. */
function* unwanted(tokens: readonly Token[], index: number, at: number): Iterable<SyntaxFixCandidate> {
  const { kind, start, end, text } = tokens[index]!;
  if (!'.;,[]()'.includes(kind) && kind !== 'junk' && kind !== '^^' && kind !== 'at') return;
  const distance = Math.abs(at - index);
  yield {
    title: `Remove ${excerpt(text)}`,
    edit: { range: { start, end }, newText: '' },
    cost: 2.8 + 0.4 * distance,
  };
  for (const other of exchanges[kind] ?? []) {
    yield {
      title: `Replace '${kind}' by '${other}'`,
      edit: { range: { start, end }, newText: other },
      cost: 3.2 + 0.4 * distance,
    };
  }
}

const exchanges: Readonly<Record<string, readonly string[]>> = {
  '.': [';', ','],
  ';': ['.', ','],
  ',': [';', '.'],
  ']': [')'],
  ')': [']'],
  '[': ['('],
  '(': ['['],
};

function isSeparator({ kind }: Token): boolean {
  return kind === ';' || kind === '.' || kind === ',' || kind === ']' || kind === ')';
}

function endsTerm({ kind, text }: Token): boolean {
  switch (kind) {
    case '.':
    case ';':
    case ',':
    case '[':
    case '^^':
    case 'junk':
      return false;
    case 'word':
      return text !== 'a';
    default:
      return true;
  }
}

const nearGaps = 5;
const farGaps = 120;

/* The layout of a text shows what its author meant: a separator alone on its line was not alone when it was written. */

type SeparatorMark = '.' | ';' | ',';

/** True when most separators of a kind near the error are preceded by a space. */
export function writesSpaceBefore(
  { document, offset, text }: ErrorRegion,
  separator: SeparatorMark,
): boolean {
  const near = document.text.slice(Math.max(0, offset - 2000), offset + text.length + 2000);
  let spaced = 0;
  let glued = 0;
  for (let at = near.indexOf(separator); at >= 0; at = near.indexOf(separator, at + 1)) {
    // Inside names and numbers, a dot is not a separator.
    if (separator === '.' && !/\s/.test(near[at + 1] ?? '\n')) continue;
    if (/[ \t]/.test(near[at - 1] ?? '')) spaced++;
    else if (/\S/.test(near[at - 1] ?? ' ')) glued++;
  }
  return spaced >= glued;
}

/** The column of an offset. */
function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The indentation of the line of an offset. */
function indentationOf(text: string, offset: number): number {
  const line = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(line, line + 200))![0].length;
}
