import type { Diagnostic, Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';

/**
 * Moves diagnostics along with an edit, so that they stay at their words until they are computed again. If the whole text
 * was replaced, they stay where they are.
 */
export function trackEdits(
  diagnostics: readonly Diagnostic[],
  changes: readonly TextDocumentContentChangeEvent[],
): readonly Diagnostic[] {
  return changes.reduce(trackEdit, diagnostics);
}

function trackEdit(
  diagnostics: readonly Diagnostic[],
  change: TextDocumentContentChangeEvent,
): readonly Diagnostic[] {
  if (!('range' in change)) return diagnostics;
  const { start, end } = change.range;
  const newEnd = endOf(start, change.text);
  const moved = (position: Position): Position => {
    if (before(position, end)) return before(start, position) ? start : position;
    const character =
      position.line === end.line ? newEnd.character + position.character - end.character : position.character;
    return { line: position.line + newEnd.line - end.line, character };
  };
  return diagnostics.map((diagnostic) => {
    const { range } = diagnostic;
    // Text that is typed right after a word is not part of its diagnostic.
    const rangeEnd = before(start, range.end) ? moved(range.end) : range.end;
    return { ...diagnostic, range: { start: moved(range.start), end: rangeEnd } };
  });
}

function endOf(start: Position, text: string): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)!.length;
  return {
    line: start.line + lines.length - 1,
    character: lines.length === 1 ? start.character + last : last,
  };
}

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
