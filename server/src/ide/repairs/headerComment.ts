import { lineBreakOf } from '../../base/lineBreak.ts';
import type { TextEdit } from '../../base/textEdit.ts';
import { headerLinks } from '../../project/headerLinks.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The edit that writes a comment below the links that are there, or above everything. */
export function headerComment(document: TurtleDocument, line: string): TextEdit {
  const { text, lines } = document;
  const lineBreak = lineBreakOf(text);
  const last = headerLinks(document).at(-1);
  const start = last ? lines.lineStart(lines.positionAt(last.range.end).line + 1) : 0;
  // The last link may be at the end of a text without a final line break.
  const isOpenLine = last !== undefined && start <= last.range.end;
  const at = isOpenLine ? text.length : start;
  return {
    range: { start: at, end: at },
    newText: isOpenLine ? `${lineBreak}${line}` : `${line}${lineBreak}`,
  };
}
