import type { ErrorRegion } from './errorRegion.ts';
import { lineStart } from './lineStart.ts';

/* The layout of a text shows what its author meant: a separator alone on its line was not alone when it was written. */

export type SeparatorMark = '.' | ';' | ',';

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
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The indentation of the line of an offset. */
export function indentationOf(text: string, offset: number): number {
  const line = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(line, line + 200))![0].length;
}
