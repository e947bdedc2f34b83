import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';
import type { AbilityStore } from '../../../platform/openAi/chatCompletions.ts';
import { readEndpoint } from '../../../platform/openAi/endpoint.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
} from '../../../repair/llm/model/languageModel.ts';
import type { ModelSession } from '../../../repair/llm/model/modelSession.ts';
import type * as protocol from '../../protocol/editor/protocol.ts';
import type { SealedKey } from '../../protocol/editor/protocol.ts';
import type { ModelSettings } from '../../protocol/settings.ts';

/** What the client does for models. */
export interface ModelClient {
  access(params: protocol.ModelAccessParams, signal: AbortSignal): Promise<protocol.ModelAccess>;
  editorModel(params: protocol.EditorModelParams, signal: AbortSignal): Promise<protocol.EditorModelAnswer>;
}

/**
 * The model that the user's settings name. Nothing is loaded or called before the first request, and only endpoints allowed
 * by the client are called.
 */
export class Models implements LanguageModel {
  readonly #client: ModelClient;
  /** The key from the environment; the client's own keys take precedence. */
  readonly #ownKey: string | undefined;
  /** The features that endpoints turned out to support. */
  readonly #abilities: AbilityStore = new Map();
  #session: ModelSession | undefined;
  #settings: ModelSettings;

  constructor(client: ModelClient, settings: ModelSettings, ownKey: string | undefined) {
    this.#client = client;
    this.#settings = settings;
    this.#ownKey = ownKey?.trim() || undefined;
  }

  configure(settings: ModelSettings): void {
    this.#settings = settings;
  }

  get settings(): ModelSettings {
    return this.#settings;
  }

  /** The name that people know it by; undefined when none is configured. */
  get name(): string | undefined {
    const { provider, id } = this.#settings;
    if (provider === 'none') return undefined;
    return id || (provider === 'vscode' ? 'VS Code’s model' : undefined);
  }

  get id(): string {
    return this.name ?? 'none';
  }

  /**
   * Identifies the model's endpoint; it holds no secrets.
   *
   * @throws ModelError when the base URL is not valid.
   */
  get url(): string {
    const { provider, baseUrl } = this.#settings;
    return provider === 'openai' ? readEndpoint(baseUrl).url : `${provider}:`;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    switch (this.#settings.provider) {
      case 'none':
        throw new ModelError('model', 'No model is configured. Set shaclRepair.model.provider.');
      case 'vscode':
        return this.#askEditor(request, signal);
      case 'openai':
        return (await this.#endpoint(signal)).complete(request, signal);
    }
  }

  /** The endpoint, with the client's key for this call. */
  async #endpoint(signal: AbortSignal): Promise<LanguageModel> {
    const { id, baseUrl, timeout, limits } = this.#settings;
    if (!id) throw new ModelError('model', 'No model is named. Set shaclRepair.model.id.');
    // Most users never ask a model.
    const { OpenAiModel } = await import('../../../platform/openAi/openAiModel.ts');
    let key: string | undefined;
    const model = new OpenAiModel({
      baseUrl,
      model: id,
      key: async () => key,
      silence: timeout,
      abilities: this.#abilities,
    });
    const { url, host } = model.endpoint;
    const seal = newKeySeal();
    const { publicKey } = seal;
    const hasOwnKey = this.#ownKey !== undefined;
    const access = await this.#client.access({ url, host, model: id, hasOwnKey, publicKey }, signal);
    if (access.kind === 'refused') throw new ModelError('refused', access.message);
    key = access.key ? seal.open(access.key) : this.#ownKey;
    const { ModelSession } = await import('../../../repair/llm/model/modelSession.ts');
    this.#session ??= new ModelSession(limits);
    this.#session.configure(limits);
    return this.#session.of(model, url);
  }

  async #askEditor(
    { messages: sent, temperature, maxTokens }: ModelRequest,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const start = performance.now();
    // Only the command line's agents have tools, and they ask endpoints.
    const messages = sent.map(({ role, text }) => ({ role: role === 'tool' ? 'user' : role, text }) as const);
    const params = { model: this.#settings.id, messages, temperature, maxTokens };
    const answer = await this.#client.editorModel(params, signal);
    signal.throwIfAborted();
    if (answer.kind === 'failed') throw new ModelError(answer.error, answer.message);
    const { text, model, usage } = answer;
    return {
      text,
      finish: 'done',
      usage: { ...usage, estimated: true },
      model,
      format: 'prompt',
      ms: performance.now() - start,
      fromCache: false,
    };
  }
}

/** A key pair for sealing: only `open` can read what a client seals for `publicKey`. For use with a single key. */
export interface KeySeal {
  /** As SPKI in base64. */
  readonly publicKey: string;
  /** @throws when the text was not sealed for this seal. */
  open(sealed: SealedKey): string;
}

/** A new seal, for asking a client for a key in messages that may be traced. */
export function newKeySeal(): KeySeal {
  const own = generateKeyPairSync('x25519');
  return {
    publicKey: own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    open({ publicKey, nonce, text, tag }) {
      const theirs = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
      const secret = diffieHellman({ privateKey: own.privateKey, publicKey: theirs });
      const key = createHash('sha256').update(secret).digest();
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
      decipher.setAuthTag(Buffer.from(tag, 'base64'));
      return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8');
    },
  };
}
