import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';

/** A diagnostic about a whole file, at its start. */
export function fileDiagnostic(severity: DiagnosticSeverity, code: string, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity, source: 'SHACL Repair', code, message };
}
