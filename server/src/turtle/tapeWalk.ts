import type { TermId } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import type { StatementVisitor } from './syntaxTree.ts';
import { behindTerm, firstObject, isBracket, lengths, predicateHeader, tag } from './tape.ts';

/** A statement, property list or collection that is being visited. */
interface Level {
  readonly isList: boolean;
  readonly end: number;
  /** The subject of the triples: in a collection the current cell, -1 before the first one. */
  subject: TermId;
  predicate: TermId;
  objectsEnd: number;
  predicateEnd: number;
}

/** Visits a statement, whose subject and predicates lie between two positions, without creating nodes. */
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
      if (kind === tag.propertyList) visitor.propertyList?.(id);
      const end = behindTerm(data, from, at);
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
      level.objectsEnd = from + data[at]!;
      level.predicateEnd = from + data[at + 1]!;
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
