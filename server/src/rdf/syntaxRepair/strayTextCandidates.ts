import type { TextRange } from '../../base/textRange.ts';
import { excerpt } from '../turtle/excerpt.ts';
import type { ErrorRegion } from './errorRegion.ts';
import { lineStart } from './lineStart.ts';
import type { SyntaxFixCandidate } from './syntaxFixCandidate.ts';
import { tokenAt } from './token.ts';

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
