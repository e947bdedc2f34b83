import type { TextRange } from '../../base/textRange.ts';
import type { TermId, Triple } from '../terms.ts';

/**
 * The concrete syntax of a Turtle document, detailed enough to place an edit at the right separator. All offsets inside
 * a statement are UTF-16 code units relative to the statement's start, so that edits before a statement leave it
 * unchanged; `rangeIn` makes them absolute. White space and comments belong to no node: the document lists the
 * comments.
 */
export type Statement = PrefixStatement | BaseStatement | TriplesStatement | SkippedStatement;

interface StatementSpan {
  /** The absolute offset of the first token. */
  readonly start: number;
  /** From the first token to the end of the last one, including the closing dot if there is one. */
  readonly length: number;
}

/** `@prefix p: <iri> .` or `PREFIX p: <iri>`. */
export interface PrefixStatement extends StatementSpan {
  readonly kind: 'prefix';
  readonly style: 'turtle' | 'sparql';
  /** Without the colon. */
  readonly prefix: string;
  /** The resolved IRI. */
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
  /**
   * The offset of the closing dot, undefined when it is missing (and an error was reported). The end of the statement where
   * TriG needs no dot, before a closing brace.
   */
  readonly dot: number | undefined;
  /**
   * True when errors were reported inside. Such a statement contains the parts that were complete; other parts of its
   * text, including separators, are in no node, so it must not be edited.
   */
  readonly damaged: boolean;
  /** Calls back for all triples and terms of the statement, without creating its nodes. */
  visit(visitor: StatementVisitor): void;
}

/** The callbacks of `TriplesStatement.visit`. */
export interface StatementVisitor {
  /** A triple, in document order: before those of the brackets in its object. */
  triple?(subject: TermId, predicate: TermId, object: TermId): void;
  /** A term, as often as it is written. */
  term?(id: TermId): void;
  /** A `[ … ]`, including an empty one. */
  propertyList?(id: TermId): void;
}

/** True where the statement ends with its own dot. */
export function hasDot({ dot, length }: TriplesStatement): boolean {
  return dot !== undefined && dot < length;
}

/** Unreadable text, or a brace of TriG with the name of its graph; it states nothing. */
export interface SkippedStatement extends StatementSpan {
  readonly kind: 'skipped';
}

/** A verb with its objects: one element of a `;` list. */
export interface PredicateNode {
  readonly verb: IriNode;
  readonly objects: readonly ObjectNode[];
  /** The offsets of the semicolons between this element and the next (Turtle allows several), or before the end. */
  readonly semicolons: readonly number[];
}

/** An object: one element of a `,` list. */
export interface ObjectNode {
  readonly term: TermNode;
  /** The offset of the comma after it, undefined for the last object. */
  readonly comma: number | undefined;
  /** The annotations of the triple, after its object. */
  readonly annotations: readonly AnnotationNode[];
}

export type TermNode =
  | IriNode
  | LiteralNode
  | LabelNode
  | PropertyListNode
  | CollectionNode
  | TripleTermNode
  | ReifiedTripleNode
  | AnnotationNode;

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
  /** The span of the quoted string alone, including delimiters; the whole node for numbers and booleans. */
  readonly lexical: TextRange;
  /** The datatype after `^^`. */
  readonly datatype: IriNode | undefined;
  /** The span of `@tag`, including the at sign. */
  readonly language: TextRange | undefined;
}

/** `_:label`. */
export interface LabelNode extends TermSpan {
  readonly kind: 'label';
}

/** `[ … ]`, including the empty `[]`; spans from bracket to bracket. */
export interface PropertyListNode extends TermSpan {
  readonly kind: 'propertyList';
  readonly predicates: readonly PredicateNode[];
}

/** `( … )`; its id is that of the first cell, or rdf:nil. */
export interface CollectionNode extends TermSpan {
  readonly kind: 'collection';
  readonly items: readonly CollectionItem[];
}

export interface CollectionItem {
  readonly term: TermNode;
  /** The blank node of the list cell that contains the item. */
  readonly cell: TermId;
}

/** `<<( … )>>`. @see https://www.w3.org/TR/rdf12-turtle/#triple-terms */
export interface TripleTermNode extends TermSpan {
  readonly kind: 'tripleTerm';
  /** Subject, predicate and object. */
  readonly parts: readonly TermNode[];
}

/** `<< … >>`; its id is that of the reifier. @see https://www.w3.org/TR/rdf12-turtle/#reified-triples */
export interface ReifiedTripleNode extends TermSpan {
  readonly kind: 'reifiedTriple';
  /** Subject, predicate and object. */
  readonly parts: readonly TermNode[];
  /** The term after `~`, if there is one. */
  readonly reifier: TermNode | undefined;
  /** The triple term that is reified. */
  readonly triple: TermId;
}

/** `~ reifier`, `{| … |}` or both; its id is that of the reifier. @see https://www.w3.org/TR/rdf12-turtle/#annotations */
export interface AnnotationNode extends TermSpan {
  readonly kind: 'annotation';
  /** The term after `~`, if there is one. */
  readonly reifier: TermNode | undefined;
  readonly predicates: readonly PredicateNode[];
  /** The triple term that is reified. */
  readonly triple: TermId;
}

/** A triple with the nodes that state it. */
export interface TripleSource {
  readonly triple: Triple;
  readonly statement: TriplesStatement;
  /** The node of the subject: the statement's subject, a property list, a collection, a reified triple or an annotation. */
  readonly subject: TermNode;
  /** Undefined for the rdf:first and rdf:rest triples of a collection, and for rdf:reifies. */
  readonly predicate: PredicateNode | undefined;
  /** The object in its `,` list; undefined for rdf:first, rdf:rest and rdf:reifies. */
  readonly object: ObjectNode | undefined;
  /** The node of the object term; undefined for rdf:rest and rdf:reifies. */
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
