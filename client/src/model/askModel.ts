import { commands, ProgressLocation, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type {
  MethodAnswer,
  MethodParams,
} from '../../../server/src/languageServer/protocol/methods/methods.ts';
import { followedRequest } from '../followedRequest.ts';
import { isTrusted } from '../trust.ts';
import { modelChoice } from './modelSupport.ts';

/** True if a model is allowed and configured; otherwise tells the user what to do. */
export function canAskModel(): boolean {
  if (!isTrusted(protocol.whyRestricted.models)) return false;
  const { provider, id } = modelChoice();
  if (provider === 'none' || (provider === 'openai' && id === '')) {
    const message = 'No language model is configured. Choose one in the settings.';
    void offer(message, 'Open Settings', 'workbench.action.openSettings', 'shaclRepair.model');
    return false;
  }
  return true;
}

/** VS Code shows a dialog before its models are used for the first time, without telling extensions. */
function asksPermission(): boolean {
  return modelChoice().provider === 'vscode';
}

async function offer(message: string, button: string, command: string, ...args: unknown[]): Promise<void> {
  const chosen = await window.showInformationMessage(message, button);
  if (chosen === button) await commands.executeCommand(command, ...args);
}

/**
 * Sends a request that asks a model, with progress and a way to cancel. Undefined if it was cancelled or failed, after
 * telling the user why.
 *
 * @param remedies buttons that are offered where it failed.
 */
export async function askWithProgress<Name extends ModelMethod>(
  client: LanguageClient,
  title: string,
  method: Name,
  params: Omit<MethodParams<Name>, 'partialResultToken'>,
  remedies: Remedies = {},
): Promise<Answered<Name> | undefined> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  const answer = await window.withProgress(options, async (progress, token) => {
    let isFirst = true;
    const follow = ({ message }: protocol.ModelProgress) => {
      const hint = isFirst && asksPermission() ? '; VS Code may ask for your permission' : '';
      isFirst = false;
      progress.report({ message: `${message}${hint}` });
    };
    try {
      return await followedRequest(client, { method, params, follow }, token);
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      client.error('Asking a model failed', error);
      return null;
    }
  });
  if (answer === undefined) return undefined;
  if (answer === null) {
    const message = 'The request to the model failed. See the output of SHACL Repair for the reason.';
    void window
      .showErrorMessage(message, ...Object.keys(remedies))
      .then((chosen) => (chosen === undefined ? undefined : remedies[chosen]?.()));
    return undefined;
  }
  if (answer.kind === 'answered') return answer as Answered<Name>;
  void showFailure(answer, remedies);
  return undefined;
}

/** The methods that ask a model. */
type ModelMethod =
  `shaclRepair/${'modelRepairs' | 'repairWithModel' | 'generateSamples' | 'sayConnection' | 'extractFacts'}`;
type Answered<Name extends ModelMethod> = Extract<MethodAnswer<Name>, { readonly kind: 'answered' }>;

/** What can be done about a failure, by the labels of buttons. */
type Remedies = Readonly<Record<string, () => Promise<void>>>;

/**
 * Tells the user why something could not be done, with buttons for remedies.
 *
 * @param remedies further ones.
 */
export async function showFailure(
  { message, about }: protocol.Failure,
  remedies: Remedies = {},
): Promise<void> {
  const setKey = 'Set API Key';
  const settings = 'Open Settings';
  const buttons = about === 'key' ? [setKey] : about === 'model' || about === 'request' ? [settings] : [];
  const chosen = await window.showErrorMessage(message, ...buttons, ...Object.keys(remedies));
  if (chosen !== undefined) await remedies[chosen]?.();
  if (chosen === setKey) await commands.executeCommand('shaclRepair.setApiKey');
  if (chosen === settings) {
    await commands.executeCommand('workbench.action.openSettings', 'shaclRepair.model');
  }
}
