import { ProgressLocation, Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isTrusted } from '../trust.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/**
 * Lets the user choose which imports and contexts without a file to download, and downloads them into the folder `imports`.
 */
export const fetchImports: Command =
  ({ client, statuses }) =>
  async (argument) => {
    if (!isTrusted(protocol.whyRestricted.imports)) return;
    const given = typeof argument === 'string' ? Uri.parse(argument) : (await turtleDocument(argument))?.uri;
    if (!given) return;
    const { lackingImports = [], lackingContexts = [] } = statuses.get(given) ?? {};
    const lacking = [...lackingImports, ...lackingContexts];
    if (lacking.length === 0) {
      void window.showInformationMessage('All imports of this file lead to files.');
      return;
    }
    const chosen = await window.showQuickPick(
      lacking.map((iri) => ({ label: iri, description: `from ${Uri.parse(iri).authority}`, picked: true })),
      {
        title: 'Fetch Imports',
        placeHolder: `The ticked files are downloaded into the folder imports in the workspace of ${workspace.asRelativePath(given)}`,
        canPickMany: true,
      },
    );
    if (!chosen || chosen.length === 0) return;
    const found = await fetchAll(
      client,
      given,
      chosen.map(({ label: iri }) => ({ iri, isContext: lackingContexts.includes(iri) })),
    );
    const failed = found.flatMap((each) => (each.kind === 'failed' ? `<${each.iri}>: ${each.message}` : []));
    const files = found.flatMap((each) => (each.kind === 'fetched' ? each.locked.file : []));
    if (failed.length > 0) void window.showWarningMessage(`Not fetched: ${failed.join(' ')}`);
    if (files.length > 0) {
      void window.showInformationMessage(
        `Fetched into imports: ${files.join(', ')}. imports.lock.json says where they came from.`,
      );
    }
  };

function fetchAll(
  client: LanguageClient,
  uri: Uri,
  wanted: readonly Pick<protocol.FetchImportParams, 'iri' | 'isContext'>[],
): Thenable<readonly protocol.FetchImportAnswer[]> {
  const options = { location: ProgressLocation.Notification, title: 'Fetching imports', cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    const found: protocol.FetchImportAnswer[] = [];
    for (const each of wanted) {
      const { iri } = each;
      if (token.isCancellationRequested) break;
      progress.report({ message: iri });
      const fetchWith = (allowed: readonly string[]) =>
        ask(client, 'shaclRepair/fetchImport', { uri: uri.toString(), ...each, allowed }, token);
      const fetched = await fetchOne(iri, fetchWith);
      if (fetched) found.push(fetched);
    }
    return found;
  });
}

/** Asks about each server that a download is redirected to. */
async function fetchOne(
  iri: string,
  fetchWith: (allowed: readonly string[]) => Promise<protocol.FetchImportAnswer | null>,
): Promise<protocol.FetchImportAnswer | null> {
  const allowed: string[] = [];
  for (;;) {
    const fetched = await fetchWith(allowed);
    if (fetched?.kind !== 'redirected') return fetched;
    const { origin } = fetched;
    const question = `<${iri}> is at ${origin} now. Download it there?`;
    const answer = await window.showWarningMessage(question, { modal: true }, 'Download');
    if (answer === undefined)
      return { kind: 'failed', iri, message: `It is at ${origin}, which was not asked.` };
    allowed.push(origin);
  }
}
