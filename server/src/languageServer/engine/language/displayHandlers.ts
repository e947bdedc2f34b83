import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { completion, linkAt } from '../../../service/language/completion/completion.ts';
import { termDocumentation } from '../../../service/language/completion/termNames.ts';
import { inlayHints } from '../../../service/language/hints/inlayHints.ts';
import { codeLenses, countedLens, countedUses } from '../../../service/language/lenses/codeLenses.ts';
import { symbolAt } from '../../../service/language/occurrences/symbolAt.ts';
import { semanticTokens } from '../../../service/language/tokens/semanticTokens.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import type {
  CodeLensData,
  completionMethods,
  SuggestionData,
} from '../../protocol/methods/displayMethods.ts';
import * as toProto from '../../protocol/methods/languageToProto.ts';
import { completionList, documentedItem } from '../../protocol/methods/languageToProto.ts';
import type { LanguageContext, MethodHandlers, TextContext } from '../requestContext.ts';

export const displayInText: MethodHandlers<
  | 'textDocument/semanticTokens/full'
  | 'textDocument/semanticTokens/full/delta'
  | 'textDocument/semanticTokens/range',
  TextContext
> = {
  async 'textDocument/semanticTokens/full'(_, { document, sent }) {
    const data = toProto.tokenData(document.lines, semanticTokens(document));
    const { id } = sent(document.uri).tokens.next(data, undefined);
    return { resultId: id, data: Array.from(data) };
  },

  async 'textDocument/semanticTokens/full/delta'({ previousResultId }, { document, sent }) {
    const data = toProto.tokenData(document.lines, semanticTokens(document));
    const { id, last } = sent(document.uri).tokens.next(data, previousResultId);
    return last
      ? { resultId: id, edits: toProto.tokenEdits(last, data) }
      : { resultId: id, data: Array.from(data) };
  },

  async 'textDocument/semanticTokens/range'({ range }, { document }) {
    const { lines } = document;
    const tokens = semanticTokens(document, fromProto.textRange(lines, range));
    return { data: Array.from(toProto.tokenData(lines, tokens)) };
  },
};

export const display: MethodHandlers<
  'textDocument/inlayHint' | 'textDocument/codeLens' | 'codeLens/resolve',
  LanguageContext
> = {
  async 'textDocument/inlayHint'({ range }, { file, host, client: { locale } }) {
    const { lines, uri } = file.document;
    const { inlayHints: kinds } = host.settingsFor(uri);
    const found = inlayHints(file, fromProto.textRange(lines, range), { kinds, locale });
    return found.map((hint) => toProto.inlayHint(lines, hint));
  },

  async 'textDocument/codeLens'(_, { file, host }) {
    const { lines, uri } = file.document;
    const { usesLens: uses } = host.settingsFor(uri);
    return codeLenses(file, { uses }).map((lens) => toProto.codeLens(lines, lens, uri));
  },

  async 'codeLens/resolve'(lens, context, signal) {
    const { file } = context;
    const { position, counts, asked } = lens.data as CodeLensData;
    if (counts === 'trial') return toProto.trialLens(lens, asked);
    const { document } = file;
    const symbol = symbolAt(document, fromProto.offset(document.lines, position));
    if (symbol?.kind !== 'term') return lens;
    const found =
      counts === 'uses'
        ? await countedUses(symbol.id, await allDocuments(context, signal), signal)
        : countedLens(symbol.id, counts, file);
    return toProto.countedLens(lens, found);
  },
};

/** Answers the methods by which editors complete what is typed. */
export const completionHandlers: MethodHandlers<keyof typeof completionMethods, LanguageContext> = {
  async 'textDocument/completion'(
    { textDocument: { uri }, position },
    { file, client, host, vocabularies },
    signal,
  ) {
    const { lines } = file.document;
    const offset = fromProto.offset(lines, position);
    const link = linkAt(file, offset);
    const files = link === undefined ? [] : await host.linkableFiles(link, signal);
    const suggestions = completion(file, offset, {
      ...client,
      files,
      vocabularies: await vocabularies(),
    });
    return completionList(suggestions, lines, uri, client);
  },

  async 'completionItem/resolve'(item, { file, client, vocabularies }) {
    const { iri } = item.data as SuggestionData;
    if (iri === undefined) return item;
    return documentedItem(item, termDocumentation(file, iri, client.locale, await vocabularies()), client);
  },
};

/** The linked files first, then the rest of the workspace. */
export async function allDocuments(
  { file, host }: LanguageContext,
  signal: AbortSignal,
): Promise<readonly TurtleDocument[]> {
  const byUri = new Map(file.documents.map((document) => [document.uri, document]));
  for (const document of await host.workspaceDocuments(signal)) {
    if (!byUri.has(document.uri)) byUri.set(document.uri, document);
  }
  return [...byUri.values()];
}
