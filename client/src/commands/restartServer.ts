import { State } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';
import type { Command } from './command.ts';

/** Starts the engine anew, and the whole server when that does not run. */
export const restartServer: Command =
  ({ client }) =>
  async () => {
    if (client.state === State.Running) await client.sendRequest(protocol.restartEngine);
    else await client.start();
  };
