import type * as proto from 'vscode-languageserver';
import type {
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  InsertTextFormat,
} from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import { escapeMarkdown } from '../../../base/markdown.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { escapeInvisible, escapeInvisibleLine } from '../../../base/visibleText.ts';
import type {
  CompletionSuggestion,
  CompletionSuggestions,
  SuggestionKind,
} from '../../../service/language/completion/suggestion.ts';
import type { TermDocumentation } from '../../../service/language/completion/termNames.ts';
import type { FoldedLines } from '../../../service/language/folding/foldingRanges.ts';
import type { InlayHintInfo } from '../../../service/language/hints/inlayHints.ts';
import type { CodeLensInfo, CountedLens } from '../../../service/language/lenses/codeLenses.ts';
import type { DocumentLinkInfo } from '../../../service/language/navigation/documentLinks.ts';
import type { LinkedNode, NodeLinks } from '../../../service/language/navigation/nodeLinks.ts';
import { isWrite, type Occurrence } from '../../../service/language/occurrences/occurrences.ts';
import type { DocumentSymbolInfo, PlacedSymbol } from '../../../service/language/symbols/documentSymbols.ts';
import type { SymbolKind } from '../../../service/language/symbols/symbolKind.ts';
import type { WorkspaceSymbolInfo } from '../../../service/language/symbols/workspaceSymbols.ts';
import type { SemanticToken } from '../../../service/language/tokens/semanticTokens.ts';
import { type SemanticTokenKind, tokenKinds } from '../../../service/language/tokens/tokenKinds.ts';
import { type ShownPlaces, showPlacesCommand, tryShapesCommand } from '../editor/protocol.ts';
import { range } from '../toProto.ts';
import type { CodeLensData, SuggestionData } from './displayMethods.ts';
import type { LanguageClient } from './languageClient.ts';
import type { HierarchyItemData } from './navigationMethods.ts';
import type { PackedSymbols, SymbolRows } from './packedAnswers.ts';

/** Decorations of a text in the terms of the language server protocol. */

/**
 * Five numbers for each token, relative to the one before it, as the protocol has them.
 *
 * @param tokens in order.
 */
export function tokenData(lines: LineIndex, tokens: readonly SemanticToken[]): Uint32Array {
  const data = new Uint32Array(numbersOfToken * tokens.length);
  let at = 0;
  let line = 0;
  let last = 0;
  let nextLine = lines.lineStart(1);
  for (const { start, end, kind } of tokens) {
    if (start >= nextLine) {
      const position = lines.positionAt(start);
      data[at] = position.line - line;
      line = position.line;
      nextLine = lines.lineStart(line + 1);
      last = start - position.character;
    }
    data[at + 1] = start - last;
    data[at + 2] = end - start;
    data[at + 3] = tokenNumbers[kind];
    last = start;
    at += numbersOfToken;
  }
  return data;
}

const numbersOfToken = 5;

const tokenNumbers = Object.fromEntries(tokenKinds.map((kind, number) => [kind, number])) as Readonly<
  Record<SemanticTokenKind, number>
>;

/** The edits, at most one, that turn the tokens of one version of a text into those of another. */
export function tokenEdits(before: Uint32Array, after: Uint32Array): proto.SemanticTokensEdit[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  if (head === before.length && head === after.length) return [];
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  // Whole tokens are replaced, because some clients require that of edits.
  const start = head - (head % numbersOfToken);
  const kept = tail - (tail % numbersOfToken);
  return [
    {
      start,
      deleteCount: before.length - kept - start,
      data: Array.from(after.subarray(start, after.length - kept)),
    },
  ];
}

export function inlayHint(lines: LineIndex, { offset, text, stores }: InlayHintInfo): proto.InlayHint {
  return {
    position: lines.positionAt(offset),
    label: escapeInvisibleLine(text),
    paddingLeft: true,
    ...(stores.length > 0 && { tooltip: escapeInvisibleLine(`According to ${stores.join(' and ')}.`) }),
  };
}

export function codeLens(
  lines: LineIndex,
  { range: span, counts }: CodeLensInfo,
  asked: string,
): proto.CodeLens {
  const place = range(lines, span);
  const data: CodeLensData = { asked, position: place.end, counts };
  return { range: place, data };
}

/** The lens with its title. A lens that leads nowhere has no command to run. */
export function countedLens(lens: proto.CodeLens, { title, places }: CountedLens): proto.CodeLens {
  const { asked, position } = lens.data as CodeLensData;
  const shown: ShownPlaces = { uri: asked, position, places: places.map(location) };
  const command =
    places.length === 0 ? { title, command: '' } : { title, command: showPlacesCommand, arguments: [shown] };
  return { ...lens, command };
}

/** The lens that tries the shapes of a document on another one. */
export function trialLens(lens: proto.CodeLens, uri: string): proto.CodeLens {
  return { ...lens, command: { title: 'Try On…', command: tryShapesCommand, arguments: [{ uri }] } };
}

