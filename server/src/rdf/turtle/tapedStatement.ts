import type { TermId } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { type ParsedChunk, statementFlags } from './parsedChunk.ts';
import type {
  AnnotationNode,
  CollectionItem,
  IriNode,
  LiteralNode,
  ObjectNode,
  PredicateNode,
  Statement,
  StatementVisitor,
  TermNode,
  TriplesStatement,
} from './syntaxTree.ts';
import { behindTerm, firstObject, hasOwnReifier, isBracket, lengths, predicateHeader, tag } from './tape.ts';

/** Creates the nodes of a statement whose subject and predicates lie between two positions. */
function nodesOnTape(
  data: Int32Array,
  from: number,
  to: number,
): { readonly subject: TermNode; readonly predicates: readonly PredicateNode[] } {
  const reader = new NodeReader(data, from);
  const subject = reader.term(from);
  const predicates: PredicateNode[] = [];
  reader.predicates(behindTerm(data, from, from), to, predicates);
  reader.finish();
  return { subject, predicates };
}

/** Creates nodes. The contents of brackets are deferred, so that deep nesting does not need a deep stack. */
class NodeReader {
  readonly #data: Int32Array;
  readonly #origin: number;
  readonly #putOff: (() => void)[] = [];

  constructor(data: Int32Array, origin: number) {
    this.#data = data;
    this.#origin = origin;
  }

