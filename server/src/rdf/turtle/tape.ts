import type { TermId } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { IntList } from './intList.ts';

/*
 * The syntax tree of a document as a row of integers. Most statements of a large file are only ever asked for their
 * triples. As objects, their nodes would take ten times the memory of the text and most of the parsing time. So the
 * parser writes a tape, triples are read from it, and nodes are created only for statements that someone looks at.
 *
 * A term is a record that starts with tag, start, end, id. Nested records follow inside:
 *
 *   string        + end of the quoted string
 *   taggedString  + end of the quoted string, start of the tag
 *   typedString   + end of the quoted string, tag, start and id of the datatype
 *   propertyList  + position after the record, predicates
 *   collection    + position after the record, items: a cell id before each term
 *   tripleTerm    + position after the record, its subject, verb and object
 *   reifiedTriple + position after the record, id of the triple term, its subject, verb and object, the reifier if written
 *   annotation    + position after the record, id of the triple term, position of the predicates, the reifier if written,
 *                   predicates. It is in a list of objects, as an object with no comma, and belongs to the one before.
 *
 * A predicate is: position after its objects, position after the record, the verb's term, objects (offset of the
 * comma or -1, term), offsets of the semicolons.
 *
 * All offsets and positions are relative to the start of the statement, so that a statement can stand anywhere on any
 * tape.
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
  tripleTerm: 12,
  reifiedTriple: 13,
  annotation: 14,
} as const;

/** How long the fixed part of a record is, by tag. */
export const lengths = [0, 4, 4, 4, 4, 4, 4, 5, 6, 8, 5, 5, 5, 6, 7] as const;
export const predicateHeader = 2;
export const firstObject = predicateHeader + 4;

/** A tape that is being written. Its methods take and return positions on the whole tape. */
export class Tape extends IntList {
  /** Used as the id of an unreadable term. */
  static readonly noTerm = -1;
  /** Where the current statement starts. */
  origin = 0;

  /** Resets the tape for another text. */
  begin(): void {
    this.clear();
    this.origin = 0;
  }

  /** Ends the current statement; the next one starts here. */
  endStatement(): void {
    this.origin = this.length;
  }

  term(kind: number, start: number, end: number, id: TermId): void {
    this.reserve(4);
    const { data, length } = this;
    data[length] = kind;
    data[length + 1] = start;
    data[length + 2] = end;
    data[length + 3] = id;
    this.length = length + 4;
  }

  /** Starts a record that holds others. */
  open(kind: number, start: number, id: TermId): void {
    this.term(kind, start, start, id);
    for (let more = lengths[kind]!; more > 4; more--) this.push(0);
  }

  /** Ends the record that starts at a position and holds others. */
  close(position: number, end: number): void {
    this.data[position + 2] = end;
    this.data[position + 4] = this.length - this.origin;
    if (this.data[position] === tag.collection) {
      const first = position + lengths[tag.collection];
      this.data[position + 3] = first === this.length ? rdf.nil : this.data[first]!;
    }
  }

  /** Starts a predicate; its verb follows. */
  openPredicate(): void {
    this.push(0);
    this.push(0);
  }

  /** True when the predicate at a position has a readable verb and objects. */
  isPredicate(position: number): boolean {
    return this.hasObjects(position) && this.data[position + predicateHeader + 3] !== Tape.noTerm;
  }

  /** True when the verb of the predicate at a position is followed by something. */
  hasObjects(position: number): boolean {
    return this.length > position + firstObject;
  }

  endObjects(position: number): void {
    this.data[position] = this.length - this.origin;
    this.data[position + 1] = this.length - this.origin;
  }

  endSemicolons(position: number): void {
    this.data[position + 1] = this.length - this.origin;
  }

  /** Removes what lies beyond an offset of the statement from the predicates at and after a position. */
  cutBehind(predicates: number, offset: number): void {
    const { data, origin } = this;
    for (let at = predicates; at < this.length; at = origin + data[at + 1]!) {
      if (data[at + predicateHeader + 1]! >= offset) {
        this.cut(at);
        return;
      }
      const objectsEnd = origin + data[at]!;
      for (
        let object = at + firstObject;
        object < objectsEnd;
        object = behindTerm(data, origin, object + 1)
      ) {
        if (data[object + 3]! <= offset) continue;
        this.cut(object === at + firstObject ? at : object);
        if (this.length > at) this.endObjects(at);
        return;
      }
    }
  }
}

/** The position after the term at a position, in a statement that starts at `origin`. */
export function behindTerm(data: Int32Array, origin: number, position: number): number {
  const kind = data[position]!;
  return isBracket(kind) ? origin + data[position + 4]! : position + lengths[kind]!;
}

/** True for records that hold others. */
export function isBracket(kind: number): boolean {
  return kind >= tag.propertyList;
}

/** True for a reified triple or an annotation whose reifier is written, as a term of its own. */
export function hasOwnReifier(data: Int32Array, origin: number, position: number): boolean {
  const kind = data[position]!;
  if (kind < tag.reifiedTriple) return false;
  if (kind === tag.annotation) return origin + data[position + 6]! > position + lengths[kind];
  const end = behindTerm(data, origin, position);
  let at = position + lengths[tag.reifiedTriple];
  for (let part = 0; part < 3; part++) at = behindTerm(data, origin, at);
  return at < end;
}
