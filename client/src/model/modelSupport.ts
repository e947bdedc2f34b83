import {
  type Disposable,
  type Memento,
  type OutputChannel,
  type SecretStorage,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient, StaticFeature } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ApiKeys, Consents } from './apiKeys.ts';
import { askEditorModel } from './editorModel.ts';
import { ModelPermission } from './modelAccess.ts';

interface Storage {
  readonly secrets: SecretStorage;
  readonly globalState: Memento;
}

/** The client's side of model requests: announces its support to the server and handles the server's requests. */
export class ModelSupport implements Disposable {
  readonly keys: ApiKeys;
  readonly consents: Consents;
  readonly #disposables: readonly Disposable[];
  #channel: OutputChannel | undefined;

  constructor(client: LanguageClient, { secrets, globalState }: Storage) {
    this.keys = new ApiKeys(secrets);
    this.consents = new Consents(globalState);
    const access = new ModelPermission(this.keys, this.consents);
    client.registerFeature(capability);
    this.#disposables = [
      client.onRequest<protocol.ModelAccess, void>(
        protocol.modelAccess,
        (params: protocol.ModelAccessParams) => access.answer(params),
      ),
      client.onRequest<protocol.EditorModelAnswer, void>(protocol.editorModel, askEditorModel),
      client.onNotification(protocol.modelTrace, ({ text }: protocol.ModelTraceParams) => {
        this.#channel ??= window.createOutputChannel('SHACL Repair Models', 'markdown');
        this.#channel.appendLine(text);
      }),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#channel?.dispose();
  }

  /** Shows what models were asked and answered, if any were. */
  showTrace(): void {
    this.#channel?.show(true);
  }
}

const capability: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const own: protocol.ClientCapability = {
      status: true,
      settings: true,
      models: true,
      stores: true,
      imports: true,
    };
    capabilities.experimental = { ...capabilities.experimental, shaclRepair: own };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

/** The user's settings for the model. */
export interface ModelChoice {
  readonly provider: 'none' | 'vscode' | 'openai';
  readonly id: string;
  readonly baseUrl: string;
}

export function modelChoice(): ModelChoice {
  return {
    provider: userSetting<ModelChoice['provider']>('provider') ?? 'none',
    id: userSetting<string>('id')?.trim() ?? '',
    baseUrl: userSetting<string>('baseUrl')?.trim() || 'https://api.openai.com/v1',
  };
}

/**
 * A setting of `shaclRepair.model` from the user's settings, on this machine or a remote one. Workspace settings do not
 * count: that could send data elsewhere, or spend more.
 */
function userSetting<Value>(name: string): Value | undefined {
  const found = workspace.getConfiguration('shaclRepair.model').inspect<Value>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** The settings of `shaclRepair` for the server. Settings that only the user may decide are taken from the user's own. */
export function withUserSettings(settings: { readonly model?: object } | null): unknown {
  if (!settings?.model) return settings;
  const own = ['provider', 'id', 'baseUrl', 'maxCost', 'prices'].map((name) => [name, userSetting(name)]);
  return { ...settings, model: { ...settings.model, ...Object.fromEntries(own) } };
}

/** The model's name for people. */
export function modelName({ id, provider }: ModelChoice): string {
  return id || (provider === 'vscode' ? 'VS Code’s model' : 'the model');
}
