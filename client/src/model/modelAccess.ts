import { window, workspace } from 'vscode';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type ApiKeys, type Consents, type Host, hostOf } from './apiKeys.ts';
import { sealKey } from './sealKey.ts';

/** Decides whether the server may call an endpoint, and gives it the key. Every call passes through here. */
export class ModelPermission {
  readonly #keys: ApiKeys;
  readonly #consents: Consents;
  /** The question that is on the screen, by origin: several calls wait for one answer. */
  readonly #openQuestions = new Map<string, Promise<boolean>>();

  constructor(keys: ApiKeys, consents: Consents) {
    this.#keys = keys;
    this.#consents = consents;
  }

  async answer(params: protocol.ModelAccessParams): Promise<protocol.ModelAccess> {
    const host = hostOf(params.url);
    if (!workspace.isTrusted) return { kind: 'refused', message: protocol.whyRestricted.models };
    if (!host) return { kind: 'refused', message: `${params.url} is not the URL of an endpoint.` };
    const key = await this.#keys.get(host);
    if (!this.#consents.has(host) && !(await this.#askOnce(host, params, key !== undefined))) {
      const message = `Nothing was sent to ${host.name}: you have not allowed it.`;
      return { kind: 'refused', message };
    }
    return { kind: 'granted', ...(key !== undefined && { key: sealKey(key, params.publicKey) }) };
  }

  #askOnce(host: Host, params: protocol.ModelAccessParams, hasKey: boolean): Promise<boolean> {
    const asked = this.#openQuestions.get(host.origin) ?? this.#ask(host, params, hasKey);
    this.#openQuestions.set(host.origin, asked);
    return asked.finally(() => this.#openQuestions.delete(host.origin));
  }

  async #ask(
    host: Host,
    { model, hasOwnKey }: protocol.ModelAccessParams,
    hasKey: boolean,
  ): Promise<boolean> {
    const key = hasKey
      ? ' with your API key for it'
      : hasOwnKey
        ? ' with the API key of the environment variable OPENAI_API_KEY'
        : ', without an API key';
    const allow = 'Allow';
    const chosen = await window.showWarningMessage(
      `Send data to ${host.name}?`,
      {
        modal: true,
        detail: `To find repairs, SHACL Repair sends shapes and triples to the model “${model}” at ${host.name}${key}: those that matter for a result, or all of them if you choose a strategy that shows all. Other commands send what they need: statements with syntax errors, the triples between two nodes, a text that you select. You will not be asked again for this endpoint. To revoke your permission, run “SHACL Repair: Forget Model Endpoint…”.`,
      },
      allow,
    );
    if (chosen !== allow) return false;
    await this.#consents.give(host);
    return true;
  }
}
