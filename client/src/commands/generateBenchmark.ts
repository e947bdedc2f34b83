import { commands, ProgressLocation, type TextDocument, Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { askOptions, type BenchmarkChoice } from '../benchmark/askOptions.ts';
import { counted } from '../counted.ts';
import { followedRequest } from '../followedRequest.ts';
import { isTrusted } from '../trust.ts';
import type { Command, CommandContext } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Generates a suite of violations from the active file and its shapes, and shows it. */
export const generateBenchmark: Command = (context) => async (argument) => {
  if (!isTrusted(protocol.whyRestricted.suites)) return;
  const document = await turtleDocument(argument);
  if (!document) return;
  const { statuses, benchmarks } = context;
  const status = statuses.get(document.uri);
  if (status?.verdict === 'unlinked') return linkFirst(document);
  let ifInvalid: IfInvalid | undefined = 'refuse';
  if (status && status.results > 0) {
    ifInvalid = await whenInvalid(document, status, context);
    if (!ifInvalid) return;
  }
  const choice = await askOptions(document.uri);
  if (!choice) return;
  for (;;) {
    const answer = await generate(context.client, document, choice, ifInvalid);
    if (!answer) return;
    switch (answer.kind) {
      case 'noShapes':
        return linkFirst(document);
      case 'failed':
        void window.showErrorMessage(answer.message);
        return;
      case 'invalid':
        ifInvalid = await whenInvalid(document, answer, context);
        if (!ifInvalid) return;
        break;
      case 'generated': {
        const suite = Uri.joinPath(choice.folder, 'suite.json');
        benchmarks.hints.show(answer.hints);
        benchmarks.panels.show(suite);
        await benchmarks.tests.written(suite);
        return;
      }
    }
  }
};

type IfInvalid = protocol.BenchmarkOptions['ifInvalid'];

/** Undefined, after telling the user, when it was cancelled or failed. */
async function generate(
  client: LanguageClient,
  document: TextDocument,
  { folder, ...options }: BenchmarkChoice,
  ifInvalid: IfInvalid,
): Promise<protocol.GeneratedBenchmark | undefined> {
  const name = nameOf(document);
  const progressOptions = {
    location: ProgressLocation.Notification,
    title: `Generating violations of ${name}`,
    cancellable: true,
  };
  return window.withProgress(progressOptions, async (progress, token) => {
    const follow = (value: protocol.BenchmarkProgress) => progress.report(value);
    const params: protocol.GenerateBenchmarkParams = {
      uri: document.uri.toString(),
      folder: folder.toString(),
      options: { ...options, ifInvalid },
    };
    try {
      const answer = await followedRequest(
        client,
        { method: 'shaclRepair/generateBenchmark', params, follow },
        token,
      );
      if (answer) return answer;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      client.error('Generating a benchmark failed', error);
    }
    const message = `No violations of ${name} could be generated. See the output of SHACL Repair for the reason.`;
    void window.showErrorMessage(message);
    return undefined;
  });
}

async function linkFirst(document: TextDocument): Promise<void> {
  const link = 'Link Shapes…';
  const message = `No shapes are linked to ${nameOf(document)}, so there is nothing to violate.`;
  if ((await window.showInformationMessage(message, link)) === link) {
    await commands.executeCommand('shaclRepair.linkShapes');
  }
}

/** @returns the remedy; undefined to do something else first. */
async function whenInvalid(
  document: TextDocument,
  { results }: Pick<protocol.StatusParams['status'], 'results'>,
  { report }: CommandContext,
): Promise<IfInvalid | undefined> {
  const show = 'Show Report';
  const repair = 'Fix All';
  const repaired = 'Use a Repaired Copy';
  const restrict = 'Use the Valid Part';
  const message = `${nameOf(document)} has ${counted(results, 'result')} already.`;
  const detail =
    'A benchmark starts from a valid graph. Repair the file first, or continue with a repaired copy, or with only the valid part.';
  const options = { modal: true, detail };
  const chosen = await window.showWarningMessage(message, options, show, repair, repaired, restrict);
  if (chosen === show) report.show(document);
  if (chosen === repair) await commands.executeCommand('shaclRepair.fixAllInFile');
  if (chosen === repaired) return 'repair';
  return chosen === restrict ? 'restrict' : undefined;
}

function nameOf({ uri }: TextDocument): string {
  return workspace.asRelativePath(uri);
}
