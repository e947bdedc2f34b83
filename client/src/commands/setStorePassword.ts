import { type InputBoxOptions, window } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { Host } from '../model/apiKeys.ts';
import { namesNoStore, pickStore, storesOfActiveFile } from '../stores/pickStore.ts';
import type { Command } from './command.ts';

/** Stores the user's credentials for a store in VS Code's secret storage. */
export const setStorePassword: Command =
  ({ stores, statuses }) =>
  async () => {
    const named = storesOfActiveFile(statuses);
    if (named.length === 0) {
      void window.showInformationMessage(namesNoStore);
      return;
    }
    const host = await pickStore(named, 'Set Store Password');
    const credentials = host && (await askCredentials(host));
    if (!credentials) return;
    await stores.permissions.setCredentials(host, credentials);
    if (await stores.allow(host)) await stores.askAgain();
  };

async function askCredentials(host: Host): Promise<protocol.SecretCredentials | undefined> {
  const password = { label: 'User name and password', description: 'Basic authentication' };
  const token = { label: 'Token', description: 'Bearer authentication' };
  const title = `Credentials for ${host.name}`;
  const kind = await window.showQuickPick([password, token], { title, ignoreFocusOut: true });
  if (!kind) return undefined;
  const input: InputBoxOptions = { title, ignoreFocusOut: true };
  const secret = {
    ...input,
    password: true,
    prompt: `It is stored in VS Code's secret storage and sent only to ${host.name}.`,
  };
  if (kind === token) {
    const given = await window.showInputBox(secret);
    return given?.trim() ? { token: given.trim() } : undefined;
  }
  const user = await window.showInputBox({ ...input, prompt: 'User name' });
  const given = user ? await window.showInputBox(secret) : undefined;
  return user && given !== undefined ? { user, password: given } : undefined;
}
