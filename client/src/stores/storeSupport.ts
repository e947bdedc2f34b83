import { type Disposable, type Memento, type SecretStorage, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type Host, hostOf } from '../model/apiKeys.ts';
import { sealKey } from '../model/sealKey.ts';
import { StorePermissions } from './storePermissions.ts';

/** The client's side of asking triple stores: what the user has allowed. */
export class StoreSupport implements Disposable {
  readonly permissions: StorePermissions;
  readonly #client: LanguageClient;
  readonly #handler: Disposable;

  constructor(
    client: LanguageClient,
    storage: { readonly secrets: SecretStorage; readonly globalState: Memento },
  ) {
    this.permissions = new StorePermissions(storage);
    this.#client = client;
    this.#handler = client.onRequest<protocol.StoreAccess, void>(
      protocol.storeAccess,
      (params: protocol.StoreAccessParams) => this.#access(params),
    );
  }

  dispose(): void {
    this.#handler.dispose();
  }

  /** Asks the user for permission, unless it was given before. */
  async allow(host: Host): Promise<boolean> {
    if (this.permissions.isAllowed(host)) return true;
    const allow = 'Allow';
    const chosen = await window.showWarningMessage(
      `Ask the store at ${host.name}?`,
      {
        modal: true,
        detail: `SHACL Repair sends queries to ${host.origin} with the names and values of your files that the shapes look up, and takes into account what the store says about them. This holds for all files that name a store at this host. To revoke it, run “SHACL Repair: Forget Store”.`,
      },
      allow,
    );
    if (chosen !== allow) return false;
    await this.permissions.allow(host);
    return true;
  }

  /** Has stores asked again. */
  async askAgain(): Promise<void> {
    await this.#client.sendNotification(protocol.askStoresAgain);
  }

  async #access({ url, publicKey }: protocol.StoreAccessParams): Promise<protocol.StoreAccess> {
    const host = hostOf(url);
    if (!workspace.isTrusted)
      return { kind: 'refused', message: protocol.whyRestricted.stores, canAllow: false };
    if (!host) return { kind: 'refused', message: 'This is not the address of a store.', canAllow: false };
    if (!this.permissions.isAllowed(host)) {
      const message = `You have not allowed ${host.name} to be asked. Run “SHACL Repair: Allow Store…”, or choose “Ask ${host.name}” among its quick fixes.`;
      return { kind: 'refused', message, canAllow: true };
    }
    const credentials = await this.permissions.credentials(host);
    return {
      kind: 'granted',
      ...(credentials !== undefined && { credentials: sealKey(credentials, publicKey) }),
    };
  }
}
