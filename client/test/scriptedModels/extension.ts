import {
  type CancellationToken,
  commands,
  type Disposable,
  type ExtensionContext,
  LanguageModelError,
  LanguageModelTextPart,
  lm,
  window,
  workspace,
} from 'vscode';
import type { ScriptedEditorModel, ScriptedReply, ScriptedRequest } from './script.ts';

/** Of VS Code's proposal chatProvider, as version 1.100 has it, what is needed here. */
interface ProposedLm {
  registerChatModelProvider(id: string, provider: Provider, metadata: object): Disposable;
}
interface Provider {
  provideLanguageModelResponse(
    messages: readonly { readonly content: readonly unknown[] }[],
    options: object,
    extensionId: string,
    progress: { report(part: { readonly index: number; readonly part: LanguageModelTextPart }): void },
    token: CancellationToken,
  ): Promise<void>;
  provideTokenCount(text: string | object, token: CancellationToken): Promise<number>;
}

/** Brings the models of the setting `scriptedModels.models` when the command is run, and none before. */
export function activate({ subscriptions }: ExtensionContext): void {
  const channel = window.createOutputChannel('Scripted Models');
  const asked = (request: ScriptedRequest) => channel.appendLine(JSON.stringify(request));
  const bring = () => {
    const models = workspace
      .getConfiguration('scriptedModels')
      .get<readonly ScriptedEditorModel[]>('models', []);
    for (const model of models) {
      subscriptions.push(
        (lm as unknown as ProposedLm).registerChatModelProvider(model.id, provider(model, asked), {
          vendor: 'scripted',
          name: model.id,
          family: model.family,
          version: '1',
          maxInputTokens: 100_000,
          maxOutputTokens: 10_000,
          // So that VS Code asks its user before another extension may use it.
          auth: { label: 'Scripted Account' },
        }),
      );
    }
  };
  subscriptions.push(channel, commands.registerCommand('scriptedModels.bring', bring));
}

function provider({ id, replies }: ScriptedEditorModel, asked: (request: ScriptedRequest) => void): Provider {
  let count = 0;
  return {
    async provideLanguageModelResponse(messages, _, by, progress) {
      const texts = messages.map(({ content }) =>
        content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join(''),
      );
      asked({ model: id, by, messages: texts });
      const reply = replies[Math.min(count, replies.length - 1)]!;
      count += 1;
      await follow(reply, (text) => progress.report({ index: 0, part: new LanguageModelTextPart(text) }));
    },
    // Whatever it is, for a test a token is a character.
    provideTokenCount: async (text) => (typeof text === 'string' ? text.length : 1),
  };
}

async function follow(reply: ScriptedReply, say: (text: string) => void): Promise<void> {
  switch (reply.kind) {
    case 'says':
      for (const part of reply.text.match(/[\s\S]{1,20}/g) ?? []) say(part);
      return;
    case 'waits':
      return new Promise(() => {});
    case 'fails':
      if (reply.with === 'Error') throw new Error(reply.message);
      throw LanguageModelError[reply.with](reply.message);
  }
}
