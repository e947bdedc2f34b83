import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { isTrusted } from '../trust.ts';
import type { Command } from './command.ts';

/** Forgets what stores said, and has them asked again. */
export const askStoresAgain: Command =
  ({ stores }) =>
  async () => {
    if (isTrusted(protocol.whyRestricted.stores)) await stores.askAgain();
  };
