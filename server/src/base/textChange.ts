import { LineIndex, type TextPosition } from './lineIndex.ts';
import { Rope } from './rope.ts';
import type { TextRange } from './textRange.ts';

/** A replaced part of a text: the range in the old text and the length of the new part, in UTF-16 units. */
export interface ReplacedRange extends TextRange {
  readonly length: number;
}

/** Combines two changes into one. The second refers to the text after the first. */
export function composeTextChanges(first: ReplacedRange, second: ReplacedRange): ReplacedRange {
  const firstEnd = first.start + first.length;
  const end = Math.max(firstEnd, second.end);
  const start = Math.min(first.start, second.start);
  return {
    start,
    end: first.end + end - firstEnd,
    length: end - start + second.length - (second.end - second.start),
  };
}

/** Where a range of the old text is in the new one. Replaced text corresponds to the new part, as far as that reaches. */
export function rangeAfter({ start, end }: TextRange, change: ReplacedRange): TextRange {
  const after = (offset: number) => {
    if (offset <= change.start) return offset;
    if (offset >= change.end) return offset + change.length - (change.end - change.start);
    return Math.min(offset, change.start + change.length);
  };
  return { start: after(start), end: after(end) };
}

/** Where an offset of the new text was in the old one; undefined inside of the new part. */
export function offsetBefore(offset: number, { start, end, length }: ReplacedRange): number | undefined {
  if (offset <= start) return offset;
  return offset >= start + length ? offset - length + (end - start) : undefined;
}

/** A change of a text as editors send it: of a range, or the whole new text. */
export type EditorChange =
  | { readonly range: { readonly start: TextPosition; readonly end: TextPosition }; readonly text: string }
  | { readonly text: string };

/** A text that is open in an editor. It changes in place. Positions are inside of its lines, before their line ends. */
export class OpenText {
  readonly uri: string;
  #version: number;
  #rope: Rope;
  #lines: LineIndex | undefined;

  constructor(uri: string, version: number, text: string | Rope) {
    this.uri = uri;
    this.#version = version;
    this.#rope = typeof text === 'string' ? Rope.of(text) : text;
  }

  get version(): number {
    return this.#version;
  }

  /** The text as it is now, which later changes leave as it is. */
  get rope(): Rope {
    return this.#rope;
  }

  getText(): string {
    return this.#rope.toString();
  }

  /**
   * Applies changes, each to the text after the previous one.
   *
   * @returns what each of them replaced.
   */
  update(changes: readonly EditorChange[], version: number): readonly ReplacedRange[] {
    this.#version = version;
    return changes.map((change) => this.#replace(change));
  }

  /** The offset of a position. One that is not in the text stands for the nearest before it, or for the start. */
  offsetAt({ line, character }: TextPosition): number {
    const lines = this.#index();
    if (line < 0) return 0;
    if (line >= lines.lineCount) return this.#rope.length;
    const start = lines.lineStart(line);
    return this.#beforeLineEnd(Math.max(lines.offsetAt({ line, character }), start), start);
  }

  positionAt(offset: number): TextPosition {
    const lines = this.#index();
    const { line } = lines.positionAt(Math.max(Math.min(offset, this.#rope.length), 0));
    const start = lines.lineStart(line);
    return { line, character: this.#beforeLineEnd(Math.min(offset, this.#rope.length), start) - start };
  }

  #replace(change: EditorChange): ReplacedRange {
    const { text } = change;
    const [start, end] = this.#range(change);
    this.#rope = this.#rope.replaced({ start, end }, text);
    this.#lines = undefined;
    return { start, end, length: text.length };
  }

  #range(change: EditorChange): readonly [start: number, end: number] {
    if (!('range' in change)) return [0, this.#rope.length];
    const offsets = [this.offsetAt(change.range.start), this.offsetAt(change.range.end)];
    return [Math.min(...offsets), Math.max(...offsets)];
  }

  #index(): LineIndex {
    this.#lines ??= new LineIndex(this.#rope);
    return this.#lines;
  }

  #beforeLineEnd(offset: number, lineStart: number): number {
    let end = offset;
    while (end > lineStart && isLineEnd(this.#rope.charCodeAt(end - 1))) end--;
    return end;
  }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
