import type { CallHierarchyIncomingCallsParams, TextDocumentPositionParams } from 'vscode-languageserver';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { AnalysedFile } from '../../../service/ide/analysedFile.ts';
import { foldedLines } from '../../../service/language/folding/foldingRanges.ts';
import {
  definitions,
  implementations,
  linkedLabels,
  occurrencesOf,
  references,
  typeDefinitions,
} from '../../../service/language/navigation/definition.ts';
import { documentLinks } from '../../../service/language/navigation/documentLinks.ts';
import {
  incomingLinks,
  type LinkedNode,
  linkedNode,
  outgoingLinks,
} from '../../../service/language/navigation/nodeLinks.ts';
import { selectionRanges } from '../../../service/language/navigation/selectionRanges.ts';
import { type SymbolAt, symbolAt } from '../../../service/language/occurrences/symbolAt.ts';
import { documentSymbols } from '../../../service/language/symbols/documentSymbols.ts';
import { workspaceSymbols } from '../../../service/language/symbols/workspaceSymbols.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import * as toProto from '../../protocol/methods/languageToProto.ts';
import type { HierarchyItemData } from '../../protocol/methods/navigationMethods.ts';
import { packedOutline } from '../../protocol/methods/packedAnswers.ts';
import { range } from '../../protocol/toProto.ts';
import type { LanguageContext, MethodHandlers, RequestContext, TextContext } from '../requestContext.ts';
import { allDocuments } from './displayHandlers.ts';

export const navigationInText: MethodHandlers<
  | 'textDocument/foldingRange'
  | 'textDocument/documentSymbol'
  | 'textDocument/selectionRange'
  | 'textDocument/documentHighlight'
  | 'textDocument/linkedEditingRange',
  TextContext
> = {
  async 'textDocument/foldingRange'(_, { document }) {
    return foldedLines(document).map(toProto.foldingRange);
  },

  async 'textDocument/documentSymbol'(_, { document, client, since, sent }) {
    const rows = toProto.outlineRows(document.lines, documentSymbols(document, client.locale));
    const { id, last } = sent(document.uri).outline.next(rows, since);
    return packedOutline(id, rows, last);
  },

  async 'textDocument/selectionRange'({ positions }, { document }) {
    const { lines } = document;
    return positions.map((position) =>
      toProto.selectionRange(lines, selectionRanges(document, fromProto.offset(lines, position))),
    );
  },

  async 'textDocument/documentHighlight'(params, { document }) {
    const symbol = symbolIn(document, params);
    const found = symbol ? occurrencesOf(symbol, document) : [];
    return found.map((occurrence) => toProto.highlight(document.lines, occurrence));
  },

  async 'textDocument/linkedEditingRange'(params, { document }) {
    const symbol = symbolIn(document, params);
    const labels = symbol ? linkedLabels(symbol, document) : [];
    if (labels.length === 0) return null;
    return {
      ranges: labels.map(({ range: span }) => range(document.lines, span)),
      wordPattern: labelPattern,
    };
  },
};

/**
 * A blank node label, or the start of one; editors use the pattern to know where editing a label ends. They compile it
 * without flags, so it excludes the ASCII characters that are in no label.
 */
const labelPattern = String.raw`_:(?:[^\s!-,/:-@[-^\x60{-~]*[^\s!-,./:-@[-^\x60{-~])?`;

export const navigation: MethodHandlers<
  | 'textDocument/definition'
  | 'textDocument/typeDefinition'
  | 'textDocument/implementation'
  | 'textDocument/references'
  | 'textDocument/documentLink'
  | 'textDocument/prepareCallHierarchy'
  | 'callHierarchy/incomingCalls'
  | 'callHierarchy/outgoingCalls',
  LanguageContext
> = {
  async 'textDocument/definition'(params, context, signal) {
    const { file } = context;
    const symbol = symbolIn(file.document, params);
    if (symbol === undefined) return null;
    const linked = definitions(symbol, file.documents);
    const found = linked.length > 0 ? linked : definitions(symbol, await allDocuments(context, signal));
    return found.map(toProto.location);
  },

  async 'textDocument/typeDefinition'(params, { file }) {
    const symbol = symbolIn(file.document, params);
    return symbol?.kind === 'term' ? typeDefinitions(symbol.id, file.documents).map(toProto.location) : null;
  },

  async 'textDocument/implementation'(params, { file }) {
    const symbol = symbolIn(file.document, params);
    return symbol?.kind === 'term' ? implementations(symbol.id, file).map(toProto.location) : null;
  },

  async 'textDocument/references'(params, context, signal) {
    const symbol = symbolIn(context.file.document, params);
    if (symbol === undefined) return null;
    const isReadOnly = !params.context.includeDeclaration;
    const found = await references(symbol, await allDocuments(context, signal), { isReadOnly }, signal);
    return found.map(toProto.location);
  },

  async 'textDocument/documentLink'(_, { file }) {
    return documentLinks(file).map((link) => toProto.documentLink(file.document.lines, link));
  },

  async 'textDocument/prepareCallHierarchy'(params, { file }) {
    const symbol = symbolIn(file.document, params);
    const node = symbol?.kind === 'term' ? linkedNode(symbol.id, file.documents) : undefined;
    return node ? [toProto.hierarchyItem(node, file.document.uri)] : null;
  },

  async 'callHierarchy/incomingCalls'(params, { file }) {
    const node = nodeOf(params, file);
    const links = node ? incomingLinks(node.id, file.documents) : [];
    return links.map((link) => toProto.incomingCall(link, file.document.uri));
  },

  async 'callHierarchy/outgoingCalls'(params, { file }) {
    const node = nodeOf(params, file);
    const links = node ? outgoingLinks(node.id, file.documents) : [];
    return links.map((link) => toProto.outgoingCall(link, file.document.uri, node!.document.lines));
  },
};

export const navigationInWorkspace: MethodHandlers<'workspace/symbol', RequestContext> = {
  async 'workspace/symbol'({ query }, { host, client }, signal) {
    const documents = await host.workspaceDocuments(signal);
    return workspaceSymbols(documents, query, client.locale).map(toProto.workspaceSymbol);
  },
};

function symbolIn(document: TurtleDocument, { position }: TextDocumentPositionParams): SymbolAt | undefined {
  return symbolAt(document, fromProto.offset(document.lines, position));
}

/** The node of an item of a hierarchy, in the current texts. */
function nodeOf(
  { item }: CallHierarchyIncomingCallsParams,
  { documents }: AnalysedFile,
): LinkedNode | undefined {
  const { uri, position } = item.data as HierarchyItemData;
  const document = documents.find((each) => each.uri === uri);
  if (document === undefined) return undefined;
  const symbol = symbolIn(document, { textDocument: { uri }, position });
  return symbol?.kind === 'term' ? linkedNode(symbol.id, documents) : undefined;
}