/** Suggestions and their documentation in the terms of the language server protocol. */

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
  const edited = (edit: OffsetEdit) => ({ range: range(lines, edit.range), newText: edit.newText });
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

/** The answers of navigation in the terms of the language server protocol. */

interface Place {
  readonly document: { readonly uri: string; readonly lines: LineIndex };
  readonly range: TextRange;
}

export function location({ document: { uri, lines }, range: span }: Place): proto.Location {
  return { uri, range: range(lines, span) };
}

export function foldingRange({ startLine, endLine, kind }: FoldedLines): proto.FoldingRange {
  return { startLine, endLine, ...(kind && { kind }) };
}

export function outlineRows(lines: LineIndex, symbols: readonly PlacedSymbol[]): readonly SymbolRows[] {
  return symbols.map((symbol) => symbolRows(lines, symbol));
}

/** The rows of symbols at their last places, and the character from which their lines were counted. */
const knownRows = new WeakMap<
  DocumentSymbolInfo,
  { readonly character: number; readonly placed: SymbolRows }
>();

function symbolRows(lines: LineIndex, { start, symbol: whole }: PlacedSymbol): SymbolRows {
  const { line, character } = lines.positionAt(start);
  const known = knownRows.get(whole);
  if (known?.character === character && known.placed.line === line) return known.placed;
  const placed = {
    line,
    rows: known?.character === character ? known.placed.rows : newRows(lines, start, line, whole),
  };
  knownRows.set(whole, { character, placed });
  return placed;
}

/** @param line the line in which the symbol's statement starts. */
function newRows(lines: LineIndex, start: number, line: number, whole: DocumentSymbolInfo): PackedSymbols {
  const names: string[] = [];
  const details: string[] = [];
  const numbers: number[] = [];
  const addPosition = (offset: number) => {
    const position = lines.positionAt(start + offset);
    numbers.push(position.line - line, position.character);
  };
  const addAll = (all: readonly DocumentSymbolInfo[], depth: number) => {
    for (const { name, detail, kind, range, selection, children } of all) {
      names.push(escapeInvisibleLine(name));
      details.push(escapeInvisibleLine(detail));
      numbers.push(symbolKinds[kind], depth);
      addPosition(range.start);
      addPosition(range.end);
      addPosition(selection.start);
      addPosition(selection.end);
      addAll(children, depth + 1);
    }
  };
  addAll([whole], 0);
  return { names, details, numbers };
}

export function workspaceSymbol(symbol: WorkspaceSymbolInfo): proto.WorkspaceSymbol {
  const { name, kind } = symbol;
  return { name: escapeInvisibleLine(name), kind: symbolKinds[kind], location: location(symbol) };
}

/** @param ranges from the inside out. */
export function selectionRange(lines: LineIndex, ranges: readonly TextRange[]): proto.SelectionRange {
  const [outermost, ...inner] = ranges.toReversed();
  let selection: proto.SelectionRange = { range: range(lines, outermost!) };
  for (const span of inner) selection = { range: range(lines, span), parent: selection };
  return selection;
}

export function highlight(lines: LineIndex, occurrence: Occurrence): proto.DocumentHighlight {
  return { range: range(lines, occurrence.range), kind: isWrite(occurrence) ? write : read };
}

const read: typeof proto.DocumentHighlightKind.Read = 2;
const write: typeof proto.DocumentHighlightKind.Write = 3;

export function documentLink(
  lines: LineIndex,
  { range: span, target }: DocumentLinkInfo,
): proto.DocumentLink {
  return { range: range(lines, span), target };
}

/** @param asked the document of the first request. */
export function hierarchyItem(node: LinkedNode, asked: string, detail = ''): proto.CallHierarchyItem {
  const { document, name, kind, whole } = node;
  const selectionRange = range(document.lines, node.range);
  const data: HierarchyItemData = { asked, uri: document.uri, position: selectionRange.end };
  return {
    name: escapeInvisibleLine(name),
    ...(detail !== '' && { detail: escapeInvisibleLine(detail) }),
    kind: symbolKinds[kind],
    uri: document.uri,
    range: range(document.lines, whole),
    selectionRange,
    data,
  };
}

export function incomingCall({ node, predicates, ranges }: NodeLinks, asked: string) {
  return {
    from: hierarchyItem(node, asked, predicates.join(', ')),
    fromRanges: ranges.map((span) => range(node.document.lines, span)),
  };
}

/** @param lines of the document that the links start from. */
export function outgoingCall({ node, predicates, ranges }: NodeLinks, asked: string, lines: LineIndex) {
  return {
    to: hierarchyItem(node, asked, predicates.join(', ')),
    fromRanges: ranges.map((span) => range(lines, span)),
  };
}

/** The kinds of the protocol that editors show with icons nearest in meaning. */
const symbolKinds: Readonly<Record<SymbolKind, proto.SymbolKind>> = {
  class: 5,
  property: 7,
  shape: 11,
  datatype: 26,
  ontology: 4,
  individual: 19,
  prefix: 3,
};
