import { type Diagnostic, type Location, TextDocumentEdit, type WorkspaceEdit } from 'vscode-languageserver';
import type { Report } from '../../protocol/editor/protocol.ts';
import type { Mirror } from './mirror.ts';

/** The edit with the uris of open documents as the client writes them. */
export function spelled(edit: WorkspaceEdit, mirror: Mirror): WorkspaceEdit {
  const { changes, documentChanges } = edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(
        Object.entries(changes).map(([uri, edits]) => [mirror.spelling(uri), edits]),
      ),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((change) => {
        if (!TextDocumentEdit.is(change)) return change;
        const { uri, version } = change.textDocument;
        return { ...change, textDocument: { uri: mirror.spelling(uri), version } };
      }),
    }),
  };
}

/** The report with the uris of open documents as the client writes them. */
export function spelledReport(report: Report, mirror: Mirror): Report {
  const at = (place: Location | undefined) => place && { ...place, uri: mirror.spelling(place.uri) };
  return {
    ...report,
    uri: mirror.spelling(report.uri),
    results: report.results.map((result) => ({
      ...result,
      place: at(result.place),
      shapePlace: at(result.shapePlace),
    })),
    notChecked: report.notChecked.map((note) => ({ ...note, place: at(note.place) })),
    problems: report.problems.map((problem) => ({ ...problem, place: at(problem.place) })),
  };
}

/** The diagnostics with the uris of open documents as the client writes them. */
export function spelledDiagnostics(diagnostics: readonly Diagnostic[], mirror: Mirror): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (!diagnostic.relatedInformation) return diagnostic;
    const relatedInformation = diagnostic.relatedInformation.map(({ location, message }) => ({
      location: { uri: mirror.spelling(location.uri), range: location.range },
      message,
    }));
    return { ...diagnostic, relatedInformation };
  });
}