  finish(): void {
    for (let fill = this.#putOff.pop(); fill !== undefined; fill = this.#putOff.pop()) fill();
  }

  predicates(from: number, to: number, into: PredicateNode[]): void {
    const data = this.#data;
    for (let at = from; at < to; at = this.#position(at + 1)) {
      const objects: ObjectNode[] = [];
      const objectsEnd = this.#position(at);
      let annotations: AnnotationNode[] = [];
      for (let object = at + firstObject; object < objectsEnd; object = this.#behind(object + 1)) {
        if (data[object + 1] === tag.annotation) {
          annotations.push(this.#annotation(object + 1));
          continue;
        }
        annotations = [];
        const comma = data[object] === -1 ? undefined : data[object]!;
        objects.push({ term: this.term(object + 1), comma, annotations });
      }
      into.push({
        verb: this.#iri(at + predicateHeader),
        objects,
        semicolons: Array.from(data.subarray(objectsEnd, this.#position(at + 1))),
      });
    }
  }

  term(position: number): TermNode {
    const data = this.#data;
    const start = data[position + 1]!;
    const end = data[position + 2]!;
    const id = data[position + 3]!;
    const inside = position + 5;
    switch (data[position]) {
      case tag.label:
        return { kind: 'label', id, start, end };
      case tag.number:
      case tag.boolean:
      case tag.string:
      case tag.taggedString:
      case tag.typedString:
        return this.#literal(position);
      case tag.propertyList: {
        const predicates: PredicateNode[] = [];
        this.#putOff.push(() => this.predicates(inside, this.#position(position + 4), predicates));
        return { kind: 'propertyList', id, start, end, predicates };
      }
      case tag.collection: {
        const items: CollectionItem[] = [];
        this.#putOff.push(() => this.#items(inside, this.#position(position + 4), items));
        return { kind: 'collection', id, start, end, items };
      }
      case tag.tripleTerm:
        return {
          kind: 'tripleTerm',
          id,
          start,
          end,
          parts: this.#parts(inside, this.#position(position + 4)),
        };
      case tag.reifiedTriple: {
        const [subject, verb, object, reifier] = this.#parts(inside + 1, this.#position(position + 4));
        const triple = data[inside]!;
        return { kind: 'reifiedTriple', id, start, end, parts: [subject!, verb!, object!], reifier, triple };
      }
      default:
        return this.#iri(position);
    }
  }

  /** The terms between two positions. The parser bounds how deeply triples are nested, so they may recurse. */
  #parts(from: number, end: number): readonly TermNode[] {
    const parts: TermNode[] = [];
    for (let at = from; at < end; at = this.#behind(at)) parts.push(this.term(at));
    return parts;
  }

  #annotation(position: number): AnnotationNode {
    const data = this.#data;
    const [start, end, id] = [data[position + 1]!, data[position + 2]!, data[position + 3]!];
    const inside = position + lengths[tag.annotation];
    const from = this.#position(position + 6);
    const predicates: PredicateNode[] = [];
    this.#putOff.push(() => this.predicates(from, this.#position(position + 4), predicates));
    const reifier = from > inside ? this.term(inside) : undefined;
    return { kind: 'annotation', id, start, end, reifier, predicates, triple: data[position + 5]! };
  }

  #items(from: number, to: number, into: CollectionItem[]): void {
    for (let at = from; at < to; at = this.#behind(at + 1)) {
      into.push({ term: this.term(at + 1), cell: this.#data[at]! });
    }
  }

  #iri(position: number): IriNode {
    const data = this.#data;
    const kind = data[position];
    const form = kind === tag.reference ? 'reference' : kind === tag.a ? 'a' : 'prefixed';
    return {
      kind: 'iri',
      form,
      id: data[position + 3]!,
      start: data[position + 1]!,
      end: data[position + 2]!,
    };
  }

  #literal(position: number): LiteralNode {
    const data = this.#data;
    const kind = data[position]!;
    const start = data[position + 1]!;
    const end = data[position + 2]!;
    const isString = kind >= tag.string;
    return {
      kind: 'literal',
      form: isString ? 'string' : kind === tag.number ? 'number' : 'boolean',
      id: data[position + 3]!,
      start,
      end,
      lexical: { start, end: isString ? data[position + 4]! : end },
      datatype:
        kind === tag.typedString
          ? {
              kind: 'iri',
              form: data[position + 5] === tag.reference ? 'reference' : 'prefixed',
              id: data[position + 7]!,
              start: data[position + 6]!,
              end,
            }
          : undefined,
      language: kind === tag.taggedString ? { start: data[position + 5]!, end } : undefined,
    };
  }

  /** Reads the position that is stored at a position. */
  #position(at: number): number {
    return this.#origin + this.#data[at]!;
  }

  #behind(term: number): number {
    return behindTerm(this.#data, this.#origin, term);
  }
}

/** The statement with a number in a chunk. Adding `shift` to its offsets gives those of the document. */
export function statementOf(chunk: ParsedChunk, number: number, shift: number): Statement {
  const start = chunk.start(number) + shift;
  const length = chunk.end(number) - chunk.start(number);
  const flags = chunk.flags(number);
  if ((flags & statementFlags.triples) !== 0) return new TapedStatement(chunk, number, start, length);
  if ((flags & statementFlags.skipped) !== 0) return { kind: 'skipped', start, length };
  return { ...chunk.parts.directives.get(number)!, start, length };
}

/** Calls back for the triples and terms of a statement. A graph block only has its name. */
export function visitStatement(chunk: ParsedChunk, number: number, visitor: StatementVisitor): void {
  const [from, to] = [chunk.tapeStart(number), chunk.tapeStart(number + 1)];
  // Directives, unreadable text and braces have nothing on the tape.
  if (from < to) walkTape(chunk.parts.tape, from, to, visitor);
}

/** Knows the ordinals of a document's statements. */
interface Ordinals {
  ordinal(chunk: ParsedChunk, number: number): number | undefined;
}

/** A statement whose nodes are read from the tape on demand. */
export class TapedStatement implements TriplesStatement {
  readonly kind = 'triples';
  readonly start: number;
  readonly length: number;
  readonly #chunk: ParsedChunk;
  readonly #number: number;
  #nodes: ReturnType<typeof nodesOnTape> | undefined;

  constructor(chunk: ParsedChunk, number: number, start: number, length: number) {
    this.#chunk = chunk;
    this.#number = number;
    this.start = start;
    this.length = length;
  }

  get dot(): number | undefined {
    const flags = this.#chunk.flags(this.#number);
    if ((flags & statementFlags.undotted) !== 0) return this.length;
    return (flags & statementFlags.dotted) === 0 ? undefined : this.length - 1;
  }

