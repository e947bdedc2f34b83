import type { TermId } from '../terms.ts';
import { rdf } from '../vocab.ts';
import type {
  AnnotationNode,
  CollectionNode,
  ObjectNode,
  PredicateNode,
  ReifiedTripleNode,
  TermNode,
  TripleSource,
  TriplesStatement,
} from './syntaxTree.ts';

/*
 * Iterates over a statement. Nothing here recurses, so that brackets may be nested as deeply as a text can nest them.
 */

/** The terms directly inside a node, in document order. */
export function subterms(node: TriplesStatement | TermNode): readonly TermNode[] {
  switch (node.kind) {
    case 'triples':
      return [node.subject, ...inPredicates(node.predicates)];
    case 'propertyList':
      return inPredicates(node.predicates);
    case 'collection':
      return node.items.map((item) => item.term);
    case 'literal':
      return node.datatype ? [node.datatype] : [];
    case 'tripleTerm':
      return node.parts;
    case 'reifiedTriple':
      return node.reifier ? [...node.parts, node.reifier] : node.parts;
    case 'annotation': {
      const inside = inPredicates(node.predicates);
      return node.reifier ? [node.reifier, ...inside] : inside;
    }
    case 'iri':
    case 'label':
      return [];
  }
}

function inPredicates(predicates: readonly PredicateNode[]): readonly TermNode[] {
  const result: TermNode[] = [];
  for (const { verb, objects } of predicates) {
    result.push(verb);
    for (const { term, annotations } of objects) result.push(term, ...annotations);
  }
  return result;
}

/** All terms of a statement, in document order. A written reifier represents its triple or annotation. */
export function termsOf(statement: TriplesStatement): readonly TermNode[] {
  const result: TermNode[] = [];
  const pending: TermNode[] = [];
  const putOff = (nodes: readonly TermNode[]) => {
    for (let i = nodes.length - 1; i >= 0; i--) pending.push(nodes[i]!);
  };
  putOff(subterms(statement));
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!('reifier' in node) || node.reifier === undefined) result.push(node);
    if (node.kind !== 'iri' && node.kind !== 'label') putOff(subterms(node));
  }
  return result;
}

/** A node that states triples, and how far it was visited. */
interface Cursor {
  readonly parent: Cursor | undefined;
  readonly node: TermNode;
  readonly predicates: readonly PredicateNode[];
  /** The next predicate, or the next item of a collection. */
  index: number;
  object: number;
  /**
   * Collections: true when the link to the next cell comes before its item. Reified triples and annotations: true when
   * rdf:reifies was visited.
   */
  linked: boolean;
}

/**
 * Iterates over the triples of a statement in document order: a triple comes before those of the brackets in its
 * object. `next` moves on; the fields describe the current triple.
 */
export class TripleWalk {
  subject: TermId = rdf.nil;
  predicate: TermId = rdf.nil;
  object: TermId = rdf.nil;
  readonly #statement: TriplesStatement;
  #cursor: Cursor | undefined;
  #subjectNode: TermNode;
  #predicateNode: PredicateNode | undefined;
  #objectNode: ObjectNode | undefined;
  #objectTerm: TermNode | undefined;

  constructor(statement: TriplesStatement) {
    this.#statement = statement;
    this.#subjectNode = statement.subject;
    this.#cursor = {
      parent: undefined,
      node: statement.subject,
      predicates: statement.predicates,
      index: 0,
      object: 0,
      linked: false,
    };
    this.#enter(statement.subject);
  }

  /** Moves to the next triple; false when there is none. */
  next(): boolean {
    for (;;) {
      const cursor = this.#cursor;
      if (cursor === undefined) return false;
      // The statement is the only cursor without a parent; its subject may be a collection with a cursor of its own.
      const isList = cursor.parent !== undefined && cursor.node.kind === 'collection';
      if (cursor.parent !== undefined && 'triple' in cursor.node && !cursor.linked) {
        this.#reify(cursor, cursor.node);
        return true;
      }
      if (
        isList ? this.#nextOfCollection(cursor, cursor.node as CollectionNode) : this.#nextOfBlock(cursor)
      ) {
        return true;
      }
      this.#cursor = cursor.parent;
    }
  }

  /** The current triple with the nodes that state it. */
  source(): TripleSource {
    return {
      triple: { subject: this.subject, predicate: this.predicate, object: this.object },
      statement: this.#statement,
      subject: this.#subjectNode,
      predicate: this.#predicateNode,
      object: this.#objectNode,
      objectTerm: this.#objectTerm,
    };
  }

  #nextOfBlock(cursor: Cursor): boolean {
    for (; cursor.index < cursor.predicates.length; cursor.index++, cursor.object = 0) {
      const predicate = cursor.predicates[cursor.index]!;
      const object = predicate.objects[cursor.object];
      if (object === undefined) continue;
      cursor.object++;
      this.subject = cursor.node.id;
      this.predicate = predicate.verb.id;
      this.object = object.term.id;
      this.#subjectNode = cursor.node;
      this.#predicateNode = predicate;
      this.#objectNode = object;
      this.#objectTerm = object.term;
      for (let i = object.annotations.length - 1; i >= 0; i--) this.#enter(object.annotations[i]!);
      this.#enter(object.term);
      return true;
    }
    return false;
  }

  #nextOfCollection(cursor: Cursor, { items }: CollectionNode): boolean {
    if (cursor.linked) {
      this.subject = items[cursor.index - 1]!.cell;
      this.predicate = rdf.rest;
      this.object = items[cursor.index]?.cell ?? rdf.nil;
      this.#objectTerm = undefined;
    } else {
      const item = items[cursor.index];
      if (item === undefined) return false;
      cursor.index++;
      this.subject = item.cell;
      this.predicate = rdf.first;
      this.object = item.term.id;
      this.#objectTerm = item.term;
      this.#enter(item.term);
    }
    cursor.linked = !cursor.linked;
    this.#subjectNode = cursor.node;
    this.#predicateNode = undefined;
    this.#objectNode = undefined;
    return true;
  }

  #reify(cursor: Cursor, node: ReifiedTripleNode | AnnotationNode): void {
    cursor.linked = true;
    this.subject = node.id;
    this.predicate = rdf.reifies;
    this.object = node.triple;
    this.#subjectNode = node;
    this.#predicateNode = undefined;
    this.#objectNode = undefined;
    this.#objectTerm = undefined;
    if (node.kind === 'annotation') return;
    this.#enter(node.parts[2]!);
    this.#enter(node.parts[0]!);
  }

  /** Visits the triples of a node next. Nothing inside a triple term is stated. */
  #enter(node: TermNode): void {
    if (node.kind === 'iri' || node.kind === 'label' || node.kind === 'literal' || node.kind === 'tripleTerm')
      return;
    const predicates = 'predicates' in node ? node.predicates : [];
    this.#cursor = { parent: this.#cursor, node, predicates, index: 0, object: 0, linked: false };
  }
}
