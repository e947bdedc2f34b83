import type { ReadableText } from '../../../base/rope.ts';
import { containsOrTouches, type TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { Lexer } from '../../../rdf/turtle/lexer.ts';
import { SourceText } from '../../../rdf/turtle/sourceText.ts';
import { rangeIn, statementRange, type TermNode } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { queryLiterals } from './queryTerms.ts';

/** What a place of a document names. */
export type SymbolAt = TermAt | PrefixAt;

export interface TermAt {
  readonly kind: 'term';
  readonly id: TermId;
  readonly range: TextRange;
  /** Undefined inside a query literal, and for the name of a graph block. */
  readonly node: TermNode | undefined;
}

/** The letters of a prefix: in its declaration, or in a name before the colon. */
export interface PrefixAt {
  readonly kind: 'prefix';
  /** Without the colon. */
  readonly prefix: string;
  /** With the colon. */
  readonly range: TextRange;
  /** The name that it begins; undefined in its declaration, and where no text mentions the term outside of queries. */
  readonly name: TermAt | undefined;
}

/**
 * The term or prefix at a cursor: after a letter of a prefix it is the prefix, in a query literal the IRI that is written
 * there. In front of a name it is the term, because editors put the cursor there when they navigate to it. Undefined for
 * IRIs of queries that no text of the process mentions outside of queries.
 */
export function symbolAt(document: TurtleDocument, offset: number): SymbolAt | undefined {
  const before = offset > 0 ? symbolUnder(document, offset - 1) : undefined;
  if (before?.kind === 'prefix' && offset < before.range.end) return before;
  const found = symbolUnder(document, offset);
  return (found?.kind === 'prefix' && found.name) || found;
}

/** The term or prefix of the letter after an offset, at which a mouse points. */
export function symbolUnder(document: TurtleDocument, offset: number): SymbolAt | undefined {
  const statement = document.sources.statementAt(offset);
  if (statement === undefined) return undefined;
  if (statement.kind === 'prefix') {
    const range = rangeIn(statement, statement.prefixRange);
    return containsOrTouches(range, offset)
      ? { kind: 'prefix', prefix: statement.prefix, range, name: undefined }
      : undefined;
  }
  const mention = document.sources.termAt(offset);
  if (mention === undefined) return graphNameAt(document, statementRange(statement), offset);
  const { node } = mention;
  const range = rangeIn(mention.statement, node);
  if (node.kind === 'literal') {
    const inQuery = queryTermAt(document, offset);
    if (inQuery) return inQuery;
  }
  const term: TermAt = { kind: 'term', id: node.id, range, node };
  if (node.kind !== 'iri' || node.form !== 'prefixed') return term;
  return prefixPart(document.rope, range, offset, term) ?? term;
}

/** The name of a graph block of TriG. */
function graphNameAt(document: TurtleDocument, block: TextRange, offset: number): SymbolAt | undefined {
  let found: SymbolAt | undefined;
  document.sources.forWritten(block, ({ id, role, form, start, end }) => {
    const range = { start, end };
    if (role !== 'graph' || !containsOrTouches(range, offset)) return;
    const term: TermAt = { kind: 'term', id, range, node: undefined };
    found = (form === 'prefixed' && prefixPart(document.rope, range, offset, term)) || term;
  });
  return found;
}

function queryTermAt(document: TurtleDocument, offset: number): SymbolAt | undefined {
  const literal = queryLiterals(document).find(({ range }) => containsOrTouches(range, offset));
  const found = literal?.terms.find(({ range }) => containsOrTouches(range, offset));
  if (found === undefined) return undefined;
  const id = terms.knownIri(found.iri);
  const term: TermAt | undefined =
    id === undefined ? undefined : { kind: 'term', id, range: found.range, node: undefined };
  if (found.form !== 'prefixed') return term;
  return prefixPart(document.rope, found.range, offset, term) ?? term;
}

/** The prefix of a prefixed name, when the offset is before the colon. */
function prefixPart(
  text: ReadableText,
  { start }: TextRange,
  offset: number,
  name: TermAt | undefined,
): PrefixAt | undefined {
  const colon = text.indexOf(':', start);
  if (offset >= colon) return undefined;
  return { kind: 'prefix', prefix: text.slice(start, colon), range: { start, end: colon + 1 }, name };
}

/** A token that writes an IRI, a prefixed name or a blank node label. */
export interface WrittenName extends TextRange {
  readonly kind: 'iri' | 'name' | 'label';
}

/** The names in ranges of a text, which start at tokens; whether or not statements can be read there. */
export function writtenNames(text: string, ranges: readonly TextRange[]): readonly WrittenName[] {
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  const found: WrittenName[] = [];
  for (const { start, end } of ranges) {
    for (let kind = lexer.seek(start); kind !== 'end' && lexer.start < end; kind = lexer.advance()) {
      if (kind !== 'iri' && kind !== 'name' && kind !== 'label') continue;
      if (lexer.problem === undefined) found.push({ kind, start: lexer.start, end: lexer.end });
    }
  }
  return found;
}

/** The names in the statements of a document that have errors, in order, including after the readable part. */
export function brokenNames(document: TurtleDocument): readonly WrittenName[] {
  if (document.errors.length === 0) return [];
  const broken = [...document.statements].filter(
    (statement) => statement.kind === 'skipped' || (statement.kind === 'triples' && statement.damaged),
  );
  return writtenNames(document.text, broken.map(statementRange));
}
