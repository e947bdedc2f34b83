import { type CompletionItem, CompletionItemKind, CompletionList, type ProviderResult } from 'vscode';

/** Asks for the values of a property as soon as it is taken from the list. */
export async function withValuesAskedFor(
  found: ProviderResult<CompletionItem[] | CompletionList>,
): Promise<CompletionItem[] | CompletionList | null | undefined> {
  const list = await found;
  for (const item of list instanceof CompletionList ? list.items : (list ?? [])) {
    const isBeforeValue = item.kind === CompletionItemKind.Property && String(item.insertText).endsWith(' ');
    if (isBeforeValue) item.command = { title: '', command: 'editor.action.triggerSuggest' };
  }
  return list;
}
