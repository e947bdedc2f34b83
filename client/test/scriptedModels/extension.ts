import {
  type CancellationToken,
  commands,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  LanguageModelError,
  LanguageModelTextPart,
  type LanguageModelToolResult,
  lm,
  window,
  workspace,
} from 'vscode';
import type { ScriptedEditorModel, ScriptedReply, ScriptedRequest } from './script.ts';

type Messages = readonly { readonly content: readonly unknown[] }[];

/** Of the proposal chatProvider, as version 1.100 has it, what is needed here: a provider is one model. */
interface ProposedLm {
  registerChatModelProvider(
    id: string,
    provider: {
      provideLanguageModelResponse(
        messages: Messages,
        options: object,
        extensionId: string,
        progress: { report(part: { readonly index: number; readonly part: LanguageModelTextPart }): void },
        token: CancellationToken,
      ): Promise<void>;
      provideTokenCount(text: string | object, token: CancellationToken): Promise<number>;
    },
    metadata: object,
  ): Disposable;
}

/** Of what has become of it, what is needed here: a provider says which models there are. */
interface CurrentLm {
  registerLanguageModelChatProvider(
    vendor: string,
    provider: {
      readonly onDidChangeLanguageModelChatInformation: EventEmitter<void>['event'];
      provideLanguageModelChatInformation(): readonly { readonly id: string }[];
      provideLanguageModelChatResponse(
        model: { readonly id: string },
        messages: Messages,
        options: { readonly requestInitiator: string },
        progress: { report(part: LanguageModelTextPart): void },
        token: CancellationToken,
      ): Promise<void>;
      provideTokenCount(model: object, text: string | object, token: CancellationToken): Promise<number>;
    },
  ): Disposable;
}

/** Brings the models of the setting `scriptedModels.models` when the command is run, and none before. */
export function activate({ subscriptions }: ExtensionContext): void {
  const channel = window.createOutputChannel('Scripted Models');
  const tell = (line: string) => channel.appendLine(line);
  const register = 'registerChatModelProvider' in lm ? registerEach : registerAll;
  const bring = register((request) => channel.appendLine(JSON.stringify(request)), subscriptions);
  subscriptions.push(
    channel,
    commands.registerCommand('scriptedModels.bring', () => bring(models())),
    ...Object.entries({
      repair: () => repairWithTools(callWith(tell)),
      create: () => createWithTools(callWith(tell)),
      validate: () => validateWithEach(tell),
    }).map(([name, work]) =>
      commands.registerCommand(`scriptedModels.${name}`, () =>
        work().catch((error: unknown) => tell(`failed: ${error instanceof Error ? error.message : error}`)),
      ),
    ),
  );
}

/** Calls a tool of SHACL Repair. */
type Call = <Answer>(tool: string, input: object) => Promise<Answer>;

/** Does what an agent does that trusts the tools: it takes the first repair of a result. */
async function repairWithTools(call: Call): Promise<void> {
  const { file, word } = workspace
    .getConfiguration('scriptedModels')
    .get<{ readonly file: string; readonly word: string }>('repairs')!;
  const files = [file];
  const { results } = await call<{ results: { items: { key: string; message: string }[] } }>('validate', {
    files,
  });
  const result = results.items.find(({ message }) => message.includes(word))!.key;
  const proposed = await call<{ results: { items: { repairs: { update: string }[] }[] } }>(
    'propose_repairs',
    { files, result },
  );
  const { update } = proposed.results.items[0]!.repairs[0]!;
  const { key } = await call<{ key: string }>('verify_change', { files, update });
  await call('apply_change', { key });
}

/** Writes a new file with the tools. */
async function createWithTools(call: Call): Promise<void> {
  const { file, text } = workspace
    .getConfiguration('scriptedModels')
    .get<{ readonly file: string; readonly text: string }>('creates')!;
  const { key } = await call<{ key: string }>('verify_change', { files: [file], text });
  await call('apply_change', { key });
}

