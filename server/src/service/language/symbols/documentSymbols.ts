import { copyString } from '../../../base/copyString.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { StatementMemo } from '../../../rdf/turtle/statementMemo.ts';
import {
  type PredicateNode,
  type PropertyListNode,
  rangeIn,
  type TriplesStatement,
} from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenStatement } from '../../../rdf/turtle/writtenTerms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { labelRanks, RankedTexts, ranked } from '../labels/labels.ts';
import { type SymbolKind, symbolKind } from './symbolKind.ts';

/** A symbol of an outline that is in no other one. */
export interface PlacedSymbol {
  /** Where its statement starts. */
  readonly start: number;
  /**
   * The same object as in the outline of an earlier version where an edit left the statement alone, and what other
   * statements state about its subject.
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
 * The outline of a document, in order: its blocks of prefixes, and the subject of each statement with its label and types.
 * The property shapes that a shape has in brackets are nested in it. Long names are cut.
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
 * The name in a range of a statement, on one line: lists of symbols only have such names. It is a string of its own,
 * because symbols outlive the text.
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

/** A subject where a statement describes it. */
interface DescribedSubject {
  /** Where the statement starts. */
  readonly start: number;
  /** What the statement itself contributes: the same object in all versions of the document that have the statement. */
  readonly own: StatementSaid;
  /** What all statements of the document contribute to the subject; that of `own` where it is the only one. */
  readonly said: Said;
}

/** The properties for the names and types of a subject. */
export interface Said {
  readonly labels: RankedTexts;
  readonly types: readonly TermId[];
}

/** A value of sh:property in brackets. Ranges are from the start of its statement. */
interface BracketShape {
  readonly range: TextRange;
  /** Of the value of sh:path. */
  readonly path: TextRange | undefined;
  readonly names: RankedTexts;
  readonly shapes: readonly BracketShape[];
}

/** The subjects of the statements of a document, in order. Statements that an edit does not touch are not read again. */
export function describedSubjects(document: TurtleDocument): readonly DescribedSubject[] {
  const statements: { readonly own: StatementSaid; readonly start: number }[] = [];
  const all = new Map<TermId, Said>();
  document.forDerived(saidIn, (own, start) => {
    if (own === undefined) return;
    statements.push({ own, start });
    const before = all.get(own.id);
    all.set(own.id, before ? both(before, own) : own);
  });
  return statements.map(({ own, start }) => ({ own, start, said: all.get(own.id)! }));
}

/** What a statement says about its subject. Ranges are from its start. */
interface StatementSaid extends Said {
  readonly id: TermId;
  readonly subject: TextRange;
  readonly length: number;
  /** The property shapes that the statement has in brackets. */
  readonly shapes: readonly BracketShape[];
}

const saidIn = new StatementMemo(readStatement);

function readStatement(statement: WrittenStatement): StatementSaid | undefined {
  const { subject, length } = statement;
  if (subject === undefined) return undefined;
  const { id, start, end } = subject;
  const labels = new RankedTexts(labelRanks);
  const types: TermId[] = [];
  let hasShapes = false;
  statement.visit({
    triple(described, predicate, object) {
      if (described !== id) return;
      if (predicate === rdf.type) {
        if (!types.includes(object)) types.push(object);
      } else if (predicate === sh.property) hasShapes = true;
      else labels.add(predicate, object);
    },
  });
  const shapes = hasShapes ? bracketShapes(statement.nodes() as TriplesStatement) : none;
  return { id, subject: { start, end }, length, labels, types, shapes };
}

const none: readonly never[] = [];

function both(a: Said, b: Said): Said {
  const labels = new RankedTexts(labelRanks);
  labels.addAll(a.labels);
  labels.addAll(b.labels);
  return { labels, types: [...new Set([...a.types, ...b.types])] };
}

/** The values of sh:property in the brackets of a statement, with theirs inside. */
function bracketShapes(statement: TriplesStatement): readonly BracketShape[] {
  const inside = (predicates: readonly PredicateNode[], depth: number): readonly BracketShape[] =>
    predicates
      .filter(({ verb }) => verb.id === sh.property)
      .flatMap(({ objects }) => objects)
      .flatMap(({ term }) => (term.kind === 'propertyList' ? shapeOf(term, depth) : []));
  const shapeOf = (node: PropertyListNode, depth: number): BracketShape => {
    const path = node.predicates.find(({ verb }) => verb.id === sh.path)?.objects[0]?.term;
    const names = new RankedTexts(shapeName);
    for (const { verb, objects } of node.predicates) {
      for (const { term } of objects) names.add(verb.id, term.id);
    }
    return {
      range: rangeIn(statement, node),
      path: path && rangeIn(statement, path),
      names,
      shapes: depth < deepest ? inside(node.predicates, depth + 1) : none,
    };
  };
  return inside(statement.predicates, 1);
}

const shapeName = ranked([sh.name]);

/** More levels would not be useful in an outline. */
const deepest = 8;
