/** The methods by which editors complete what is typed. */
import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver';
import { type JsonShape, nullable, object, optional, string } from '../../../base/jsonShape.ts';
import { document, position, uri } from '../paramShapes.ts';
import { documentOf, method } from './methodDeclaration.ts';

/** What a suggestion carries along for `completionItem/resolve`. */
export interface SuggestionData {
  readonly uri: string;
  /** The IRI of the suggested term; left out for suggestions that are not terms. */
  readonly iri?: string;
}

export const completionMethods = {
  'textDocument/completion': method<CompletionParams, CompletionList>({
    params: object({ textDocument: document, position }),
    about: documentOf,
    capabilities: () => ({
      completionProvider: { triggerCharacters: [':', '<', '^', '@', '?', '$'], resolveProvider: true },
    }),
  }),
  'completionItem/resolve': method<CompletionItem, CompletionItem>({
    params: object({
      label: string,
      data: optional(nullable(object({ uri, iri: optional(string) }) satisfies JsonShape<SuggestionData>)),
    }),
    about: ({ data }) => (data as SuggestionData | null | undefined)?.uri ?? '',
  }),
};