/** Tells which tools validate, those of servers among them, and what each says of the file. */
async function validateWithEach(tell: (line: string) => void): Promise<void> {
  const { file } = workspace.getConfiguration('scriptedModels').get<{ readonly file: string }>('repairs')!;
  const names = lm.tools.flatMap(({ name }) => (name.endsWith('validate') ? name : [])).sort();
  tell(`validating: ${names.join(' ')}`);
  for (const name of names) {
    const options = { input: { files: [file] }, toolInvocationToken: undefined };
    const { content } = await lm.invokeTool(name, options);
    const [text] = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : ''));
    tell(`${name}: ${text}`);
  }
}

/** Tells what each tool said. */
function callWith(tell: (line: string) => void): Call {
  return async <Answer>(tool: string, input: object) => {
    const options = { input, toolInvocationToken: undefined };
    const { content }: LanguageModelToolResult = await lm.invokeTool(`shaclRepair_${tool}`, options);
    const texts = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : ''));
    tell(`${tool}: ${texts.join(' ')}`);
    return JSON.parse(texts[0]!) as Answer;
  };
}

function models(): readonly ScriptedEditorModel[] {
  return workspace.getConfiguration('scriptedModels').get<readonly ScriptedEditorModel[]>('models', []);
}

type Register = (
  asked: (request: ScriptedRequest) => void,
  subscriptions: Disposable[],
) => (models: readonly ScriptedEditorModel[]) => void;

/** As version 1.100 wants it. */
const registerEach: Register = (asked, subscriptions) => (models) => {
  for (const model of models) {
    const answer = answers(model, asked);
    const provider = {
      provideLanguageModelResponse: (
        messages: Messages,
        _: object,
        by: string,
        progress: { report(part: { readonly index: number; readonly part: LanguageModelTextPart }): void },
      ) => answer(messages, by, (part) => progress.report({ index: 0, part })),
      provideTokenCount: async (text: string | object) => countTokens(text),
    };
    const metadata = { ...description(model), vendor: 'scripted', auth: { label: account } };
    subscriptions.push((lm as unknown as ProposedLm).registerChatModelProvider(model.id, provider, metadata));
  }
};

/** As later versions want it. */
const registerAll: Register = (asked, subscriptions) => {
  const changed = new EventEmitter<void>();
  const brought = new Map<string, { model: ScriptedEditorModel; answer: ReturnType<typeof answers> }>();
  const provider = (lm as unknown as CurrentLm).registerLanguageModelChatProvider('scripted', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () =>
      [...brought.values()].map(({ model }) => ({
        ...description(model),
        capabilities: {},
        isUserSelectable: true,
        requiresAuthorization: { label: account },
      })),
    provideLanguageModelChatResponse: ({ id }, messages, { requestInitiator }, progress) =>
      brought.get(id)!.answer(messages, requestInitiator, (part) => progress.report(part)),
    provideTokenCount: async (_, text) => countTokens(text),
  });
  subscriptions.push(changed, provider);
  return (models) => {
    for (const model of models) brought.set(model.id, { model, answer: answers(model, asked) });
    changed.fire();
  };
};

/** So that VS Code asks its user before another extension may use a model. */
const account = 'Scripted Account';

function description({ id, family }: ScriptedEditorModel) {
  return { id, name: id, family, version: '1', maxInputTokens: 100_000, maxOutputTokens: 10_000 };
}

/** Whatever it is, for a test a token is a character. */
function countTokens(text: string | object): number {
  return typeof text === 'string' ? text.length : 1;
}

/** Answers one request after the other, as the script says. */
function answers({ id, replies }: ScriptedEditorModel, asked: (request: ScriptedRequest) => void) {
  let count = 0;
  return async (
    messages: Messages,
    by: string,
    say: (part: LanguageModelTextPart) => void,
  ): Promise<void> => {
    const texts = messages.map(({ content }) =>
      content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join(''),
    );
    asked({ model: id, by, messages: texts });
    const reply = replies[Math.min(count, replies.length - 1)]!;
    count += 1;
    await follow(reply, (text) => say(new LanguageModelTextPart(text)));
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
