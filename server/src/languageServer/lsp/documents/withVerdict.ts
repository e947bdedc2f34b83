import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Validated } from '../../protocol/engine/messages.ts';

/**
 * Adds a diagnostic about the verdict at the start of the document, for clients that show no status: without it, a file
 * that nothing was checked in looks like one that conforms.
 */
export function withVerdict(validated: Validated): Validated {
  const message = verdictMessage(validated.status);
  if (message === undefined) return validated;
  const diagnostic = fileDiagnostic(DiagnosticSeverity.Information, validated.status.verdict, message);
  const { uri, diagnostics } = validated;
  return { ...validated, diagnostics: { ...diagnostics, [uri]: [diagnostic, ...(diagnostics[uri] ?? [])] } };
}

/** Undefined where the other diagnostics, or their absence, say it all. */
function verdictMessage({ verdict, reasons, isShapesFile }: Validated['status']): string | undefined {
  if (verdict === 'conforms' || verdict === 'violates' || isShapesFile) return undefined;
  const [first = '', ...more] = reasons.map(({ message }) => message);
  const rest =
    more.length === 0 ? '' : ` And ${more.length} more ${more.length === 1 ? 'reason' : 'reasons'}.`;
  return verdict === 'undecided'
    ? `No results, but not everything was checked. ${first}${rest}`
    : `${first}${rest}`;
}

/** A diagnostic about a whole file, at its start. */
export function fileDiagnostic(severity: DiagnosticSeverity, code: string, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity, source: 'SHACL Repair', code, message };
}
