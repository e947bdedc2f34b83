import { type CompletionItem, CompletionItemKind, CompletionList, type ProviderResult } from 'vscode';

/** Asks on as soon as something is taken from the list that goes on: for the values of a property, the names of a prefix. */
export async function withMoreAskedFor(
  found: ProviderResult<CompletionItem[] | CompletionList>,
): Promise<CompletionItem[] | CompletionList | null | undefined> {
  const list = await found;
  for (const item of list instanceof CompletionList ? list.items : (list ?? [])) {
    if (goesOn(item)) item.command = { title: '', command: 'editor.action.triggerSuggest' };
  }
  return list;
}

function goesOn({ kind, insertText }: CompletionItem): boolean {
  const text = typeof insertText === 'string' ? insertText : (insertText?.value ?? '');
  // In a blank node, properties are written, or the values of those that it comes with.
  return kind === CompletionItemKind.Snippet ? text.startsWith('[') : /[ :]$/.test(text);
}
