import { LineIndex } from './lineIndex.ts';
import { applyEdits, type OffsetEdit } from './textEdit.ts';

/** One part of a unified diff. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** The lines with their first character: a space, `-`, `+` or `\`. */
  readonly lines: readonly string[];
}

/** A unified diff that patch and git apply read; empty when the edits change nothing. */
export function unifiedDiff(path: string, text: string, edits: readonly OffsetEdit[]): string {
  const { start, end, lines: above } = windowAround(text, edits);
  const inside = edits.map(({ range, newText }) => ({
    range: { start: range.start - start, end: range.end - start },
    newText,
  }));
  const hunks = diffHunks(text.slice(start, end), inside, context).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + above,
    newStart: hunk.newStart + above,
  }));
  if (hunks.length === 0) return '';
  const lines = [
    `--- ${fileName(`a/${path}`)}`,
    `+++ ${fileName(`b/${path}`)}`,
    ...hunks.flatMap((hunk) => [hunkHeader(hunk), ...hunk.lines]),
  ];
  return `${lines.join('\n')}\n`;
}

const context = 3;

/**
 * The lines that a diff of the edits needs, and how many precede them, so that a large text need not be split into lines.
 */
function windowAround(text: string, edits: readonly OffsetEdit[]) {
  let start = Math.min(text.length, ...edits.map(({ range }) => range.start));
  let end = Math.max(0, ...edits.map(({ range }) => range.end));
  for (let line = 0; line <= context && start > 0; line++) start = text.lastIndexOf('\n', start - 2) + 1;
  for (let line = 0; line <= context + 1 && end < text.length; line++) {
    const next = text.indexOf('\n', end) + 1;
    end = next === 0 ? text.length : next;
  }
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) lines++;
  return { start, end, lines };
}

/** A file's name as git writes it, quoted if it contains characters that could be misread. */
function fileName(path: string): string {
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"\\]/u.test(path)) return path.includes(' ') ? `${path}\t` : path;
  const bytes = new TextEncoder().encode(path);
  return `"${Array.from(bytes, quotedByte).join('')}"`;
}

function quotedByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === '"' || character === '\\') return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
}

export function hunkHeader({ oldStart, oldCount, newStart, newCount }: Hunk): string {
  const span = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`);
  return `@@ -${span(oldStart, oldCount)} +${span(newStart, newCount)} @@`;
}

/**
 * The hunks of a unified diff. The edits say where the text changes, so no comparison is needed: whole lines around each
 * edit are replaced, except those that stay the same.
 */
export function diffHunks(text: string, edits: readonly OffsetEdit[], context: number): readonly Hunk[] {
  const old = lines(text);
  const changes = replacedLines(text, edits);
  const hunks: Hunk[] = [];
  let shift = 0;
  for (let i = 0; i < changes.length; ) {
    let j = i + 1;
    while (j < changes.length && changes[j]!.start - changes[j - 1]!.end <= 2 * context) j++;
    const group = changes.slice(i, j);
    const start = Math.max(0, group[0]!.start - context);
    const end = Math.min(old.length, group.at(-1)!.end + context);
    const body: string[] = [];
    let position = start;
    let added = 0;
    for (const change of group) {
      body.push(...marked(' ', old.slice(position, change.start)));
      body.push(...marked('-', old.slice(change.start, change.end)));
      body.push(...marked('+', change.lines));
      added += change.lines.length - (change.end - change.start);
      position = change.end;
    }
    body.push(...marked(' ', old.slice(position, end)));
    const oldCount = end - start;
    const newCount = oldCount + added;
    hunks.push({
      oldStart: oldCount === 0 ? start : start + 1,
      oldCount,
      newStart: newCount === 0 ? start + shift : start + shift + 1,
      newCount,
      lines: body,
    });
    shift += added;
    i = j;
  }
  return hunks;
}

/** Replaces the lines `start` up to `end` (0-based, exclusive) by others. */
interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function replacedLines(text: string, edits: readonly OffsetEdit[]): readonly LineChange[] {
  const index = new LineIndex(text.replace(/\r(?!\n)/g, ' '));
  const sorted = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const changes: LineChange[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = index.positionAt(sorted[i]!.range.start).line;
    let last = first;
    let j = i;
    // Edits that share a line are one change.
    for (; j < sorted.length && index.positionAt(sorted[j]!.range.start).line <= last; j++) {
      last = Math.max(last, index.positionAt(sorted[j]!.range.end).line);
    }
    const start = index.lineStart(first);
    const end = index.lineStart(last + 1);
    const inside = sorted.slice(i, j).map(({ range, newText }) => ({
      range: { start: range.start - start, end: range.end - start },
      newText,
    }));
    const before = text.slice(start, end);
    const change = trimmed(first, lines(before), lines(applyEdits(before, inside)));
    if (change) changes.push(change);
    i = j;
  }
  return changes;
}

/** Removes unchanged lines at both ends; undefined when all are unchanged. */
function trimmed(start: number, before: readonly string[], after: readonly string[]): LineChange | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (head + tail === before.length && head + tail === after.length) return undefined;
  return {
    start: start + head,
    end: start + before.length - tail,
    lines: after.slice(head, after.length - tail),
  };
}

/** The lines of a text including their line ends. As in patch, a line ends with LF. */
function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(mark: string, texts: readonly string[]): readonly string[] {
  return texts.flatMap((line) =>
    line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'],
  );
}

/** How many UTF-16 units two texts have in common at their start. */
export function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
