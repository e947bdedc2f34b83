import { applyEdits, type OffsetEdit } from './textEdit.ts';

/**
 * Reads unified diffs as git, diff and language models write them, and applies them exactly: without guessing at any line.
 */

/** What a diff says about one file. */
export interface FilePatch {
  /** The path before, as it is written; undefined for a new file. */
  readonly before: string | undefined;
  /** The path after; undefined for a file that is deleted. */
  readonly after: string | undefined;
  readonly hunks: readonly PatchHunk[];
  /** Why it can't be applied as text, as a sentence. */
  readonly refused?: string;
}

export interface PatchHunk {
  /** Where the hunk starts in the diff: a line, from 1. */
  readonly line: number;
  /** The first line that it replaces, and the first line of the replacement, from 1. */
  readonly start: number;
  readonly newStart: number;
  /** The lines before and after, with their line ends. */
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export type ReadPatch =
  | { readonly kind: 'patch'; readonly files: readonly FilePatch[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Whether a text looks like a diff rather than an update. */
export function looksLikePatch(text: string): boolean {
  return /^(?:diff --git |--- [^\n]*\n\+\+\+ |Index: )/m.test(text);
}

/** Reads a diff of one or several files. Git's prefixes `a/` and `b/` are removed. */
export function readPatch(text: string): ReadPatch {
  const lines = text.split('\n');
  const files: FilePatch[] = [];
  let header: string | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.startsWith('diff --git ')) header = /^diff --git a\/(.*) b\/\1\r?$/.exec(line)?.[1];
    if (/^(?:GIT binary patch|Binary files .* differ)/.test(line)) {
      const refused = unreadable(i, "a binary file can't be verified");
      if (header === undefined) return refused;
      files.push({ before: header, after: header, hunks: [], refused: refused.reason });
      continue;
    }
    const [, before] = /^(?:rename|copy) from (.+)$/.exec(line) ?? [];
    if (before !== undefined) {
      const [, after] = /^(?:rename|copy) to (.+)$/.exec(lines[i + 1] ?? '') ?? [];
      const why = "files are renamed or copied, which can't be verified. Give git diff --no-renames";
      const refused = unreadable(i, why);
      if (after === undefined) return refused;
      files.push({ before: nameIn(before), after: nameIn(after), hunks: [], refused: refused.reason });
      continue;
    }
    if (/^@@ /.test(line)) return unreadable(i, 'a hunk stands before the names of its file');
    if (!line.startsWith('--- ')) continue;
    if (!lines[i + 1]?.startsWith('+++ ')) return unreadable(i, 'behind --- there is no +++');
    const names = [line, lines[i + 1]!].map((each) => nameIn(each.slice(4)));
    const hunks: PatchHunk[] = [];
    let next = i + 2;
    while (lines[next]?.startsWith('@@')) {
      const hunk = readHunk(lines, next);
      if ('reason' in hunk) return hunk;
      hunks.push(hunk.hunk);
      next = hunk.next;
    }
    if (hunks.length === 0) return unreadable(i, 'the file has no hunk');
    const file = { ...withoutPrefixes(names[0], names[1]), hunks };
    // What is changed in a file that is renamed.
    const last = files.at(-1);
    if (last?.refused === undefined || last.after !== file.after) files.push(file);
    i = next - 1;
  }
  return files.length === 0
    ? { kind: 'unreadable', reason: 'There is no file in the patch: --- FILE, +++ FILE, @@ … @@.' }
    : { kind: 'patch', files };
}

function unreadable(line: number, why: string): Extract<ReadPatch, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason: `Line ${line + 1} of the patch: ${why}.` };
}

function readHunk(
  lines: readonly string[],
  at: number,
): { readonly hunk: PatchHunk; readonly next: number } | Extract<ReadPatch, { kind: 'unreadable' }> {
  const [, start, oldCount = '1', newStart, newCount = '1'] =
    /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(lines[at]!) ?? [];
  if (start === undefined) return unreadable(at, 'a hunk starts with @@ -LINE,COUNT +LINE,COUNT @@');
  const old: string[] = [];
  const now: string[] = [];
  let next = at + 1;
  for (; old.length < Number(oldCount) || now.length < Number(newCount); next++) {
    const line = lines[next];
    const rest = `${line?.slice(1)}\n`;
    // Some editors remove the space from empty lines.
    if (line?.startsWith(' ') || (line === '' && next < lines.length - 1)) {
      old.push(rest);
      now.push(rest);
    } else if (line?.startsWith('-')) old.push(rest);
    else if (line?.startsWith('+')) now.push(rest);
    else if (line?.startsWith('\\')) endWithoutLine(lines[next - 1]!, old, now);
    else return unreadable(at, `the hunk has fewer lines than ${oldCount} before and ${newCount} after`);
  }
  if (old.length > Number(oldCount) || now.length > Number(newCount))
    return unreadable(at, `the hunk has more lines than ${oldCount} before and ${newCount} after`);
  if (lines[next]?.startsWith('\\')) endWithoutLine(lines[next++ - 1]!, old, now);
  // A side without lines names the line that it follows.
  const first = (given: string | undefined, side: readonly string[]) =>
    Number(given) + (side.length === 0 ? 1 : 0);
  const places = { start: first(start, old), newStart: first(newStart, now) };
  return { hunk: { line: at + 1, ...places, old, new: now }, next };
}

