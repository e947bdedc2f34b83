import { commands, type TextDocument, Uri, workspace } from 'vscode';
import { TextDocumentEdit, TextEdit, type WorkspaceEdit } from 'vscode-languageclient/node';
import type { Previews } from './previews.ts';

/** Shows the texts of files and what they would be after an edit without snippets, side by side. */
export async function showComparisons(edit: WorkspaceEdit, title: string, previews: Previews): Promise<void> {
  for (const { textDocument, edits } of changesOf(edit)) {
    const document = await workspace.openTextDocument(Uri.parse(textDocument.uri));
    const name = workspace.asRelativePath(document.uri);
    await commands.executeCommand(
      'vscode.diff',
      previews.add(name, document.getText()),
      previews.add(name, edited(document, edits.filter(TextEdit.is))),
      `${name}: ${title}`,
      { preview: true },
    );
  }
}

function edited(document: TextDocument, edits: readonly TextEdit[]): string {
  let text = document.getText();
  const byPlace = edits.map(({ range, newText }) => ({
    start: document.offsetAt(toPosition(document, range.start)),
    end: document.offsetAt(toPosition(document, range.end)),
    newText,
  }));
  for (const { start, end, newText } of byPlace.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + newText + text.slice(end);
  }
  return text;
}

function toPosition(document: TextDocument, { line, character }: { line: number; character: number }) {
  return document.lineAt(Math.min(line, document.lineCount - 1)).range.start.with(line, character);
}

/** The parts of an edit that change texts, by file. */
export function changesOf({ documentChanges }: WorkspaceEdit): readonly TextDocumentEdit[] {
  return (documentChanges ?? []).filter((change) => TextDocumentEdit.is(change));
}
