import type { TextRange } from '../base/textRange.ts';
import type { TermId, Triple } from '../rdf/terms.ts';

/**
 * The concrete shape of a Turtle document, good enough to put an edit at the right separator. All offsets inside
 * a statement are UTF-16 code units relative to the statement's start, so that a statement survives edits before
 * it unchanged; `rangeIn` makes them absolute. Trivia (white space, comments) is in no node: comments are listed
 * by the document.
 */
export type Statement = PrefixStatement | BaseStatement | TriplesStatement | SkippedStatement;

interface StatementSpan {
  /** Absolute offset of the first token. */
  readonly start: number;
  /** From the first token to the end of the last one, the closing dot included where there is one. */
  readonly length: number;
}

/** `@prefix p: <iri> .` or `PREFIX p: <iri>`. */
export interface PrefixStatement extends StatementSpan {
  readonly kind: 'prefix';
  readonly style: 'turtle' | 'sparql';
  /** Without the colon. */
  readonly prefix: string;
  /** Resolved. */
  readonly iri: string;
  readonly prefixRange: TextRange;
  readonly iriRange: TextRange;
}

/** `@base <iri> .` or `BASE <iri>`. */
export interface BaseStatement extends StatementSpan {
  readonly kind: 'base';
  readonly style: 'turtle' | 'sparql';
  readonly iri: string;
  readonly iriRange: TextRange;
}

export interface TriplesStatement extends StatementSpan {
  readonly kind: 'triples';
  readonly subject: TermNode;
  /** Empty for a bare `[ … ] .` */
  readonly predicates: readonly PredicateNode[];
  /** Offset of the closing dot, undefined when it is missing (an error was reported). */
  readonly dot: number | undefined;
  /**
   * True when errors were reported inside. Such a statement holds the parts that were complete; other parts of its
   * text are in no node, separators among them, so it is no place for an edit.
   */
  readonly damaged: boolean;
  /** Calls back for all triples and terms of the statement, without making its nodes. */
  visit(visitor: StatementVisitor): void;
}

/** What `TriplesStatement.visit` calls back. */
export interface StatementVisitor {
  /** A triple, in the order of writing: before what the brackets of its object say. */
  triple?(subject: TermId, predicate: TermId, object: TermId): void;
  /** A term that is written down, as often as it is. */
  term?(id: TermId): void;
  /** A `[ … ]`, also one that states nothing. */
  propertyList?(id: TermId): void;
}

/** Text that could not be read; it states nothing. */
export interface SkippedStatement extends StatementSpan {
  readonly kind: 'skipped';
}

/** A verb with its objects: one part of a `;` list. */
export interface PredicateNode {
  readonly verb: IriNode;
  readonly objects: readonly ObjectNode[];
  /** Offsets of the semicolons between this part and the next (Turtle allows several), or before the end. */
  readonly semicolons: readonly number[];
}

/** An object: one part of a `,` list. */
export interface ObjectNode {
  readonly term: TermNode;
  /** Offset of the comma after it, undefined for the last object. */
  readonly comma: number | undefined;
}

export type TermNode = IriNode | LiteralNode | LabelNode | PropertyListNode | CollectionNode;

interface TermSpan extends TextRange {
  readonly id: TermId;
}

export interface IriNode extends TermSpan {
  readonly kind: 'iri';
  /** `<…>`, `p:local` or the keyword `a`. */
  readonly form: 'reference' | 'prefixed' | 'a';
}

export interface LiteralNode extends TermSpan {
  readonly kind: 'literal';
  readonly form: 'string' | 'number' | 'boolean';
  /** Span of the quoted string alone, delimiters included; the whole node for numbers and booleans. */
  readonly lexical: TextRange;
  /** The datatype after `^^`. */
  readonly datatype: IriNode | undefined;
  /** Span of `@tag`, the at sign included. */
  readonly language: TextRange | undefined;
}

/** `_:label`. */
export interface LabelNode extends TermSpan {
  readonly kind: 'label';
}

/** `[ … ]`, also the empty `[]`; spans from bracket to bracket. */
export interface PropertyListNode extends TermSpan {
  readonly kind: 'propertyList';
  readonly predicates: readonly PredicateNode[];
}

/** `( … )`; its id is the first cell's, or rdf:nil. */
export interface CollectionNode extends TermSpan {
  readonly kind: 'collection';
  readonly items: readonly CollectionItem[];
}

export interface CollectionItem {
  readonly term: TermNode;
  /** The blank node of the list cell that holds the item. */
  readonly cell: TermId;
}

/** A triple with the nodes that state it. */
export interface TripleSource {
  readonly triple: Triple;
  readonly statement: TriplesStatement;
  /** The node that is the subject: the statement's, a property list or a collection. */
  readonly subject: TermNode;
  /** Undefined for the rdf:first and rdf:rest triples of a collection. */
  readonly predicate: PredicateNode | undefined;
  /** The object in its `,` list; undefined for rdf:first and rdf:rest. */
  readonly object: ObjectNode | undefined;
  /** The node of the object term; undefined for rdf:rest. */
  readonly objectTerm: TermNode | undefined;
}

/** Makes a range inside a statement absolute. */
export function rangeIn(statement: Statement, range: TextRange): TextRange {
  return { start: statement.start + range.start, end: statement.start + range.end };
}

/** The absolute range of a whole statement. */
export function statementRange(statement: Statement): TextRange {
  return { start: statement.start, end: statement.start + statement.length };
}
