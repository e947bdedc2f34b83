import { ProgressLocation, window } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { folderName } from '../benchmark/suites.ts';
import { followedRequest } from '../followedRequest.ts';
import type { Command } from './command.ts';
import { pickSuite } from './pickSuite.ts';

/** Lists the constraints whose loss a suite would not reveal, and leads to the one that is chosen. */
export const mutationScore: Command =
  ({ client, benchmarks }) =>
  async (argument) => {
    const suite = await pickSuite(benchmarks.suites, argument, 'Show Mutation Score');
    if (!suite) return;
    const options = {
      location: ProgressLocation.Notification,
      title: `Mutation score of ${folderName(suite)}`,
      cancellable: true,
    };
    const answer = await window.withProgress(options, async (progress, token) => {
      const follow = (step: protocol.BenchmarkProgress) => progress.report(step);
      const params = { uri: suite.toString() };
      try {
        return await followedRequest(client, { method: 'shaclRepair/mutationScore', params, follow }, token);
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }
    });
    if (!answer) return;
    if (answer.kind === 'failed') {
      void window.showErrorMessage(answer.message);
      return;
    }
    const { summary, untested } = answer;
    if (untested.length === 0) {
      void window.showInformationMessage(`${summary}.`);
      return;
    }
    const items = untested.map(({ shape, component, value, place }) => ({
      label: `${component} ${value}`,
      description: shape,
      place: client.protocol2CodeConverter.asLocation(place),
    }));
    const chosen = await window.showQuickPick(items, {
      title: summary,
      placeHolder: 'The loss of these constraints would go unnoticed',
      matchOnDescription: true,
    });
    if (chosen) await window.showTextDocument(chosen.place.uri, { selection: chosen.place.range });
  };
