import { type Diagnostic, type Location, TextDocumentEdit, type WorkspaceEdit } from 'vscode-languageserver';
import type { Coverage, Report } from '../../protocol/editor/protocol.ts';
import type { Mirror } from './mirror.ts';

/** The edit with the uris of open documents as the client writes them. */
export function editWithClientUris(edit: WorkspaceEdit, mirror: Mirror): WorkspaceEdit {
  const { changes, documentChanges } = edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(
        Object.entries(changes).map(([uri, edits]) => [mirror.clientUri(uri), edits]),
      ),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((change) => {
        if (!TextDocumentEdit.is(change)) return change;
        const { uri, version } = change.textDocument;
        return { ...change, textDocument: { uri: mirror.clientUri(uri), version } };
      }),
    }),
  };
}

/** The coverage with the uris of open documents as the client writes them. */
export function coverageWithClientUris(answer: Coverage, mirror: Mirror): Coverage {
  const placed = <T extends { readonly location: { readonly uri: string } | null }>(item: T): T => ({
    ...item,
    location: item.location && { ...item.location, uri: mirror.clientUri(item.location.uri) },
  });
  const { coverage } = answer;
  return {
    ...answer,
    coverage: {
      ...coverage,
      shapes: coverage.shapes.map((shape) => ({
        ...placed(shape),
        constraints: shape.constraints.map(placed),
      })),
      classes: coverage.classes.map(placed),
      predicates: coverage.predicates.map(placed),
      files: coverage.files.map((file) => ({ ...file, uri: mirror.clientUri(file.uri) })),
    },
  };
}

/** The report with the uris of open documents as the client writes them. */
export function reportWithClientUris(report: Report, mirror: Mirror): Report {
  const at = (place: Location | undefined) => place && { ...place, uri: mirror.clientUri(place.uri) };
  return {
    ...report,
    uri: mirror.clientUri(report.uri),
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
export function diagnosticsWithClientUris(diagnostics: readonly Diagnostic[], mirror: Mirror): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (!diagnostic.relatedInformation) return diagnostic;
    const relatedInformation = diagnostic.relatedInformation.map(({ location, message }) => ({
      location: { uri: mirror.clientUri(location.uri), range: location.range },
      message,
    }));
    return { ...diagnostic, relatedInformation };
  });
}
