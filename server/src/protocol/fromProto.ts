import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { LineIndex } from '../base/lineIndex.ts';
import type { TextChange } from '../base/textChange.ts';
import type { TextRange } from '../base/textRange.ts';

export function offset(lines: LineIndex, position: Position): number {
  return lines.offsetAt(position);
}

export function textRange(lines: LineIndex, range: Range): TextRange {
  return { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
}

/** What a change replaces in a text: all of it where it gives the whole text anew. */
export function textChange(text: TextDocument, change: TextDocumentContentChangeEvent): TextChange {
  const { length } = change.text;
  if (!('range' in change)) return { start: 0, end: text.getText().length, length };
  const offsets = [text.offsetAt(change.range.start), text.offsetAt(change.range.end)];
  return { start: Math.min(...offsets), end: Math.max(...offsets), length };
}
