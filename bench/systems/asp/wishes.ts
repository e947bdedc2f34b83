import type { Graph } from '../../../server/src/rdf/graph.ts';
import { tripleKey } from '../../../server/src/rdf/termKeys.ts';
import type { TermId, Triple } from '../../../server/src/rdf/terms.ts';
import { rdf } from '../../../server/src/rdf/vocab.ts';
import type { ClassHierarchy } from '../../../server/src/shacl/classHierarchy.ts';
import { disfavouredRefsOf, favouredRefsOf } from '../../../server/src/shacl/components/shapeRefs.ts';
import type { Constraint, Shape } from '../../../server/src/shacl/model/shape.ts';
import { type Reach, reach } from './reach.ts';
import { propertyOf } from './shapeRules.ts';

/** Changes that may be of use, as patterns of triples. */
export class Wishes {
  /** Triples to remove. */
  readonly removals = new Map<string, Triple>();
  /** `subject predicate`: any triple of these may be added. */
  readonly outgoing = new Map<string, readonly [subject: TermId, predicate: TermId]>();
  /** `predicate object`. */
  readonly incoming = new Map<string, readonly [predicate: TermId, object: TermId]>();
  readonly triples = new Map<string, Triple>();
  /** Nodes that must not get properties other than the allowed ones. */
  readonly closed = new Map<TermId, ReadonlySet<TermId>[]>();

  remove(triple: Triple): void {
    this.removals.set(tripleKey(triple), triple);
  }

  add(triple: Triple): void {
    this.triples.set(tripleKey(triple), triple);
  }

  addOutgoing(subject: TermId, predicate: TermId): void {
    this.outgoing.set(`${subject} ${predicate}`, [subject, predicate]);
  }

  addIncoming(predicate: TermId, object: TermId): void {
    this.incoming.set(`${predicate} ${object}`, [predicate, object]);
  }

  wantsRemoved(triple: Triple): boolean {
    return this.removals.has(tripleKey(triple));
  }

  wantsAdded(triple: Triple): boolean {
    const { subject, predicate, object } = triple;
    return (
      this.outgoing.has(`${subject} ${predicate}`) ||
      this.incoming.has(`${predicate} ${object}`) ||
      this.triples.has(tripleKey(triple)) ||
      (this.closed.get(subject)?.some((allowed) => !allowed.has(predicate)) ?? false)
    );
  }
}

/** Whether a constraint is more easily satisfied with more values, or with fewer. */
function helpfulValues(constraint: Constraint): 'more' | 'fewer' | 'either' {
  switch (constraint.kind) {
    case 'minCount':
    case 'hasValue':
    case 'qualifiedMinCount':
      return 'more';
    case 'equals':
      return 'either';
    default:
      return 'fewer';
  }
}

/** Whether a node is to conform to a shape, or to violate it. */
export type Wanted = 'conforms' | 'violates';

/**
 * Finds the changes of a graph one of which every change has to contain that makes a node conform to a shape, or violate
 * it: each constraint is looked at with the values that the node has in the graph.
 */
export class WishFinder {
  readonly #seen = new Set<string>();
  readonly #shapes: ReadonlyMap<TermId, Shape>;
  readonly #graph: Graph;
  readonly #classes: ClassHierarchy;
  readonly wishes = new Wishes();

  constructor(shapes: ReadonlyMap<TermId, Shape>, graph: Graph, classes: ClassHierarchy) {
    this.#shapes = shapes;
    this.#graph = graph;
    this.#classes = classes;
  }

  find(id: TermId, node: TermId, wanted: Wanted): void {
    const shape = this.#shapes.get(id);
    const key = `${id} ${node} ${wanted}`;
    if (shape === undefined || this.#seen.has(key)) return;
    this.#seen.add(key);
    const met = reach(this.#graph, node, shape.path);
    for (const constraint of shape.constraints) this.#findFor(constraint, node, met, wanted);
  }

  #findFor(constraint: Constraint, node: TermId, met: Reach, wanted: Wanted): void {
    const isWanted = wanted === 'conforms';
    const helpful = helpfulValues(constraint);
    if (helpful === 'either' || (helpful === 'more') === isWanted) this.#more(met, constraint, isWanted);
    if (helpful === 'either' || (helpful === 'fewer') === isWanted) this.#fewer(met);
    switch (constraint.kind) {
      case 'class':
        this.#class(constraint.class, met, isWanted);
        break;
      case 'equals':
        this.wishes.addOutgoing(node, propertyOf(constraint));
        this.#without(node, propertyOf(constraint));
        break;
      case 'disjoint':
      case 'lessThan':
      case 'lessThanOrEquals':
        if (isWanted) this.#without(node, propertyOf(constraint));
        else this.wishes.addOutgoing(node, propertyOf(constraint));
        break;
      case 'xone':
        this.#refer(constraint.shapeRefs, met, 'conforms');
        this.#refer(constraint.shapeRefs, met, 'violates');
        break;
      case 'closed':
        this.#closed(constraint.allowed, met, isWanted);
        break;
      default:
        this.#refer(favouredRefsOf(constraint), met, wanted);
        this.#refer(disfavouredRefsOf(constraint), met, isWanted ? 'violates' : 'conforms');
    }
  }

  #refer(shapes: readonly TermId[], { ends }: Reach, wanted: Wanted): void {
    for (const shape of shapes) for (const end of ends) this.find(shape, end, wanted);
  }

  #more({ openings, isPredicate }: Reach, constraint: Constraint, isWanted: boolean): void {
    for (const { node, predicate, direction } of openings) {
      if (isWanted && constraint.kind === 'hasValue' && isPredicate) {
        this.wishes.add({ subject: node, predicate, object: constraint.value });
      } else if (direction === 'out') this.wishes.addOutgoing(node, predicate);
      else this.wishes.addIncoming(predicate, node);
    }
  }

  #fewer({ steps }: Reach): void {
    for (const triple of steps) this.wishes.remove(triple);
  }

  #without(subject: TermId, predicate: TermId): void {
    for (const object of this.#graph.objects(subject, predicate))
      this.wishes.remove({ subject, predicate, object });
  }

  #class(id: TermId, { ends }: Reach, isWanted: boolean): void {
    for (const subject of ends) {
      for (const object of this.#classes.subclasses(id)) {
        const triple = { subject, predicate: rdf.type, object };
        if (isWanted) this.wishes.add(triple);
        else if (this.#graph.has(subject, rdf.type, object)) this.wishes.remove(triple);
      }
    }
  }

  #closed(allowed: ReadonlySet<TermId>, { ends }: Reach, isWanted: boolean): void {
    for (const end of ends) {
      if (!isWanted) {
        this.wishes.closed.set(end, [...(this.wishes.closed.get(end) ?? []), allowed]);
      } else {
        for (const triple of this.#graph.outgoing(end))
          if (!allowed.has(triple.predicate)) this.wishes.remove(triple);
      }
    }
  }
}
