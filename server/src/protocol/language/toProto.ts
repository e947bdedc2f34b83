/** The answers of the language service in the words of the language server protocol. */
import type { FoldingRange } from 'vscode-languageserver';
import type { LineIndex } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';

/** Folding ranges by lines, for those that span several. */
export function foldingRanges(lines: LineIndex, ranges: readonly TextRange[]): readonly FoldingRange[] {
  return ranges.flatMap(({ start, end }) => {
    const [startLine, endLine] = [lines.positionAt(start).line, lines.positionAt(end).line];
    return startLine < endLine ? [{ startLine, endLine }] : [];
  });
}
