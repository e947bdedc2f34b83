/** The answers of navigation in the words of the language server protocol. */
import type * as proto from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { escapeInvisibleLine } from '../../../base/visibleText.ts';
import type { FoldedLines } from '../../../service/language/folding/foldingRanges.ts';
import type { DocumentLinkInfo } from '../../../service/language/navigation/documentLinks.ts';
import type { LinkedNode, NodeLinks } from '../../../service/language/navigation/nodeLinks.ts';
import { isWrite, type Occurrence } from '../../../service/language/occurrences/occurrences.ts';
import type { DocumentSymbolInfo, PlacedSymbol } from '../../../service/language/symbols/documentSymbols.ts';
import type { SymbolKind } from '../../../service/language/symbols/symbolKind.ts';
import type { WorkspaceSymbolInfo } from '../../../service/language/symbols/workspaceSymbols.ts';
import { range } from '../toProto.ts';
import type { HierarchyItemData } from './navigationMethods.ts';
import type { PackedSymbols, SymbolRows } from './packedSymbols.ts';

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

/** The rows of symbols, and the character that their lines were counted from. */
const knownRows = new WeakMap<
  DocumentSymbolInfo,
  { readonly character: number; readonly rows: PackedSymbols }
>();

function symbolRows(lines: LineIndex, { start, symbol: whole }: PlacedSymbol): SymbolRows {
  const { line, character } = lines.positionAt(start);
  const known = knownRows.get(whole);
  if (known?.character === character) return { line, rows: known.rows };
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
  const rows = { names, details, numbers };
  knownRows.set(whole, { character, rows });
  return { line, rows };
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

/** @param asked the document that was asked about first. */
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
