import { window } from 'vscode';
import { hostOf } from '../model/apiKeys.ts';
import { modelChoice } from '../model/modelSupport.ts';
import type { Command } from './command.ts';

/** Forgets the key of the endpoint that is set, and that data may be sent there. */
export const clearApiKey: Command =
  ({ models }) =>
  async () => {
    const { baseUrl } = modelChoice();
    const host = hostOf(baseUrl);
    if (!host) {
      void window.showErrorMessage(`shaclRepair.model.baseUrl is not the URL of an endpoint: ${baseUrl}.`);
      return;
    }
    await models.keys.clear(host);
    await models.consents.withdraw(host);
    void window.showInformationMessage(
      `The API key for ${host.name} has been removed. You will be asked before anything is sent there again.`,
    );
  };
