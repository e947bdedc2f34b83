import { ProgressLocation, type TextDocument, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';
import { proposeInsertion } from '../authoring/insertion.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Adds individuals of a class that conform to all shapes, after showing them. */
export const generateSampleData: Command = (context) => async () => {
  const document = activeTurtleDocument();
  if (!document) return;
  const { client } = context;
  const chosen = await pickClass(client, document);
  const count = chosen && (await askCount(chosen));
  const includes = count === undefined ? undefined : await askIncludes(chosen!);
  if (!chosen || count === undefined || includes === undefined) return;
  const params: protocol.GenerateSamplesParams = {
    uri: document.uri.toString(),
    class: chosen.iri,
    count,
    includes,
    withModel: false,
  };
  const answer = await generate(client, params, `Making ${count} of ${chosen.name}`);
  if (!answer) return;
  const { edit, notes, individuals } = answer;
  const what = `${individuals} of ${chosen.name}`;
  if (await proposeInsertion({ edit, what, notes }, context)) {
    void window.showInformationMessage(`${what} inserted in ${workspace.asRelativePath(document.uri)}.`);
  }
};

async function pickClass(
  client: LanguageClient,
  { uri }: TextDocument,
): Promise<protocol.SampleClass | undefined> {
  const position = window.activeTextEditor?.selection.active;
  const params: protocol.SampleClassesParams = {
    uri: uri.toString(),
    ...(position && { position: { line: position.line, character: position.character } }),
  };
  const classes = await client.sendRequest<protocol.SampleClasses | null>(protocol.sampleClasses, params);
  if (!classes || classes.length === 0) {
    const name = workspace.asRelativePath(uri);
    void window.showInformationMessage(
      `No class is the target of a shape that is linked to ${name}. Link shapes first: the command “SHACL Repair: Link Shapes…” does it.`,
    );
    return undefined;
  }
  const items = classes.map((each) => ({
    label: each.name,
    description: `${counted(each.shapes, 'shape')}, ${counted(each.instances, 'instance')}`,
    chosen: each,
  }));
  const options = { title: 'Generate Sample Data: Class', placeHolder: 'The class of the new individuals' };
  return (await window.showQuickPick(items, { ...options, matchOnDescription: true }))?.chosen;
}

async function askCount({ name }: protocol.SampleClass): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: `Generate Sample Data: How Many of ${name}`,
    prompt: 'A number from 1 to 100',
    value: '3',
    validateInput: (value) => (/^([1-9]\d?|100)$/.test(value.trim()) ? '' : 'A number from 1 to 100.'),
  });
  return text === undefined ? undefined : Number(text);
}

type Includes = protocol.GenerateSamplesParams['includes'];

async function askIncludes({ name }: protocol.SampleClass): Promise<Includes | undefined> {
  const items: { label: string; detail: string; includes: Includes }[] = [
    {
      label: 'Everything that shapes describe',
      detail: 'A value for each property that can have one, also where none is asked for.',
      includes: 'described',
    },
    {
      label: 'What shapes ask for',
      detail: 'Only what an individual cannot do without.',
      includes: 'required',
    },
  ];
  return (await window.showQuickPick(items, { title: `Generate Sample Data: What Is Said of ${name}` }))
    ?.includes;
}

type Answered = Extract<protocol.GeneratedSamples, { kind: 'answered' }>;

async function generate(
  client: LanguageClient,
  params: protocol.GenerateSamplesParams,
  title: string,
): Promise<Answered | undefined> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (_, token) => {
    try {
      const answer = await client.sendRequest<protocol.GeneratedSamples | null>(
        protocol.generateSamples,
        params,
        token,
      );
      if (answer?.kind === 'answered') return answer;
      const message = answer?.message ?? 'No sample data could be made. The output of SHACL Repair says why.';
      void window.showErrorMessage(message);
    } catch (error) {
      if (!token.isCancellationRequested) {
        client.error('Making sample data failed', error);
        void window.showErrorMessage('No sample data could be made. The output of SHACL Repair says why.');
      }
    }
    return undefined;
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
