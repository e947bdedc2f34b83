import { window } from 'vscode';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { hostOf } from '../model/apiKeys.ts';
import { namesNoStore, pickStore, storesOfActiveFile } from '../stores/pickStore.ts';
import { isTrusted } from '../trust.ts';
import type { Command } from './command.ts';

/** Has the user allow a store to be asked: the one of a quick fix, or one that the active file names. */
export const allowStore: Command =
  ({ stores, statuses }) =>
  async (argument) => {
    if (!isTrusted(protocol.whyRestricted.stores)) return;
    const given = argument as protocol.StoreAddress | undefined;
    const named = storesOfActiveFile(statuses);
    const host = given ? hostOf(given.url) : await pickStore(named, 'Allow Store');
    if (!host) {
      if (named.length === 0) void window.showInformationMessage(namesNoStore);
      return;
    }
    if (await stores.allow(host)) await stores.askAgain();
  };
