import type { TermId } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import type {
  CollectionItem,
  IriNode,
  LiteralNode,
  ObjectNode,
  PredicateNode,
  StatementVisitor,
  TermNode,
} from './syntaxTree.ts';

/*
 * The syntax tree of a document as a row of integers. Most statements of a large file are only ever asked for their
 * triples; as objects their nodes would take ten times the memory of the text and most of the time of reading it.
 * So the parser writes a tape, triples are read off it, and nodes are made for the statements that are looked at.
 *
 * A term is a record that starts with tag, start, end, id. Nested records follow inside:
 *
 *   string        + end of the quoted string
 *   taggedString  + end of the quoted string, start of the tag
 *   typedString   + end of the quoted string, tag, start and id of the datatype
 *   propertyList  + position behind the record, predicates
 *   collection    + position behind the record, items: a cell id before each term
 *
 * A predicate is: position behind its objects, position behind the record, the verb's term, objects (offset of the
 * comma or -1, term), offsets of the semicolons.
 */
export const tag = {
  reference: 1,
  prefixed: 2,
  a: 3,
  label: 4,
  number: 5,
  boolean: 6,
  string: 7,
  taggedString: 8,
  typedString: 9,
  propertyList: 10,
  collection: 11,
} as const;

/** How long the fixed part of a record is, by tag. */
const lengths = [0, 4, 4, 4, 4, 4, 4, 5, 6, 8, 5, 5] as const;
const predicateHeader = 2;
const firstObject = predicateHeader + 4;

/** Integers that grow at the end and can be cut there. */
export class Tape {
  /** Stands for the id of a term that is unreadable. */
  static readonly noTerm = -1;
  data: Int32Array;
  length = 0;

  /** @param textLength of the document; a good guess saves copying. */
  constructor(textLength: number) {
    this.data = new Int32Array(64 + (textLength >> 1));
  }

  push(value: number): void {
    this.#reserve(1);
    this.data[this.length++] = value;
  }

  term(kind: number, start: number, end: number, id: TermId): void {
    this.#reserve(4);
    const { data, length } = this;
    data[length] = kind;
    data[length + 1] = start;
    data[length + 2] = end;
    data[length + 3] = id;
    this.length = length + 4;
  }

  /** Starts a property list or a collection. */
  open(kind: number, start: number, id: TermId): void {
    this.term(kind, start, start, id);
    this.push(0);
  }

  /** Ends the property list or collection that starts at a position. */
  close(position: number, end: number): void {
    this.data[position + 2] = end;
    this.data[position + 4] = this.length;
    if (this.data[position] === tag.collection) {
      const first = position + lengths[tag.collection];
      this.data[position + 3] = first === this.length ? rdf.nil : this.data[first]!;
    }
  }

  /** Starts a predicate; its verb is to follow. */
  openPredicate(): void {
    this.push(0);
    this.push(0);
  }

  /** True when the predicate at a position has a readable verb and objects. */
  isPredicate(position: number): boolean {
    return this.hasObjects(position) && this.data[position + predicateHeader + 3] !== Tape.noTerm;
  }

  /** True when something follows the verb of the predicate at a position. */
  hasObjects(position: number): boolean {
    return this.length > position + firstObject;
  }

  endObjects(position: number): void {
    this.data[position] = this.length;
    this.data[position + 1] = this.length;
  }

  endSemicolons(position: number): void {
    this.data[position + 1] = this.length;
  }

  cut(position: number): void {
    if (position < this.length) this.length = position;
  }

  /** Cuts what lies behind an offset of the statement in the predicates from a position on. */
  cutBehind(predicates: number, offset: number): void {
    const { data } = this;
    for (let at = predicates; at < this.length; at = data[at + 1]!) {
      if (data[at + predicateHeader + 1]! >= offset) {
        this.cut(at);
        return;
      }
      for (let object = at + firstObject; object < data[at]!; object = behindTerm(data, object + 1)) {
        if (data[object + 3]! <= offset) continue;
        this.cut(object === at + firstObject ? at : object);
        if (this.length > at) this.endObjects(at);
        return;
      }
    }
  }

