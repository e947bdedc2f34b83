import { Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isTrusted } from '../trust.ts';
import type { ExportFormat } from './messages.ts';

/** Saves the report about a file as a file that the user names, and offers to open it. */
export async function exportReport(client: LanguageClient, file: Uri, format: ExportFormat): Promise<void> {
  if (!isTrusted(protocol.whyRestricted.exports)) return;
  const { name, extension } = formats[format];
  const target = await window.showSaveDialog({
    title: 'Export Validation Report',
    saveLabel: 'Export',
    defaultUri: besides(file, extension),
    filters: { [name]: [extension] },
  });
  if (!target) return;
  const params: protocol.ExportReportParams = { uri: file.toString(), format };
  const report = await ask(client, 'shaclRepair/exportReport', params);
  if (!report) {
    void window.showErrorMessage(
      'The report could not be created. See the output of SHACL Repair for the reason.',
    );
    return;
  }
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(report.text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`${target.fsPath} could not be written: ${reason}`);
    return;
  }
  const open = 'Open';
  const chosen = await window.showInformationMessage(
    `The report was saved as ${workspace.asRelativePath(target)}.`,
    open,
  );
  if (chosen === open) await window.showTextDocument(target, { preview: false });
}

const formats: Record<ExportFormat, { readonly name: string; readonly extension: string }> = {
  turtle: { name: 'Turtle', extension: 'ttl' },
  json: { name: 'JSON', extension: 'json' },
  markdown: { name: 'Markdown', extension: 'md' },
};

/** `units.report.md` beside units.ttl; in a folder of the workspace for what is not saved yet. */
function besides(file: Uri, extension: string): Uri {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const report = `${name}.report.${extension}`;
  return file.scheme === 'untitled' && folder
    ? Uri.joinPath(folder, report)
    : Uri.joinPath(file, '..', report);
}
