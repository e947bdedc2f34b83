import type { Diagnostic, Position } from 'vscode-languageserver';
import type { TextEdited } from './exactChange.ts';

/** Moves diagnostics along with edits, so that they stay at their words until they are computed again. */
export function trackEdits(
  diagnostics: readonly Diagnostic[],
  edits: readonly TextEdited[],
): readonly Diagnostic[] {
  return edits.reduce(trackEdit, diagnostics);
}

function trackEdit(diagnostics: readonly Diagnostic[], { range, text }: TextEdited): readonly Diagnostic[] {
  const { start, end } = range;
  const newEnd = endOf(start, text);
  const moved = (position: Position): Position => {
    if (before(position, end)) return before(start, position) ? start : position;
    const character =
      position.line === end.line ? newEnd.character + position.character - end.character : position.character;
    return { line: position.line + newEnd.line - end.line, character };
  };
  return diagnostics.map((diagnostic) => {
    const shown = diagnostic.range;
    // Text that is typed right after a word is not part of its diagnostic.
    const shownEnd = before(start, shown.end) ? moved(shown.end) : shown.end;
    return { ...diagnostic, range: { start: moved(shown.start), end: shownEnd } };
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
