import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { OpenText } from '../../../base/openText.ts';

/** A change of the text in a range. */
export interface TextEdited {
  readonly range: Range;
  readonly text: string;
}

/**
 * What a change edits, in a range that is inside of the text. Some clients name lines that a text has not. Others send the
 * whole text anew, which does not say what was edited, and so not where diagnostics have moved.
 */
export function exactChange(text: OpenText, change: TextDocumentContentChangeEvent): TextEdited {
  if ('range' in change) {
    const [from, to] = [text.offsetAt(change.range.start), text.offsetAt(change.range.end)];
    return { range: rangeOf(text, Math.min(from, to), Math.max(from, to)), text: change.text };
  }
  const before = text.getText();
  const after = change.text;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  // Positions can't be between the two characters of a line end.
  if (before[start - 1] === '\r') start--;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (same > 0 && before[before.length - same] === '\n') same--;
  return {
    range: rangeOf(text, start, before.length - same),
    text: after.slice(start, after.length - same),
  };
}

function rangeOf(text: OpenText, start: number, end: number): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}
