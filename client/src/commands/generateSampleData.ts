import { ProgressLocation, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { proposeInsertion } from '../authoring/insertion.ts';
import { pickClass } from '../authoring/pickClass.ts';
import { askWithProgress, canAskModel } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Adds individuals of a class that conform to all shapes, after showing them. */
export const generateSampleData: Command = (context) => async () => {
  const document = activeTurtleDocument();
  if (!document) return;
  const { client } = context;
  const chosen = await pickClass(client, document, 'Generate Sample Data: Class', { withShapes: true });
  const count = chosen && (await askCount(chosen));
  const wish = count === undefined ? undefined : await askWish(chosen!);
  if (!chosen || count === undefined || !wish || (wish.withModel && !canAskModel())) return;
  const params: protocol.GenerateSamplesParams = {
    uri: document.uri.toString(),
    class: chosen.iri,
    isShape: chosen.isShape ?? false,
    count,
    ...wish,
  };
  const answer = wish.withModel
    ? await askWithProgress(
        client,
        `Asking ${modelName(modelChoice())} for texts`,
        'shaclRepair/generateSamples',
        params,
      )
    : await generate(client, params, `Making ${count} of ${chosen.name}`);
  if (!answer) return;
  const { edit, individuals, summary } = answer;
  const notes = [...answer.notes, ...(summary ? [`It took ${summary}.`] : [])];
  const what = `${individuals} of ${chosen.name}`;
  if (await proposeInsertion({ edit, what, notes }, context)) {
    void window.showInformationMessage(`${what} inserted in ${workspace.asRelativePath(document.uri)}.`);
  }
};

async function askCount({ name }: protocol.SampleClass): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: `Generate Sample Data: How Many of ${name}`,
    prompt: 'A number from 1 to 100',
    value: '3',
    validateInput: (value) => (/^([1-9]\d?|100)$/.test(value.trim()) ? '' : 'A number from 1 to 100.'),
  });
  return text === undefined ? undefined : Number(text);
}

interface Wish {
  readonly includes: protocol.GenerateSamplesParams['includes'];
  readonly withModel: boolean;
}

async function askWish({ name }: protocol.SampleClass): Promise<Wish | undefined> {
  const choice = modelChoice();
  const described = 'A value for each property that can have one, even if none is required.';
  const items = [
    {
      label: 'Everything the shapes describe',
      detail: described,
      wish: { includes: 'described', withModel: false } satisfies Wish,
    },
    {
      label: 'What the shapes require',
      detail: 'Only the properties that an individual must have.',
      wish: { includes: 'required', withModel: false } satisfies Wish,
    },
    ...(workspace.isTrusted && choice.provider !== 'none'
      ? [
          {
            label: `Everything, with realistic texts by ${modelName(choice)}`,
            detail: `${described} The model writes the texts; everything else is generated without it.`,
            wish: { includes: 'described', withModel: true } satisfies Wish,
          },
        ]
      : []),
  ];
  return (await window.showQuickPick(items, { title: `Generate Sample Data: Which Properties of ${name}` }))
    ?.wish;
}

type Answered = Extract<protocol.GeneratedSamples, { kind: 'answered' }>;

async function generate(
  client: LanguageClient,
  params: protocol.GenerateSamplesParams,
  title: string,
): Promise<Answered | undefined> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (_, token) => {
    const asked = ask(client, 'shaclRepair/generateSamples', params, token);
    const answer = await asked.catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      client.error('Making sample data failed', error);
      return null;
    });
    if (answer?.kind === 'answered') return answer;
    const message =
      answer?.message ?? 'No sample data could be generated. See the output of SHACL Repair for the reason.';
    if (answer !== undefined) void window.showErrorMessage(message);
    return undefined;
  });
}
