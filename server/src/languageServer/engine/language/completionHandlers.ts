import { completion, linkAt } from '../../../service/language/completion/completion.ts';
import { termDocumentation } from '../../../service/language/completion/termDocumentation.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import type { completionMethods, SuggestionData } from '../../protocol/methods/completionMethods.ts';
import { completionList, documentedItem } from '../../protocol/methods/completionToProto.ts';
import type { LanguageContext, MethodHandlers } from '../requestContext.ts';

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
