import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../rdf/turtle/scopeAt.ts';
import { rangeIn, type TripleSource } from '../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../rdf/vocab.ts';
import { readList } from '../model/reading.ts';
import type { Constraint } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

/** A shapes file with the shapes graph that it is part of. */
export class LintedFile {
  readonly document: TurtleDocument;
  readonly shapes: ShapesGraph;

  constructor(document: TurtleDocument, shapes: ShapesGraph) {
    this.document = document;
    this.shapes = shapes;
  }

  /** All linked shapes files as one graph. */
  get graph(): Graph {
    return this.shapes.graph;
  }

  /** A term as messages name it. */
  readonly term = (id: TermId): string => this.shapes.term(id);

  /** The name of a value in messages: "the text "1"", "a list", "ex:Person". */
  value(id: TermId): string {
    if (this.isList(id)) return 'a list';
    if (terms.isBlank(id)) return 'a blank node';
    if (!terms.isLiteral(id)) return this.term(id);
    if (terms.language(id) !== '') return `the text ${this.term(id)}`;
    return this.term(id).startsWith('"') && !this.term(id).includes('^^')
      ? `the text ${this.term(id)}`
      : this.term(id);
  }

  isList(id: TermId): boolean {
    return id === rdf.nil || this.graph.objects(id, rdf.first).length > 0;
  }

  members(id: TermId): readonly TermId[] | undefined {
    return this.isList(id) ? readList(this.graph, id) : undefined;
  }

  /** Where the file states a triple; undefined where another file does. */
  statement(triple: Triple): LintedStatement | undefined {
    const source = this.document.sources.occurrences(triple)[0];
    return source?.predicate && source.objectTerm ? new LintedStatement(this, source) : undefined;
  }

  /** The triples of this file with a predicate. */
  stated(predicate: TermId): readonly Triple[] {
    return this.document.graph.withPredicate(predicate);
  }

  text({ start, end }: TextRange): string {
    return this.document.rope.slice(start, end);
  }

  /** A term as Turtle at an offset. */
  print(id: TermId, offset: number): string {
    const { document } = this;
    return printTerm(id, document.libraryFormat ? document : scopeAt(document, offset));
  }

  /** The IRI that a text denotes: `ex:name` with a prefix of the file, or an IRI with or without `<>`. */
  iriOf(text: string): TermId | undefined {
    const bare = /^<?((?:https?|urn):[^\s<>"{}|^`\\]+)>?$/.exec(text)?.[1];
    if (bare !== undefined) return terms.iri(bare);
    const [, prefix, local] = /^([\w.-]*):([\w.-]*\w)$/.exec(text) ?? [];
    const namespace = prefix === undefined ? undefined : this.document.prefixes.get(prefix);
    return namespace === undefined ? undefined : terms.iri(namespace + local);
  }

  /** True when a file of the shapes graph describes a term. */
  describes(id: TermId): boolean {
    return this.graph.outgoing(id).length > 0;
  }

  /** True for terms of the namespace. */
  isOf(id: TermId, namespace: string): boolean {
    return terms.isIri(id) && namespaceOf(terms.value(id)) === namespace;
  }
}

/** The place of a triple, with that of its predicate and its object. */
export class LintedStatement {
  readonly #file: LintedFile;
  readonly #source: TripleSource;

  constructor(file: LintedFile, source: TripleSource) {
    this.#file = file;
    this.#source = source;
  }

  get predicate(): TextRange {
    return rangeIn(this.#source.statement, this.#source.predicate!.verb);
  }

  get object(): TextRange {
    return rangeIn(this.#source.statement, this.#source.objectTerm!);
  }

  /** The object without quotes, where it is a text; otherwise as `object`. */
  get lexical(): TextRange {
    const { statement, objectTerm } = this.#source;
    return rangeIn(statement, objectTerm!.kind === 'literal' ? objectTerm!.lexical : objectTerm!);
  }

  /** From the first object of the predicate to its last one. */
  get allObjects(): TextRange {
    const { statement, predicate } = this.#source;
    const { objects } = predicate!;
    return rangeIn(statement, { start: objects[0]!.term.start, end: objects.at(-1)!.term.end });
  }

  /** The predicate and all its objects. */
  get whole(): TextRange {
    return { start: this.predicate.start, end: this.allObjects.end };
  }

  /** Where a message about the object is shown: at the predicate of a blank node that is written in brackets. */
  get place(): TextRange {
    return this.#source.objectTerm!.kind === 'propertyList' ? this.predicate : this.object;
  }

  /** The texts of the objects of the predicate. */
  get objectTexts(): readonly string[] {
    const { statement, predicate } = this.#source;
    return predicate!.objects.map(({ term }) => this.#file.text(rangeIn(statement, term)));
  }

  /** The texts of the members, where the object is a list in brackets. */
  get memberTexts(): readonly string[] {
    const { statement, objectTerm } = this.#source;
    return objectTerm?.kind === 'collection'
      ? objectTerm.items.map(({ term }) => this.#file.text(rangeIn(statement, term)))
      : [];
  }

  /** The places of the members with a value, where the object is a list in brackets. */
  memberPlaces(value: TermId): readonly TextRange[] {
    const { statement, objectTerm } = this.#source;
    return objectTerm?.kind === 'collection'
      ? objectTerm.items.filter(({ term }) => term.id === value).map(({ term }) => rangeIn(statement, term))
      : [];
  }

  print(id: TermId): string {
    return this.#file.print(id, this.object.start);
  }
}

/** The triple that declares a constraint. */
export function statementOf({ shape, parameter, parameterValue }: Constraint): Triple {
  return { subject: shape, predicate: parameter, object: parameterValue };
}

/** All statements of a blank node to which nothing else refers. */
export function ownStatements(graph: Graph, node: TermId): readonly Triple[] {
  const nodes = new Set(terms.isBlank(node) && graph.incoming(node).length <= 1 ? [node] : []);
  const found: Triple[] = [];
  for (const each of nodes)
    for (const one of graph.outgoing(each)) {
      found.push(one);
      if (terms.isBlank(one.object) && graph.incoming(one.object).length <= 1) nodes.add(one.object);
    }
  return found;
}

/** Some names, and how many more there are. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

const mostNames = 5;
