import { window } from 'vscode';
import { hostOf } from '../model/apiKeys.ts';
import { distinct, pickStore, storesOfActiveFile } from '../stores/pickStore.ts';
import type { Command } from './command.ts';

/** Forgets the credentials of a store, and that it may be asked. */
export const forgetStore: Command =
  ({ stores, statuses }) =>
  async () => {
    const allowed = stores.permissions.allowed.map(hostOf);
    const hosts = distinct([...allowed, ...storesOfActiveFile(statuses)]);
    const host = await pickStore(hosts, 'Forget Store');
    if (!host) {
      if (hosts.length === 0) void window.showInformationMessage('No store has been allowed.');
      return;
    }
    await stores.permissions.forget(host);
    await stores.askAgain();
    void window.showInformationMessage(
      `${host.name} will not be asked again, and its password or token has been removed.`,
    );
  };