/** Removes the line end of the last line, as `\ No newline at end of file` says. */
function endWithoutLine(line: string, old: string[], now: string[]): void {
  for (const [side, mark] of [
    [old, '-'],
    [now, '+'],
  ] as const) {
    if (line.startsWith(mark) || line.startsWith(' ')) side.push(side.pop()!.slice(0, -1));
  }
}

/** A file's name as git and diff write it; undefined for none. */
function nameIn(written: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1];
  const name = quoted === undefined ? written.replace(/\t.*$/, '').replace(/\r$/, '') : unquoted(quoted);
  return name === '/dev/null' ? undefined : name;
}

function unquoted(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const result: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== 0x5c) result.push(bytes[i]!);
    else {
      const octal = /^[0-7]{3}/.exec(String.fromCharCode(...bytes.slice(i + 1, i + 4)))?.[0];
      const letter = String.fromCharCode(bytes[i + 1] ?? 0x5c);
      result.push(
        octal === undefined ? (escapes.get(letter) ?? letter).charCodeAt(0) : Number.parseInt(octal, 8),
      );
      i += octal === undefined ? 1 : 3;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(result));
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function withoutPrefixes(
  before: string | undefined,
  after: string | undefined,
): Pick<FilePatch, 'before' | 'after'> {
  const isGit = (name: string | undefined, prefix: string) => name === undefined || name.startsWith(prefix);
  return isGit(before, 'a/') && isGit(after, 'b/')
    ? { before: before?.slice(2), after: after?.slice(2) }
    : { before, after };
}

/** The hunks that undo these. */
export function reversedHunks(hunks: readonly PatchHunk[]): readonly PatchHunk[] {
  return hunks.map(({ line, start, newStart, old, new: now }) => ({
    line,
    start: newStart,
    newStart: start,
    old: now,
    new: old,
  }));
}

export type PatchedText =
  | { readonly kind: 'text'; readonly text: string; readonly edits: readonly OffsetEdit[] }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Applies hunks to a text. Each has to fit where it says or, after the one before, at exactly one other place. Its lines are one edit.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): PatchedText {
  const starts = lineStarts(text);
  const edits: OffsetEdit[] = [];
  let position = 0;
  let shift = 0;
  for (const hunk of hunks) {
    const place = placeOf(hunk, { text, starts }, { from: position, expected: hunk.start - 1 + shift });
    if (typeof place === 'string')
      return { kind: 'refused', reason: `The hunk in line ${hunk.line} of the patch ${place}.` };
    position = place + hunk.old.length;
    edits.push({
      range: { start: starts[place]!, end: starts[position]! },
      newText: hunk.new.join(''),
    });
    shift = place - (hunk.start - 1);
  }
  return { kind: 'text', text: applyEdits(text, edits), edits };
}

/** Where each line starts, and behind the last one the end of the text. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}

/** The line, from 0, at which a hunk stands, or why there is none. */
function placeOf(
  hunk: PatchHunk,
  { text, starts }: { readonly text: string; readonly starts: readonly number[] },
  { from, expected }: { readonly from: number; readonly expected: number },
): number | string {
  const count = starts.length - 1;
  const isLine = (line: number, expected: string) =>
    starts[line + 1] === starts[line]! + expected.length && text.startsWith(expected, starts[line]);
  const standsAt = (line: number) =>
    line >= from && line <= count && hunk.old.every((each, i) => isLine(line + i, each));
  if (standsAt(expected)) return expected;
  if (hunk.old.length === 0) return 'adds lines behind the end of the file';
  const places: number[] = [];
  for (let line = from; line < count && places.length < 2; line++) if (standsAt(line)) places.push(line);
  if (places.length === 1) return places[0]!;
  return places.length === 0
    ? 'does not fit: the file has no such lines'
    : 'does not stand where it says, and its lines are at several other places';
}