  /** Gives back the memory that is not needed. */
  trim(): void {
    this.data = this.data.slice(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const larger = new Int32Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
  }
}

/** The position behind a term. */
function behindTerm(data: Int32Array, position: number): number {
  const kind = data[position]!;
  return isBracket(kind) ? data[position + 4]! : position + lengths[kind]!;
}

function isBracket(kind: number): boolean {
  return kind === tag.propertyList || kind === tag.collection;
}

/** A statement, property list or collection that is being gone through. */
interface Level {
  readonly isList: boolean;
  readonly end: number;
  /** The subject of the triples: in a collection the current cell, -1 before the first one. */
  subject: TermId;
  predicate: TermId;
  objectsEnd: number;
  predicateEnd: number;
}

/** Goes through a statement, whose subject and predicates lie between two positions, without making nodes. */
export function walkTape(data: Int32Array, from: number, to: number, visitor: StatementVisitor): void {
  const outer: Level[] = [];
  let level: Level = block(data[from + 3]!, to);
  let at = from;
  let isTerm = true;
  for (;;) {
    if (isTerm) {
      const kind = data[at]!;
      const id = data[at + 3]!;
      visitor.term?.(id);
      if (kind === tag.typedString) visitor.term?.(data[at + 7]!);
      const end = behindTerm(data, at);
      at += lengths[kind]!;
      if (isBracket(kind) && at < end) {
        outer.push(level);
        level = kind === tag.collection ? list(end) : block(id, end);
      }
      isTerm = false;
    } else if (at === level.end) {
      if (level.isList) visitor.triple?.(level.subject, rdf.rest, rdf.nil);
      const next = outer.pop();
      if (next === undefined) return;
      level = next;
    } else if (level.isList) {
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
      level.objectsEnd = data[at]!;
      level.predicateEnd = data[at + 1]!;
      level.predicate = data[at + predicateHeader + 3]!;
      visitor.term?.(level.predicate);
      at += firstObject;
    } else {
      at++;
      visitor.triple?.(level.subject, level.predicate, data[at + 3]!);
      isTerm = true;
    }
  }
}

function block(subject: TermId, end: number): Level {
  return { isList: false, end, subject, predicate: -1, objectsEnd: -1, predicateEnd: -1 };
}

function list(end: number): Level {
  return { isList: true, end, subject: -1, predicate: -1, objectsEnd: -1, predicateEnd: -1 };
}

/** The nodes of a statement whose subject and predicates lie between two positions. */
export function nodesOnTape(
  data: Int32Array,
  from: number,
  to: number,
): { readonly subject: TermNode; readonly predicates: readonly PredicateNode[] } {
  const reader = new NodeReader(data);
  const subject = reader.term(from);
  const predicates: PredicateNode[] = [];
  reader.predicates(behindTerm(data, from), to, predicates);
  reader.finish();
  return { subject, predicates };
}

/** Makes nodes. The insides of brackets are put off, so that deep nesting does not need a deep stack. */
class NodeReader {
  readonly #data: Int32Array;
  readonly #putOff: (() => void)[] = [];

  constructor(data: Int32Array) {
    this.#data = data;
  }

  finish(): void {
    for (let fill = this.#putOff.pop(); fill !== undefined; fill = this.#putOff.pop()) fill();
  }

  predicates(from: number, to: number, into: PredicateNode[]): void {
    const data = this.#data;
    for (let at = from; at < to; at = data[at + 1]!) {
      const objects: ObjectNode[] = [];
      for (let object = at + firstObject; object < data[at]!; object = behindTerm(data, object + 1)) {
        objects.push({ term: this.term(object + 1), comma: data[object] === -1 ? undefined : data[object]! });
      }
      into.push({
        verb: this.#iri(at + predicateHeader),
        objects,
        semicolons: Array.from(data.subarray(data[at]!, data[at + 1]!)),
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
        this.#putOff.push(() => this.predicates(inside, data[position + 4]!, predicates));
        return { kind: 'propertyList', id, start, end, predicates };
      }
      case tag.collection: {
        const items: CollectionItem[] = [];
        this.#putOff.push(() => this.#items(inside, data[position + 4]!, items));
        return { kind: 'collection', id, start, end, items };
      }
      default:
        return this.#iri(position);
    }
  }

  #items(from: number, to: number, into: CollectionItem[]): void {
    for (let at = from; at < to; at = behindTerm(this.#data, at + 1)) {
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
}
