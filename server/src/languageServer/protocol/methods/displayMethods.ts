/**
 * The methods by which editors decorate a text, for example with colours of names and lines above shapes, and complete what
 * is typed.
 */
import type {
  CodeLens,
  CodeLensParams,
  CompletionItem,
  CompletionList,
  CompletionParams,
  InlayHint,
  InlayHintParams,
  Position,
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensDeltaParams,
  SemanticTokensParams,
  SemanticTokensRangeParams,
} from 'vscode-languageserver';
import { enumOf, type JsonShape, nullable, object, optional, string } from '../../../base/jsonShape.ts';
import type { LensSubject } from '../../../service/language/lenses/codeLenses.ts';
import { tokenKinds } from '../../../service/language/tokens/tokenKinds.ts';
import { type ShownPlaces, tryShapesCommand } from '../editor/protocol.ts';
import { document, position, range, uri } from '../paramShapes.ts';
import { documentOf, method } from './methodDeclaration.ts';

/** What a code lens carries to be resolved. */
export interface CodeLensData {
  /** The document that it was asked for. */
  readonly asked: string;
  /** The end of the term's name. */
  readonly position: Position;
  readonly counts: LensSubject;
}

const lensData: JsonShape<CodeLensData> = object({
  asked: uri,
  position,
  counts: enumOf('focusNodes', 'results', 'constraints', 'uses', 'trial'),
});

const legend = { tokenTypes: [...tokenKinds], tokenModifiers: [] };

export const displayMethods = {
  'textDocument/semanticTokens/full': method<SemanticTokensParams, SemanticTokens>({
    params: object({ textDocument: document }),
    about: documentOf,
    // All tokens of a large file are megabytes; a client that requests what it shows needs no more.
    capabilities: ({ textDocument }) => {
      const { range: ofRanges, full } = textDocument?.semanticTokens?.requests ?? {};
      const delta = typeof full === 'object' && full.delta === true;
      return { semanticTokensProvider: { legend, ...(ofRanges ? { range: true } : { full: { delta } }) } };
    },
  }),
  'textDocument/semanticTokens/full/delta': method<
    SemanticTokensDeltaParams,
    SemanticTokens | SemanticTokensDelta
  >({
    params: object({ textDocument: document, previousResultId: string }),
    about: documentOf,
  }),
  'textDocument/semanticTokens/range': method<SemanticTokensRangeParams, SemanticTokens>({
    params: object({ textDocument: document, range }),
    about: documentOf,
  }),
  'textDocument/inlayHint': method<InlayHintParams, readonly InlayHint[]>({
    params: object({ textDocument: document, range }),
    about: documentOf,
    capabilities: () => ({ inlayHintProvider: true }),
  }),
  'textDocument/codeLens': method<CodeLensParams, readonly CodeLens[]>({
    params: object({ textDocument: document }),
    about: documentOf,
    capabilities: () => ({ codeLensProvider: { resolveProvider: true } }),
  }),
  'codeLens/resolve': method<CodeLens, CodeLens>({
    params: object({ range, data: lensData }) as JsonShape<CodeLens>,
    about: ({ data }) => (data as CodeLensData).asked,
    withClientUris(lens, clientUri) {
      const [shown] = (lens.command?.arguments ?? []) as readonly ShownPlaces[];
      if (shown === undefined) return lens;
      if (lens.command?.command === tryShapesCommand)
        return { ...lens, command: { ...lens.command, arguments: [{ uri: clientUri(shown.uri) }] } };
      const places = shown.places.map((place) => ({ ...place, uri: clientUri(place.uri) }));
      const argument: ShownPlaces = { ...shown, uri: clientUri(shown.uri), places };
      return { ...lens, command: { ...lens.command!, arguments: [argument] } };
    },
  }),
};

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
