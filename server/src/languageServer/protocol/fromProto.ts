import type { Position, Range } from 'vscode-languageserver';
import type { LineIndex } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';

export function offset(lines: LineIndex, position: Position): number {
  return lines.offsetAt(position);
}

export function textRange(lines: LineIndex, range: Range): TextRange {
  return { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
}
