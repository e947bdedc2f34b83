import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { printTerm } from '../../turtle/printTerm.ts';
import { type PredicateNode, type PropertyListNode, rangeIn } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type LabelSource, labelOf, ranked, textOf } from '../labels/labels.ts';
import { type SymbolKind, symbolKind } from './symbolKind.ts';

/** A symbol of an outline. */
export interface DocumentSymbolInfo {
  /** As the document writes it. */
  readonly name: string;
  /** The label and the types. */
  readonly detail: string;
  readonly kind: SymbolKind;
  /** Of the whole description. */
  readonly range: TextRange;
  /** Of the name. */
  readonly selection: TextRange;
  readonly children: readonly DocumentSymbolInfo[];
}

/**
 * The outline of a document, in order: its blocks of prefixes, and the subject of each statement with its label and
 * types. The property shapes that a shape has in brackets are nested in it. Names that are long are cut.
 */
export function documentSymbols(document: TurtleDocument, locale: string): readonly DocumentSymbolInfo[] {
  const { graph, rope } = document;
  const source: LabelSource = { graphs: [graph], locale };
  const written = typeNames(document);
  const symbols: DocumentSymbolInfo[] = prefixSymbols(document);
  for (const { subject, range } of document.sources.subjects()) {
    const types = graph.objects(subject.id, rdf.type);
    const isShape = types.some((type) => type === sh.NodeShape || type === sh.PropertyShape);
    symbols.push({
      name: nameOf(rope.slice(subject.start, Math.min(subject.end, subject.start + longestName))),
      detail: [labelOf(subject.id, source), types.map(written).join(', ')].filter(Boolean).join(' · '),
      kind: symbolKind(types),
      range,
      selection: { start: subject.start, end: subject.end },
      children: isShape ? propertyShapes(document, range.start, source) : [],
    });
  }
  return symbols.sort((a, b) => a.range.start - b.range.start);
}

const longestName = 120;

/** A name on one line: lists of symbols have no others. */
function nameOf(text: string): string {
  return text.startsWith('[') ? '[ ]' : text.replace(/\s+/g, ' ');
}

/** Types as the document writes them; each is printed once. */
function typeNames({ prefixes }: TurtleDocument): (type: TermId) => string {
  const known = new Map<TermId, string>();
  return (type) => {
    let name = known.get(type);
    if (name === undefined) {
      name = printTerm(type, { prefixes });
      known.set(type, name);
    }
    return name;
  };
}

function prefixSymbols({ directives }: TurtleDocument): DocumentSymbolInfo[] {
  return directives.flatMap((directive) => {
    if (directive.kind !== 'prefix') return [];
    const { start, length, prefix, prefixRange, iri } = directive;
    return {
      name: `${prefix}:`,
      detail: iri,
      kind: 'prefix',
      range: { start, end: start + length },
      selection: { start: start + prefixRange.start, end: start + prefixRange.end },
      children: [],
    };
  });
}

/** The values of sh:property in the brackets of the statement at an offset, with theirs inside. */
function propertyShapes(
  document: TurtleDocument,
  start: number,
  source: LabelSource,
): readonly DocumentSymbolInfo[] {
  const statement = document.sources.statementAt(start);
  if (statement?.kind !== 'triples') return [];
  const inside = (predicates: readonly PredicateNode[], depth: number): readonly DocumentSymbolInfo[] =>
    predicates
      .filter(({ verb }) => verb.id === sh.property)
      .flatMap(({ objects }) => objects)
      .flatMap(({ term }) => (term.kind === 'propertyList' ? symbolOf(term, depth) : []));
  const symbolOf = (node: PropertyListNode, depth: number): DocumentSymbolInfo => {
    const path = node.predicates.find(({ verb }) => verb.id === sh.path)?.objects[0]?.term;
    const range = rangeIn(statement, node);
    const selection = path && rangeIn(statement, path);
    return {
      name: selection ? nameOf(document.rope.slice(selection.start, selection.end)) : '[ ]',
      detail: textOf(node.id, shapeName, source) ?? '',
      kind: 'property',
      range,
      selection: selection ?? { start: range.start, end: range.start + 1 },
      children: depth < deepest ? inside(node.predicates, depth + 1) : [],
    };
  };
  return inside(statement.predicates, 1);
}

const shapeName = ranked([sh.name]);

/** Outlines show no more levels in a useful way. */
const deepest = 8;
