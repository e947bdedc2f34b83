import { commands, type Memento, type SecretStorage } from 'vscode';

/** An endpoint, identified by what keys and consents apply to: scheme, name and port. */
export interface Host {
  /** `https://api.openai.com`. */
  readonly origin: string;
  /** `api.openai.com`. */
  readonly name: string;
}

/** Undefined for a text that is not the URL of an endpoint. */
export function hostOf(url: string): Host | undefined {
  try {
    const { origin, host, protocol } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? { origin, name: host } : undefined;
  } catch {
    // The server reports an invalid URL when it uses it.
    return undefined;
  }
}

/** The keys of endpoints, in the editor's own secret storage and nowhere else. */
export class ApiKeys {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  get({ origin }: Host): Thenable<string | undefined> {
    return this.#secrets.get(`apiKey ${origin}`);
  }

  set({ origin }: Host, key: string): Thenable<void> {
    return this.#secrets.store(`apiKey ${origin}`, key);
  }

  clear({ origin }: Host): Thenable<void> {
    return this.#secrets.delete(`apiKey ${origin}`);
  }
}

/** Which endpoints the user has allowed data to be sent to. */
export class Consents {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
    this.#offerToForget();
  }

  /** The origins of all that are allowed. */
  get all(): readonly string[] {
    return this.#memory.get<readonly string[]>(name, []);
  }

  has({ origin }: Host): boolean {
    return this.all.includes(origin);
  }

  give({ origin }: Host): Promise<void> {
    return this.#keep([...new Set([...this.all, origin])]);
  }

  withdraw({ origin }: Host): Promise<void> {
    return this.#keep(this.all.filter((each) => each !== origin));
  }

  async #keep(origins: readonly string[]): Promise<void> {
    await this.#memory.update(name, origins);
    this.#offerToForget();
  }

  /** By this key, package.json shows the command that forgets them, whichever model is set at that time. */
  #offerToForget(): void {
    void commands.executeCommand('setContext', 'shaclRepair.allowsEndpoints', this.all.length > 0);
  }
}

const name = 'modelConsents';
