import { Selection, type TextDocument, type TextEditor, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';
import { askWithProgress, canAskModel } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import { pickRepair } from '../model/pickRepair.ts';
import { type PlacedResult, resultsOf } from '../model/resultsOf.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command, CommandContext } from './command.ts';

/**
 * Has the model repair the selected results, or all of the file: confirming each one, or all of them in the refactor
 * preview.
 */
export const repairWithModel: Command = (context) => async () => {
  const document = activeTurtleDocument();
  const editor = window.activeTextEditor;
  if (!document || !editor || !canAskModel()) return;
  const all = await resultsOf(context.client, document);
  if (!all) return;
  const { selection } = editor;
  const asked = selection.isEmpty ? all : all.filter(({ range }) => range.intersection(selection));
  if (asked.length === 0) {
    const where = selection.isEmpty ? 'this file' : 'the selection';
    void window.showInformationMessage(`There is nothing to repair in ${where}.`);
    return;
  }
  const way = await window.showQuickPick(
    [
      {
        label: 'Confirm each change',
        detail: 'One result at a time, with a choice of repairs for each.',
        work: oneByOne,
      },
      {
        label: 'All in the refactor preview',
        detail: 'The first verified repair of each result, with its SPARQL; you choose in the preview.',
        work: allAtOnce,
      },
    ],
    { title: `Ask ${modelName(modelChoice())} to Repair ${count(asked.length, 'Result')}` },
  );
  await way?.work(editor, asked, context);
};

async function oneByOne(
  editor: TextEditor,
  asked: readonly PlacedResult[],
  { client, previews }: CommandContext,
): Promise<void> {
  const { document } = editor;
  const keys = new Set(asked.map(({ key }) => key));
  const name = modelName(modelChoice());
  let repaired = 0;
  for (;;) {
    // A repair may have removed other results, and moved the rest.
    const results = await resultsOf(client, document);
    const next = results?.find(({ key }) => keys.has(key));
    if (!next) break;
    keys.delete(next.key);
    await reveal(document, next);
    const line = next.range.start.line + 1;
    const params: protocol.ModelRepairsParams = { uri: document.uri.toString(), key: next.key };
    const title = `Asking ${name} about ${next.component} in line ${line}`;
    const answer = await askWithProgress(client, title, 'shaclRepair/modelRepairs', params);
    // Stops if the user cancels or the request fails.
    if (!answer) break;
    const picked = await pickRepair(answer, {
      client,
      previews,
      title: `${next.component} in line ${line}: repairs by ${name}`,
      model: name,
    });
    if (picked === 'applied') repaired += 1;
    const left = results!.filter(({ key }) => keys.has(key)).length;
    if (picked !== 'applied' && left > 0 && !(await goOn(left))) break;
  }
  void window.showInformationMessage(`${count(repaired, 'repair')} applied in ${nameOf(document)}.`);
}

async function reveal(document: TextDocument, { range }: PlacedResult): Promise<void> {
  await window.showTextDocument(document, { selection: new Selection(range.start, range.start) });
}

async function goOn(left: number): Promise<boolean> {
  const items = [
    {
      label: '$(arrow-right) Skip this result',
      description: `${count(left, 'more')} to ask about`,
      goesOn: true,
    },
    { label: '$(stop-circle) Stop', description: '', goesOn: false },
  ];
  const options = { title: 'No Repair Applied', ignoreFocusOut: true };
  return (await window.showQuickPick(items, options))?.goesOn === true;
}

async function allAtOnce(
  { document }: TextEditor,
  asked: readonly PlacedResult[],
  { client, models, previews }: CommandContext,
): Promise<void> {
  const params: protocol.RepairWithModelParams = {
    uri: document.uri.toString(),
    keys: asked.map(({ key }) => key),
  };
  const name = modelName(modelChoice());
  const title = `Asking ${name} about ${count(asked.length, 'result')}`;
  const answer = await askWithProgress(client, title, 'shaclRepair/repairWithModel', params);
  if (!answer) return;
  const { edit, repaired, left, summary, updates } = answer;
  if (!edit) {
    const [first] = left;
    void showOutcome(
      `${name} found no valid repair for these results. It took ${summary}. ${first?.why ?? ''}`,
      models,
    );
    return;
  }
  if (!isFresh(edit)) {
    void window.showWarningMessage(
      `${nameOf(document)} has changed since; nothing was applied. Run the command again.`,
    );
    return;
  }
  const others = left.length > 0 ? `, but no valid repair for ${left.length} more` : '';
  void showOutcome(
    `${name} found repairs for ${count(repaired, 'result')}${others}. It took ${summary}.`,
    models,
  );
  // The refactor preview has no room for it, and Markdown is wrapped.
  const shown = await previews.show(`The SPARQL by ${name}.md`, updates);
  await workspace.applyEdit(workspaceEdit(client, edit), { isRefactoring: true });
  await previews.close(shown);
}

async function showOutcome(message: string, models: CommandContext['models']): Promise<void> {
  const show = 'Show Conversation';
  if ((await window.showInformationMessage(message, show)) === show) models.showTrace();
}

function nameOf(document: TextDocument): string {
  return workspace.asRelativePath(document.uri);
}

function count(number: number, noun: string): string {
  return number === 1 || noun === 'more' ? `${number} ${noun}` : `${number} ${noun}s`;
}
