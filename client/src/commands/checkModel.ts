import { type CancellationToken, ProgressLocation, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type {
  MethodAnswer,
  MethodParams,
} from '../../../server/src/languageServer/protocol/methods/methods.ts';
import { counted } from '../counted.ts';
import { costText, receiver } from '../evaluation/confirmModel.ts';
import { followedRequest } from '../followedRequest.ts';
import { canAskModel, showFailure } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import { showModelCheck } from '../modelCheck/showModelCheck.ts';
import type { Command } from './command.ts';

/** Finds out how well the model that is configured speaks Turtle, and shows the outcome. */
export const checkModel: Command =
  ({ client, extension, subscriptions }) =>
  async () => {
    if (!canAskModel()) return;
    const name = modelName(modelChoice());
    const title = `Checking ${name}`;
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    const checked = await window.withProgress(options, async (progress, token) => {
      progress.report({ message: 'estimating tokens and costs' });
      if (!(await confirm(client, name, token))) return undefined;
      const follow = (value: protocol.ModelCheckProgress) => progress.report(value);
      return ask(client, 'shaclRepair/checkModel', token, follow);
    });
    if (!checked) return;
    if (checked.kind === 'failed') {
      void showFailure(checked);
      return;
    }
    subscriptions.push(showModelCheck(name, checked.html, extension.extensionUri));
    if (checked.stopped) void showFailure(checked.stopped);
  };

/** Shows the number of requests, tokens and costs before anything is sent, and asks for confirmation. */
async function confirm(client: LanguageClient, name: string, token: CancellationToken): Promise<boolean> {
  const estimate = await ask(client, 'shaclRepair/estimateModelCheck', token);
  if (!estimate) return false;
  if (estimate.kind === 'failed') {
    void showFailure(estimate);
    return false;
  }
  const { requests, inputTokens, maxCost } = estimate;
  const detail = `About ${counted(inputTokens, 'token')} of input, ${costText(maxCost)}.\n\nThe questions are about made-up graphs and are sent to ${receiver()}. None of your files are sent. Recorded answers are reused.`;
  const question = `Ask ${name} ${requests} questions about Turtle?`;
  return (await window.showWarningMessage(question, { modal: true, detail }, 'Ask')) === 'Ask';
}

/** Undefined when it was cancelled. */
async function ask<Name extends 'shaclRepair/estimateModelCheck' | 'shaclRepair/checkModel'>(
  client: LanguageClient,
  method: Name,
  token: CancellationToken,
  follow: (progress: protocol.ModelCheckProgress) => void = () => {},
): Promise<MethodAnswer<Name> | protocol.Failure | undefined> {
  const broken = 'The model could not be checked. See the output of SHACL Repair for the reason.';
  try {
    const answer = await followedRequest(client, { method, params: {} as MethodParams<Name>, follow }, token);
    return answer ?? { kind: 'failed', message: broken };
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    client.error('Checking a model failed', error, false);
    return { kind: 'failed', message: broken };
  }
}
