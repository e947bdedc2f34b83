/** The methods by which editors navigate: outlines, definitions, references, links. */
import type {
  CallHierarchyIncomingCall,
  CallHierarchyIncomingCallsParams,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  DocumentLink,
  FoldingRange,
  LinkedEditingRanges,
  Location,
  Position,
  ReferenceParams,
  SelectionRange,
  SelectionRangeParams,
  TextDocumentIdentifier,
  TextDocumentPositionParams,
  WorkspaceSymbol,
  WorkspaceSymbolParams,
} from 'vscode-languageserver';
import { boolean, type JsonShape, listOf, object, string } from '../../../base/jsonShape.ts';
import { document, position, uri } from '../paramShapes.ts';
import { documentOf, method } from './methodDeclaration.ts';
import { OutlineBuilder, type PackedOutline } from './packedAnswers.ts';

type OfDocument = { readonly textDocument: TextDocumentIdentifier };

/** What an item of a hierarchy carries for further requests about it. */
export interface HierarchyItemData {
  /** The document of the first request, in whose unit the links are looked up. */
  readonly asked: string;
  /** The end of the node's name at its best description. */
  readonly uri: string;
  readonly position: Position;
}

const ofDocument: JsonShape<OfDocument> = object({ textDocument: document });
const atPosition: JsonShape<TextDocumentPositionParams> = object({ textDocument: document, position });
const ofItem = object({
  item: object({ data: object({ asked: uri, uri, position }) satisfies JsonShape<HierarchyItemData> }),
}) as unknown as JsonShape<CallHierarchyIncomingCallsParams>;

type ToClientUri = (uri: string) => string;

const located = (answer: readonly Location[], clientUri: ToClientUri): readonly Location[] =>
  answer.map(({ uri, range }) => ({ uri: clientUri(uri), range }));

const withClientUri = <T extends { readonly uri: string }>(item: T, clientUri: ToClientUri): T => ({
  ...item,
  uri: clientUri(item.uri),
});

export const navigationMethods = {
  'textDocument/foldingRange': method<OfDocument, readonly FoldingRange[]>({
    params: ofDocument,
    about: documentOf,
    capabilities: () => ({ foldingRangeProvider: true }),
  }),
  'textDocument/documentSymbol': method<OfDocument, PackedOutline>({
    params: ofDocument,
    about: documentOf,
    capabilities: () => ({ documentSymbolProvider: true }),
    builder: () => new OutlineBuilder(),
  }),
  'textDocument/selectionRange': method<SelectionRangeParams, readonly SelectionRange[]>({
    params: object({
      textDocument: document,
      positions: listOf(position, 1000),
    }) as JsonShape<SelectionRangeParams>,
    about: documentOf,
    capabilities: () => ({ selectionRangeProvider: true }),
  }),
  'textDocument/documentHighlight': method<TextDocumentPositionParams, readonly DocumentHighlight[]>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ documentHighlightProvider: true }),
  }),
  'textDocument/linkedEditingRange': method<TextDocumentPositionParams, LinkedEditingRanges>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ linkedEditingRangeProvider: true }),
  }),
  'textDocument/definition': method<TextDocumentPositionParams, readonly Location[]>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ definitionProvider: true }),
    withClientUris: located,
  }),
  'textDocument/typeDefinition': method<TextDocumentPositionParams, readonly Location[]>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ typeDefinitionProvider: true }),
    withClientUris: located,
  }),
  'textDocument/implementation': method<TextDocumentPositionParams, readonly Location[]>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ implementationProvider: true }),
    withClientUris: located,
  }),
  'textDocument/references': method<ReferenceParams, readonly Location[]>({
    params: object({
      textDocument: document,
      position,
      context: object({ includeDeclaration: boolean }),
    }),
    about: documentOf,
    capabilities: () => ({ referencesProvider: true }),
    withClientUris: located,
  }),
  'textDocument/documentLink': method<OfDocument, readonly DocumentLink[]>({
    params: ofDocument,
    about: documentOf,
    capabilities: () => ({ documentLinkProvider: { resolveProvider: false } }),
  }),
  'textDocument/prepareCallHierarchy': method<TextDocumentPositionParams, readonly CallHierarchyItem[]>({
    params: atPosition,
    about: documentOf,
    capabilities: () => ({ callHierarchyProvider: true }),
    withClientUris: (items, clientUri) => items.map((item) => withClientUri(item, clientUri)),
  }),
  'callHierarchy/incomingCalls': method<
    CallHierarchyIncomingCallsParams,
    readonly CallHierarchyIncomingCall[]
  >({
    params: ofItem,
    about: ({ item }) => (item.data as HierarchyItemData).asked,
    withClientUris: (calls, clientUri) =>
      calls.map((call) => ({ ...call, from: withClientUri(call.from, clientUri) })),
  }),
  'callHierarchy/outgoingCalls': method<
    CallHierarchyIncomingCallsParams,
    readonly CallHierarchyOutgoingCall[]
  >({
    params: ofItem,
    about: ({ item }) => (item.data as HierarchyItemData).asked,
    withClientUris: (calls, clientUri) =>
      calls.map((call) => ({ ...call, to: withClientUri(call.to, clientUri) })),
  }),
  'workspace/symbol': method<WorkspaceSymbolParams, readonly WorkspaceSymbol[]>({
    params: object({ query: string }),
    about: () => '',
    capabilities: () => ({ workspaceSymbolProvider: true }),
    withClientUris: (symbols, clientUri) =>
      symbols.map((symbol) => ({ ...symbol, location: withClientUri(symbol.location, clientUri) })),
  }),
};
