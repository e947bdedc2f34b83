import type { TextRange } from '../../base/textRange.ts';
import { excerpt } from '../turtle/sourceText.ts';
import { type ErrorRegion, lineStart, type Token, tokenAt } from './errorRegion.ts';
import { writesSpaceBefore } from './separatorCandidates.ts';
import { insertion, type SyntaxFixCandidate, withBackslashes } from './syntaxFixJudge.ts';

/** Fixes for quotes that are missing around a text, or unescaped inside one. */
export function* quoteCandidates(region: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const { tokens, error } = region;
  const at = tokenAt(tokens, error.range.start);
  if (!mayBeAboutQuotes(region, at)) return;
  const strings = tokens
    .flatMap((token, index) => (token.kind === 'string' && index <= at ? [index] : []))
    .slice(-6);
  for (const index of strings) yield* missingEnd(region, tokens[index]!);
  yield* missingStart(region, at);
  yield* unescaped(region);
}

/** False when all quotes near the error have a counterpart and no string touches the next token. */
function mayBeAboutQuotes({ text, tokens }: ErrorRegion, at: number): boolean {
  const near = tokens.slice(Math.max(0, at - 8), at + 2);
  const isOdd = near.some(({ kind, hasProblem, closed, quotes, end }, i) => {
    if (kind !== 'string') return false;
    const following = near[i + 1];
    return hasProblem || !closed || quotes === 3 || (following?.start === end && /[\w\\'"]/.test(text[end]!));
  });
  if (isOdd) return true;
  const lines = new Set(
    [at - 1, at, at + 1].flatMap((i) => (tokens[i] ? [lineAt(text, tokens[i].start)] : [])),
  );
  return [...lines].some(
    (line) => line.replace(/\\./g, '').split('"').length % 2 === 0 || oddApostrophes(line),
  );
}

/** Apostrophes inside quotes are letters. */
function oddApostrophes(line: string): boolean {
  return line.replace(/\\.|"[^"]*"/g, '').split("'").length % 2 === 0;
}

function lineAt(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), ending(text, offset));
}

/** The places where an overlong string may have ended: before anything that can follow a string. */
function* missingEnd(region: ErrorRegion, { start, quotes }: Token): Iterable<SyntaxFixCandidate> {
  const { text, next } = region;
  const delimiter = text.slice(start, start + quotes);
  const limit = Math.min(text.length, next ?? text.length, start + longestString);
  const isSpaced = writesSpaceBefore(region, ';');
  const fix = (place: number, cost: number): SyntaxFixCandidate => {
    const line = text.slice(lineStart(text, place), place);
    const content = text.slice(Math.max(start + quotes, place - Math.min(line.length, 24)), place).trim();
    const where = content === '' ? 'at the end of the text' : `after '${content}'`;
    return { title: `Insert ${delimiter} ${where}`, edit: insertion(place, delimiter), cost };
  };
  let far = 0;
  for (const line of linesFrom(text, start + quotes, limit)) {
    const places = endings(text.slice(line.start, line.end), isSpaced);
    for (const place of quotes === 3 ? places.slice(0, 2) : places) {
      yield fix(line.start + place, 1.2 + (quotes === 3 ? 0.04 : 0.1) * far++);
    }
    const rest = line.end - line.start;
    const isEnd = !places.includes(rest) && !/^\s*[.;,\])]/.test(text.slice(line.end, line.end + 200));
    if (isEnd) yield fix(line.end, 1.3 + 0.04 * far++);
    if (quotes === 1) return;
  }
}

/** Where a string can end on a line, the likeliest place first: before a language tag, datatype or separator. */
function endings(line: string, isSpaced: boolean): readonly number[] {
  const suffixes = [
    ...line.matchAll(/(?:@[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]+)*|\^\^[^\s;,]+)[ \t]*[.;,\])]?(?=\s|$)/g),
  ];
  const separators = [...line.matchAll(/([ \t]*)[.;,\])](?=[\s.;,\])]|$)/g)].map(
    ({ index, 1: blanks }) =>
      // The space that belongs to the separator is not part of the text.
      index + blanks!.length - (isSpaced && blanks !== '' ? 1 : 0),
  );
  return [...new Set([...suffixes.map(({ index }) => index).reverse(), ...separators.reverse()])];
}

/** A text without its opening quote is read as words. */
function* missingStart({ text, tokens }: ErrorRegion, at: number): Iterable<SyntaxFixCandidate> {
  for (let index = at; index >= Math.max(0, at - 3); index--) {
    const token = tokens[index];
    if (token === undefined || token.kind === ';' || token.kind === '.') continue;
    const lineEnd = ending(text, token.start);
    const rest = text.slice(token.start, lineEnd);
    for (const delimiter of ['"', "'"]) {
      const count = rest.split(delimiter).length - 1;
      if (count % 2 === 0) continue;
      yield {
        title: `Insert ${delimiter} before '${rest.slice(0, 20).split(delimiter)[0]}'`,
        edit: insertion(token.start, delimiter),
        cost: 1.6 + 0.2 * (at - index),
      };
    }
  }
}

