import type { Memento, SecretStorage } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { Host } from '../model/apiKeys.ts';

/**
 * Which stores the user has allowed to be asked, and the credentials for them: in the state and the secret storage of the
 * editor, which no workspace can write to.
 */
export class StorePermissions {
  readonly #memory: Memento;
  readonly #secrets: SecretStorage;

  constructor({
    globalState,
    secrets,
  }: {
    readonly globalState: Memento;
    readonly secrets: SecretStorage;
  }) {
    this.#memory = globalState;
    this.#secrets = secrets;
  }

  /** The origins of all that are allowed. */
  get allowed(): readonly string[] {
    return this.#memory.get<readonly string[]>(name, []);
  }

  isAllowed({ origin }: Host): boolean {
    return this.allowed.includes(origin);
  }

  allow({ origin }: Host): Thenable<void> {
    return this.#memory.update(name, [...new Set([...this.allowed, origin])]);
  }

  /** Withdraws the permission, and forgets the credentials. */
  async forget({ origin }: Host): Promise<void> {
    await this.#secrets.delete(secretName(origin));
    await this.#memory.update(
      name,
      this.allowed.filter((each) => each !== origin),
    );
  }

  /** A `SecretCredentials` as JSON. */
  credentials({ origin }: Host): Thenable<string | undefined> {
    return this.#secrets.get(secretName(origin));
  }

  setCredentials({ origin }: Host, credentials: protocol.SecretCredentials): Thenable<void> {
    return this.#secrets.store(secretName(origin), JSON.stringify(credentials));
  }
}

const name = 'allowedStores';

function secretName(origin: string): string {
  return `store ${origin}`;
}