  get damaged(): boolean {
    return (this.#chunk.flags(this.#number) & statementFlags.damaged) !== 0;
  }

  get subject(): TermNode {
    return this.#read().subject;
  }

  get predicates(): readonly PredicateNode[] {
    return this.#read().predicates;
  }

  /** The ordinal in a version of its document, undefined when the statement is no longer in it. */
  ordinalIn(statements: Ordinals): number | undefined {
    return statements.ordinal(this.#chunk, this.#number);
  }

  visit(visitor: StatementVisitor): void {
    visitStatement(this.#chunk, this.#number, visitor);
  }

  #read(): ReturnType<typeof nodesOnTape> {
    const { tape } = this.#chunk.parts;
    this.#nodes ??= nodesOnTape(
      tape,
      this.#chunk.tapeStart(this.#number),
      this.#chunk.tapeStart(this.#number + 1),
    );
    return this.#nodes;
  }
}

/** A statement, a bracket or the parts of a triple that are being visited. */
interface Level {
  readonly kind: 'block' | 'list' | 'parts';
  readonly end: number;
  /** The subject of the triples: in a collection the current cell, -1 before the first one. */
  subject: TermId;
  predicate: TermId;
  objectsEnd: number;
  predicateEnd: number;
}

/** Visits a statement, whose subject and predicates lie between two positions, without creating nodes. */
function walkTape(data: Int32Array, from: number, to: number, visitor: StatementVisitor): void {
  const outer: Level[] = [];
  let level: Level = block(data[from + 3]!, to);
  let at = from;
  let isTerm = true;
  for (;;) {
    if (isTerm) {
      const kind = data[at]!;
      const id = data[at + 3]!;
      if (kind < tag.reifiedTriple || !hasOwnReifier(data, from, at)) visitor.term?.(id);
      if (kind === tag.typedString) visitor.term?.(data[at + 7]!);
      if (kind === tag.propertyList) visitor.propertyList?.(id);
      if (kind >= tag.reifiedTriple) visitor.triple?.(id, rdf.reifies, data[at + 5]!);
      const end = behindTerm(data, from, at);
      // The reifier of an annotation is before its predicates.
      isTerm = kind === tag.annotation && data[at + 6]! + from > at + lengths[kind];
      at += lengths[kind]!;
      if (isBracket(kind) && at < end) {
        outer.push(level);
        level =
          kind === tag.collection
            ? list(end)
            : kind === tag.tripleTerm || kind === tag.reifiedTriple
              ? parts(end)
              : block(id, end);
      }
    } else if (at === level.end) {
      if (level.kind === 'list') visitor.triple?.(level.subject, rdf.rest, rdf.nil);
      const next = outer.pop();
      if (next === undefined) return;
      level = next;
    } else if (level.kind === 'parts') {
      isTerm = true;
    } else if (level.kind === 'list') {
      const cell = data[at]!;
      if (level.subject >= 0) visitor.triple?.(level.subject, rdf.rest, cell);
      level.subject = cell;
      at++;
      visitor.triple?.(cell, rdf.first, data[at + 3]!);
      isTerm = true;
    } else if (at === level.objectsEnd) {
      at = level.predicateEnd;
      level.objectsEnd = -1;
    } else if (level.objectsEnd < 0) {
      level.objectsEnd = from + data[at]!;
      level.predicateEnd = from + data[at + 1]!;
      level.predicate = data[at + predicateHeader + 3]!;
      visitor.term?.(level.predicate);
      at += firstObject;
    } else {
      at++;
      if (data[at] !== tag.annotation) visitor.triple?.(level.subject, level.predicate, data[at + 3]!);
      isTerm = true;
    }
  }
}

function block(subject: TermId, end: number): Level {
  return { kind: 'block', end, subject, predicate: -1, objectsEnd: -1, predicateEnd: -1 };
}

function list(end: number): Level {
  return { kind: 'list', end, subject: -1, predicate: -1, objectsEnd: -1, predicateEnd: -1 };
}

function parts(end: number): Level {
  return { kind: 'parts', end, subject: -1, predicate: -1, objectsEnd: -1, predicateEnd: -1 };
}