/** Unescaped quotes in a text on the line of the error: each of them, and all of them. */
function* unescaped({ text, error }: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const { start } = error.range;
  const from = lineStart(text, start);
  const to = ending(text, start);
  const line = text.slice(from, to);
  for (const quote of ['"', "'"]) {
    const places: number[] = [];
    for (let i = line.indexOf(quote); i >= 0; i = line.indexOf(quote, i + 1)) {
      if (line[i - 1] !== '\\') places.push(from + i);
    }
    if (places.length > mostQuotes) continue;
    for (const place of places) {
      const distance = Math.min(1, Math.abs(place - start) / 200);
      yield {
        title: `Escape the quote: '\\${quote}'`,
        edit: insertion(place, '\\'),
        cost: 1.4 + 0.2 * distance,
      };
    }
    if (places.length > 3) {
      const inner = places.slice(1, -1);
      const range = { start: inner[0]!, end: inner.at(-1)! + 1 };
      const newText = withBackslashes(text, range, inner);
      yield { title: 'Escape the quotes inside the text', edit: { range, newText }, cost: 2.6 };
    }
  }
}

function* linesFrom(text: string, start: number, limit: number) {
  for (let at = start; at < limit; ) {
    const end = Math.min(ending(text, at), limit);
    yield { start: at, end };
    at = end + 1;
  }
}

function ending(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

const longestString = 20_000;
const mostQuotes = 24;

/** Fixes that remove lines which are not Turtle, such as the prose and code fences around a language model's answer. */
export function* strayLineCandidates({
  text,
  error,
  start,
  next,
}: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const lines = linesOf(text, start, next ?? text.length);
  const at = lines.findIndex(({ end }) => end >= error.range.start);
  for (let first = Math.max(0, at - 1); first <= at && first >= 0; first++) {
    for (let last = Math.max(first, at); last < Math.min(lines.length, first + mostLines); last++) {
      const range = { start: lines[first]!.start, end: lines[last]!.end };
      const content = text.slice(range.start, range.end);
      if (!content.split('\n').every((line) => line.trim() === '' || isStray(line))) break;
      if (content.trim() === '') continue;
      yield {
        title: `Remove the ${first === last ? 'line' : 'lines'} ${excerpt(content.trim())}`,
        edit: { range: withLineEnd(text, range), newText: '' },
        cost: 1 + 0.1 * (last - first),
      };
    }
  }
}

/** Fixes for a literal in subject position: the names that it may stand for. */
export function* subjectCandidates(region: ErrorRegion): Iterable<SyntaxFixCandidate> {
  const { document, tokens, error, scope, text } = region;
  const token = tokens[tokenAt(tokens, error.range.start)];
  if (token?.kind !== 'string' || !token.closed || token.quotes !== 1) return;
  const content = token.text.slice(1, -1);
  const { start, end } = token;
  const written = (newText: string, cost: number): SyntaxFixCandidate => ({
    title: `Write ${excerpt(newText)} instead of the text`,
    edit: { range: { start, end }, newText },
    cost,
  });
  const prefix = /^([^:\s]*):[\w.-]*$/.exec(content)?.[1];
  if (prefix !== undefined && scope.prefixes.has(prefix)) yield written(content, 1);
  if (/^[a-z][a-z0-9+.-]*:[^\s<>"{}|^`\\]+$/i.test(content)) yield written(`<${content}>`, 1.5);
  if (!/^[A-Za-z0-9_][\w-]*$/.test(content)) return;
  const near = new Set(subjectPrefixes(text));
  const mentioned = prefixesOf(document.text, content);
  for (const each of scope.prefixes.keys()) {
    const name = `${each}:${content}`;
    if (mentioned.has(each)) yield written(name, near.has(each) ? 1.2 : 1.4);
    else if (near.has(each)) yield written(name, 2.7 + 0.1 * [...near].indexOf(each));
  }
}

/** The prefixes with which a text uses a local name. */
function prefixesOf(text: string, local: string): ReadonlySet<string> {
  const found = new Set<string>();
  const name = `:${local}`;
  for (let i = text.indexOf(name); i >= 0 && found.size < 10; i = text.indexOf(name, i + 1)) {
    if (/[\w:%\\-]/.test(text[i + name.length] ?? ' ')) continue;
    found.add(/[^\s,;.[(^<>"]*$/.exec(text.slice(Math.max(0, i - 60), i))![0]);
  }
  return found;
}

/** The prefixes of names that start a line without indentation, most frequent first. */
function subjectPrefixes(text: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const [, prefix] of text.matchAll(/^([^\s:<>"'@#[(]*):/gm)) {
    counts.set(prefix!, (counts.get(prefix!) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([prefix]) => prefix);
}

/** True for a code fence, or for several words without any Turtle syntax. */
function isStray(line: string): boolean {
  const trimmed = line.trim();
  if (/^(```|~~~)/.test(trimmed)) return true;
  if (/[<>"[\]{}@^]|\S:\S/.test(trimmed)) return false;
  const words = trimmed
    .split(/\s+/)
    .filter((word) => /^[("'*-]*[A-Za-z][A-Za-z'’-]*[.,:;!?)"'*]*$/.test(word));
  return words.length >= 2 && words.length >= 0.6 * trimmed.split(/\s+/).length;
}

function linesOf(text: string, from: number, to: number): readonly TextRange[] {
  const lines: TextRange[] = [];
  for (let at = lineStart(text, from); at < to; ) {
    const end = text.indexOf('\n', at);
    lines.push({ start: at, end: end < 0 ? text.length : end });
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
}

function withLineEnd(text: string, { start, end }: TextRange): TextRange {
  return { start, end: Math.min(end + 1, text.length) };
}

const mostLines = 4;
