import { type Range, type TextEditor, window } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { type PlacedResult, resultsOf } from '../model/resultsOf.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows in a read-only document what a model would be sent about the result at the cursor, and nothing else. */
export const showPrompt: Command =
  ({ client, previews }) =>
  async () => {
    const document = activeTurtleDocument();
    const editor = window.activeTextEditor;
    if (!document || !editor) return;
    const results = await resultsOf(client, document);
    if (!results) return;
    if (results.length === 0) {
      void window.showInformationMessage('This file has no results to ask a model about.');
      return;
    }
    const result = await chosen(results, editor);
    if (!result) return;
    const params: protocol.PromptParams = { uri: document.uri.toString(), key: result.key };
    const prompt = await ask(client, 'shaclRepair/prompt', params);
    if (!prompt) {
      void window.showWarningMessage('This result is gone. Run the command again.');
      return;
    }
    const tokens = prompt.tokens.toLocaleString('en');
    const name = `Prompt for ${result.component} (${prompt.strategy}, about ${tokens} tokens).md`;
    await previews.show(name, prompt.text);
  };

/** The result at the cursor; if there are several, or none, the user picks one. */
async function chosen(
  results: readonly PlacedResult[],
  editor: TextEditor,
): Promise<PlacedResult | undefined> {
  const touches = ({ range }: { readonly range: Range }) =>
    range.intersection(editor.selection) !== undefined;
  const here = results.filter(touches);
  if (here.length === 1) return here[0];
  const items = (here.length > 0 ? here : results).map((result) => ({
    label: result.component,
    description: `line ${result.range.start.line + 1}`,
    detail: result.message,
    result,
  }));
  const picked = await window.showQuickPick(items, {
    title: 'Show the Prompt for a Result',
    matchOnDetail: true,
    onDidSelectItem: (item) => editor.revealRange((item as (typeof items)[number]).result.range),
  });
  return picked?.result;
}
