import { copyString } from '../../../base/copyString.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import {
  type BracketShape,
  type DescribedSubject,
  describedSubjects,
  type StatementSaid,
} from './describedSubjects.ts';
import { type SymbolKind, symbolKind } from './symbolKind.ts';

/** A symbol of an outline that is in no other one. */
export interface PlacedSymbol {
  /** Where its statement starts. */
  readonly start: number;
  /**
   * The same object as in the outline of an earlier version where an edit left the statement alone, and what the others
   * say about its subject.
   */
  readonly symbol: DocumentSymbolInfo;
}

/** A symbol of an outline. Ranges are from the start of the statement. */
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
export function documentSymbols(document: TurtleDocument, locale: string): readonly PlacedSymbol[] {
  const written = typeNames(document);
  const symbols: PlacedSymbol[] = prefixSymbols(document);
  for (const subject of describedSubjects(document)) {
    symbols.push({ start: subject.start, symbol: symbolOf(subject, document, locale, written) });
  }
  return symbols.sort((a, b) => a.start - b.start);
}

/** The symbol of a statement, and what it was made from. */
interface KnownSymbol {
  readonly said: DescribedSubject['said'];
  readonly prefixes: ReadonlyMap<string, string>;
  readonly locale: string;
  readonly isShape: boolean;
  readonly symbol: DocumentSymbolInfo;
}

const knownSymbols = new WeakMap<StatementSaid, KnownSymbol>();

function symbolOf(
  { own, start, said }: DescribedSubject,
  document: TurtleDocument,
  locale: string,
  written: (types: readonly TermId[]) => string,
): DocumentSymbolInfo {
  const { prefixes } = document;
  const known = knownSymbols.get(own);
  if (known?.said === said && known.prefixes === prefixes && known.locale === locale) return known.symbol;
  const { labels, types } = said;
  const label = labels.best(locale);
  const names = written(types);
  const detail = label === undefined ? names : names === '' ? label : `${label} · ${names}`;
  const kind = symbolKind(types);
  const isShape = types.some((type) => type === sh.NodeShape || type === sh.PropertyShape);
  let symbol = known?.isShape === isShape && known.locale === locale ? known.symbol : undefined;
  if (symbol?.detail !== detail || symbol.kind !== kind) {
    symbol = {
      name: nameAt(document, start, own.subject),
      detail,
      kind,
      range: { start: 0, end: own.length },
      selection: own.subject,
      children: isShape ? own.shapes.map((shape) => shapeSymbol(document, shape, start, locale)) : [],
    };
  }
  knownSymbols.set(own, { said, prefixes, locale, isShape, symbol });
  return symbol;
}

/**
 * The name in a range of a statement, on one line: lists of symbols have no others. It is a string of its own, because
 * symbols outlive the text.
 */
function nameAt({ rope }: TurtleDocument, statement: number, { start, end }: TextRange): string {
  const text = rope.slice(statement + start, statement + Math.min(end, start + longestName));
  return text.startsWith('[') ? '[ ]' : copyString(text.replace(/\s+/g, ' '));
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

function prefixSymbols({ directives }: TurtleDocument): PlacedSymbol[] {
  return directives.flatMap((directive) => {
    if (directive.kind !== 'prefix') return [];
    const { start, length, prefix, prefixRange, iri } = directive;
    const symbol: DocumentSymbolInfo = {
      name: `${prefix}:`,
      detail: iri,
      kind: 'prefix',
      range: { start: 0, end: length },
      selection: prefixRange,
      children: [],
    };
    return { start, symbol };
  });
}

/** @param statement where the statement starts. */
function shapeSymbol(
  document: TurtleDocument,
  { range, path, names, shapes }: BracketShape,
  statement: number,
  locale: string,
): DocumentSymbolInfo {
  return {
    name: path ? nameAt(document, statement, path) : '[ ]',
    detail: names.best(locale) ?? '',
    kind: 'property',
    range,
    selection: path ?? { start: range.start, end: range.start + 1 },
    children: shapes.map((each) => shapeSymbol(document, each, statement, locale)),
  };
}
