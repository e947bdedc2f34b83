/** The edits of a text between the processes of the server: formatting a large file makes thousands. */
import type * as proto from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import type { TextEdit } from '../../../base/textEdit.ts';

/** Edits in columns, in order. */
export interface PackedEdits {
  readonly newTexts: readonly string[];
  /** Of each edit the line and character of its start and of its end. */
  readonly numbers: readonly number[];
}

export function packedEdits(lines: LineIndex, edits: readonly TextEdit[]): PackedEdits {
  const numbers: number[] = [];
  for (const { range } of edits) {
    for (const offset of [range.start, range.end]) {
      const { line, character } = lines.positionAt(offset);
      numbers.push(line, character);
    }
  }
  return { newTexts: edits.map(({ newText }) => newText), numbers };
}

export function unpackedEdits({ newTexts, numbers }: PackedEdits): proto.TextEdit[] {
  const position = (at: number): proto.Position => ({ line: numbers[at]!, character: numbers[at + 1]! });
  return newTexts.map((newText, i) => ({
    range: { start: position(4 * i), end: position(4 * i + 2) },
    newText,
  }));
}
