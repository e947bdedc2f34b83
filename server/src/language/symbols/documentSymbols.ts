import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { printTerm } from '../../turtle/printTerm.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type BracketShape, describedSubjects } from './describedSubjects.ts';
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
  const written = typeNames(document);
  const symbols: DocumentSymbolInfo[] = prefixSymbols(document);
  for (const { selection, range, shapes, said } of describedSubjects(document)) {
    const { labels, types } = said;
    const label = labels.best(locale);
    const names = written(types);
    const isShape = types.some((type) => type === sh.NodeShape || type === sh.PropertyShape);
    symbols.push({
      name: nameAt(document, selection),
      detail: label === undefined ? names : names === '' ? label : `${label} · ${names}`,
      kind: symbolKind(types),
      range,
      selection,
      children: isShape ? shapes.map((shape) => shapeSymbol(document, shape, range.start, locale)) : [],
    });
  }
  return symbols.sort((a, b) => a.range.start - b.range.start);
}

/** The name in a range, on one line: lists of symbols have no others. */
function nameAt({ rope }: TurtleDocument, { start, end }: TextRange): string {
  const text = rope.slice(start, Math.min(end, start + longestName));
  return text.startsWith('[') ? '[ ]' : text.replace(/\s+/g, ' ');
}

const longestName = 120;

/** Types as the document writes them; each is printed once. */
function typeNames({ prefixes }: TurtleDocument): (types: readonly TermId[]) => string {
  const known = new Map<TermId, string>();
  const nameOf = (type: TermId) => {
    let name = known.get(type);
    if (name === undefined) {
      name = printTerm(type, { prefixes });
      known.set(type, name);
    }
    return name;
  };
  return (types) => (types.length === 1 ? nameOf(types[0]!) : types.map(nameOf).join(', '));
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

/** @param start of the statement. */
function shapeSymbol(
  document: TurtleDocument,
  shape: BracketShape,
  start: number,
  locale: string,
): DocumentSymbolInfo {
  const range = { start: start + shape.range.start, end: start + shape.range.end };
  const path = shape.path && { start: start + shape.path.start, end: start + shape.path.end };
  return {
    name: path ? nameAt(document, path) : '[ ]',
    detail: shape.names.best(locale) ?? '',
    kind: 'property',
    range,
    selection: path ?? { start: range.start, end: range.start + 1 },
    children: shape.shapes.map((each) => shapeSymbol(document, each, start, locale)),
  };
}
