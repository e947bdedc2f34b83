import { window } from 'vscode';
import { hostOf } from '../model/apiKeys.ts';
import { modelChoice } from '../model/modelSupport.ts';
import type { Command } from './command.ts';

/** Stores the key of the configured endpoint in VS Code's secret storage. */
export const setApiKey: Command =
  ({ models }) =>
  async () => {
    const { baseUrl } = modelChoice();
    const host = hostOf(baseUrl);
    if (!host) {
      void window.showErrorMessage(
        `shaclRepair.model.baseUrl is not the URL of an endpoint: ${baseUrl}. It looks like https://api.openai.com/v1.`,
      );
      return;
    }
    const key = await window.showInputBox({
      title: `API Key for ${host.name}`,
      prompt: `It is stored in VS Code's secret storage and sent only to ${host.name}.`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        /^[\x21-\x7e]*$/.test(text.trim()) ? undefined : 'A key has no spaces or line breaks in it.',
    });
    if (!key?.trim()) return;
    await models.keys.set(host, key.trim());
    void window.showInformationMessage(`The API key for ${host.name} has been saved.`);
  };
