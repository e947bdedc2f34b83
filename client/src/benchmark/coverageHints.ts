import {
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  Uri,
  workspace,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';

/**
 * Marks constraints that no case covers where they are declared, with the reasons. The marks of a file are removed when its
 * text changes, because they may be wrong then, or once somebody has read them.
 */
export class CoverageHints implements Disposable {
  readonly #marks: DiagnosticCollection;
  readonly #disposables: readonly Disposable[];

  constructor() {
    this.#marks = languages.createDiagnosticCollection('shaclRepair.coverage');
    this.#disposables = [
      this.#marks,
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#marks.delete(document.uri);
      }),
    ];
  }

  /** Shows these hints and no others. */
  show(hints: readonly protocol.UncoveredHint[]): void {
    this.clear();
    const byFile = new Map<string, Diagnostic[]>();
    for (const { reason, message, place } of hints) {
      const { start, end } = place.range;
      const range = new Range(start.line, start.character, end.line, end.character);
      const mark = new Diagnostic(range, message, DiagnosticSeverity.Hint);
      mark.source = 'VIO coverage';
      mark.code = reason;
      byFile.set(place.uri, [...(byFile.get(place.uri) ?? []), mark]);
    }
    for (const [uri, marks] of byFile) this.#marks.set(Uri.parse(uri), marks);
  }

  clear(): void {
    this.#marks.clear();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
