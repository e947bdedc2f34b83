/** Suggestions and their documentation in the words of the language server protocol. */
import type {
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  InsertTextFormat,
} from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import { escapeMarkdown } from '../../../base/markdown.ts';
import type { TextEdit } from '../../../base/textEdit.ts';
import { escapeInvisible, escapeInvisibleLine } from '../../../base/visibleText.ts';
import type {
  CompletionSuggestion,
  CompletionSuggestions,
  SuggestionKind,
} from '../../../service/language/completion/suggestion.ts';
import type { TermDocumentation } from '../../../service/language/completion/termDocumentation.ts';
import { range } from '../toProto.ts';
import type { SuggestionData } from './completionMethods.ts';
import type { LanguageClient } from './languageClient.ts';

const kinds: Readonly<Record<SuggestionKind, CompletionItemKind>> = {
  property: 10,
  class: 7,
  node: 18,
  value: 20,
  datatype: 25,
  prefix: 9,
  keyword: 14,
  variable: 6,
  skeleton: 15,
  file: 17,
};

/** @param uri of the document, as the client writes it. */
export function completionList(
  { range: replaced, items, isComplete }: CompletionSuggestions,
  lines: LineIndex,
  uri: string,
  client: LanguageClient,
): CompletionList {
  const edited = (edit: TextEdit) => ({ range: range(lines, edit.range), newText: edit.newText });
  const item = (suggestion: CompletionSuggestion, rank: number): CompletionItem => {
    const { kind, label, reason, newText, overwritten, isSnippet } = suggestion;
    const { filterText, edits, iri } = suggestion;
    const format: InsertTextFormat = isSnippet ? 2 : 1;
    const told = [
      ...(suggestion.description === undefined ? [] : [suggestion.description]),
      ...suggestion.stores,
    ];
    const description = told.length === 0 ? undefined : told.join(' · ');
    const said = [reason, description].filter((each) => each !== undefined).map(escapeInvisibleLine);
    const data: SuggestionData = { uri, ...(iri !== undefined && { iri }) };
    return {
      label: escapeInvisibleLine(label),
      kind: kinds[kind],
      ...(client.labelDetails
        ? {
            labelDetails: {
              ...(reason !== undefined && { detail: `  ${escapeInvisibleLine(reason)}` }),
              ...(description !== undefined && { description: escapeInvisibleLine(description) }),
            },
          }
        : said.length > 0 && { detail: said.join(' · ') }),
      // Clients sort by this as a text.
      sortText: String(rank).padStart(4, '0'),
      filterText,
      insertTextFormat: format,
      textEdit: edited({ range: { start: replaced.start, end: replaced.end + overwritten }, newText }),
      ...(edits.length > 0 && { additionalTextEdits: edits.map(edited) }),
      data,
    };
  };
  return { isIncomplete: !isComplete, items: items.map(item) };
}

/** The item with what files and stores say about its term. */
export function documentedItem(
  item: CompletionItem,
  { iri, label, texts, files, stores, vocabulary }: TermDocumentation,
  { markdown }: LanguageClient,
): CompletionItem {
  const from = [
    ...(files.length === 0 ? [] : [`Described in ${files.join(', ')}.`]),
    ...(vocabulary === undefined ? [] : [`From ${vocabulary}.`]),
    ...stores,
  ];
  const paragraphs = [...(label === undefined ? [] : [label]), ...texts, iri, ...from];
  const value = paragraphs.map(markdown ? escapeMarkdown : escapeInvisible).join('\n\n');
  return { ...item, documentation: { kind: markdown ? 'markdown' : 'plaintext', value } };
}
