import { window } from 'vscode';
import { hostOf } from '../model/apiKeys.ts';
import { modelChoice } from '../model/modelSupport.ts';
import { distinct, pickStore } from '../stores/pickStore.ts';
import type { Command } from './command.ts';

/** Forgets the key of an endpoint, and the consent to send data there: an endpoint that was allowed, or the current one. */
export const forgetModelEndpoint: Command =
  ({ models }) =>
  async () => {
    const { baseUrl } = modelChoice();
    const hosts = distinct([...models.consents.all.map(hostOf), hostOf(baseUrl)]);
    const host = await pickStore(hosts, 'Forget Model Endpoint');
    if (!host) {
      if (hosts.length === 0)
        void window.showErrorMessage(`shaclRepair.model.baseUrl is not the URL of an endpoint: ${baseUrl}.`);
      return;
    }
    await models.keys.clear(host);
    await models.consents.withdraw(host);
    void window.showInformationMessage(
      `The API key for ${host.name} has been removed. You will be asked before anything is sent there again.`,
    );
  };
