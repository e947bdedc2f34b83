import {
  type CancellationToken,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelError,
  lm,
  workspace,
} from 'vscode';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';

/** Has one of VS Code's own models answer. VS Code asks its user whether it may, and shows what for. */
export async function askEditorModel(
  params: protocol.EditorModelParams,
  token: CancellationToken,
): Promise<protocol.EditorModelAnswer> {
  if (!workspace.isTrusted) return failed('refused', protocol.whyRestricted.models);
  try {
    const model = await chosenModel(params.model);
    if (!model) return failed('model', await noSuchModel(params.model));
    return await Promise.race([answerOf(model, params, token), cancelled(token)]);
  } catch (error) {
    return explained(error, params.model);
  }
}

/** VS Code does not always forward the cancellation to a model that is already answering. */
function cancelled(token: CancellationToken): Promise<protocol.EditorModelAnswer> {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => resolve(failed('request', 'Cancelled.')));
  });
}

async function chosenModel(name: string): Promise<LanguageModelChat | undefined> {
  if (name === '') return (await lm.selectChatModels())[0];
  const [byId] = await lm.selectChatModels({ id: name });
  return byId ?? (await lm.selectChatModels({ family: name }))[0];
}

async function noSuchModel(name: string): Promise<string> {
  const all = await lm.selectChatModels();
  if (all.length === 0) {
    return 'VS Code has no language models. Install an extension that provides some, or set shaclRepair.model.provider to openai.';
  }
  const names = all.map(({ id }) => id).join(', ');
  return `VS Code has no model “${name}”. Set shaclRepair.model.id to one of ${names}.`;
}

async function answerOf(
  model: LanguageModelChat,
  { messages, temperature }: protocol.EditorModelParams,
  token: CancellationToken,
): Promise<protocol.EditorModelAnswer> {
  const asked = messages.map(({ role, text }) =>
    role === 'user' ? LanguageModelChatMessage.User(text) : LanguageModelChatMessage.Assistant(text),
  );
  const options = { justification, modelOptions: { temperature } };
  const response = await model.sendRequest(asked, options, token);
  let text = '';
  for await (const part of response.text) {
    text += part;
    if (text.length > maxLength) {
      return failed(
        'server',
        `The model “${model.id}” did not stop answering. Ask again, or ask another model.`,
      );
    }
  }
  let input = 0;
  for (const message of asked) input += await model.countTokens(message, token);
  const usage = { input, output: await model.countTokens(text, token) };
  return { kind: 'answered', text, model: model.id, usage };
}

/** More than any repair needs, in UTF-16 code units. */
const maxLength = 1_000_000;

const justification =
  'To find a repair, SHACL Repair sends the violated shape and the triples that matter for it.';

function explained(error: unknown, name: string): protocol.EditorModelAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof LanguageModelError)) return failed('server', `VS Code’s model failed: ${message}`);
  switch (error.code) {
    case LanguageModelError.NoPermissions.name:
      return failed('refused', 'SHACL Repair is not allowed to use VS Code’s models.');
    case LanguageModelError.Blocked.name:
      return failed('limit', `VS Code blocked the request, perhaps because a quota is used up: ${message}`);
    case LanguageModelError.NotFound.name:
      return failed('model', `VS Code has no model “${name}” any more. Set shaclRepair.model.id to another.`);
    default:
      return failed('server', `VS Code’s model failed: ${message}`);
  }
}

function failed(
  error: Extract<protocol.EditorModelAnswer, { kind: 'failed' }>['error'],
  message: string,
): protocol.EditorModelAnswer {
  return { kind: 'failed', error, message };
}
