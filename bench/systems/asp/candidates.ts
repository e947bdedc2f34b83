import type { Graph } from '../../../server/src/rdf/graph.ts';
import { IndexedGraph } from '../../../server/src/rdf/graph.ts';
import { tripleKey } from '../../../server/src/rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../server/src/rdf/terms.ts';
import { UnionGraph } from '../../../server/src/rdf/unionGraph.ts';
import { rdf, rdfs } from '../../../server/src/rdf/vocab.ts';
import type { ClassHierarchy } from '../../../server/src/shacl/classHierarchy.ts';
import type { Shape } from '../../../server/src/shacl/model/shape.ts';
import { targetingTriples } from '../../../server/src/shacl/shapesGraph/targets.ts';
import type { TargetPair } from './encoding.ts';
import { type Wishes, WishFinder } from './wishes.ts';

/** The changes that a smallest repair may consist of. */
export interface Candidates {
  readonly additions: readonly Triple[];
  readonly deletions: readonly Triple[];
}

export interface CandidateProblem {
  readonly graph: Graph;
  /** The part of the graph that may change: what only the rest describes, such as an ontology, stays as it is. */
  readonly editable: Graph;
  readonly shapes: readonly Shape[];
  readonly roots: readonly Shape[];
  readonly classes: ClassHierarchy;
  readonly domain: readonly TermId[];
  /** The pairs that have to conform, and do not. */
  readonly failing: readonly TargetPair[];
  /** All pairs of the graph that conform. */
  readonly conforming: readonly TargetPair[];
  readonly kept: readonly TargetPair[];
}

/**
 * Finds the changes for one more step at a time. After i steps, they contain every repair of i changes from which no
 * change can be left out: as long as the part of a repair that is known does not repair everything, one of the pairs
 * that it leaves or makes violated has to conform through another change, and `WishFinder` finds that one on the graph
 * with the known additions.
 */
export class CandidateSearch {
  readonly #problem: CandidateProblem;
  readonly #shapes: ReadonlyMap<TermId, Shape>;
  readonly #additions = new Map<string, Triple>();
  readonly #deletions = new Map<string, Triple>();
  readonly #concerned = new Map<string, TargetPair>();
  readonly #keptKeys: ReadonlySet<string>;
  #steps = 0;

  constructor(problem: CandidateProblem) {
    this.#problem = problem;
    this.#shapes = new Map(problem.shapes.map((shape) => [shape.id, shape]));
    this.#keptKeys = new Set(problem.kept.map(pairKey));
    for (const pair of problem.failing) this.#concerned.set(pairKey(pair), pair);
  }

  get found(): Candidates {
    return { additions: [...this.#additions.values()], deletions: [...this.#deletions.values()] };
  }

  /** Adds the changes of one more step. Returns false when there are no more. */
  step(): boolean {
    const before = this.#additions.size + this.#deletions.size;
    const { graph, editable, classes } = this.#problem;
    const known = this.#known();
    if (this.#steps > 0) this.#concernOthers(known);
    const finder = new WishFinder(this.#shapes, known, classes);
    for (const pair of this.#concerned.values()) {
      finder.find(pair.shape, pair.node, 'conforms');
      if (!this.#keptKeys.has(pairKey(pair)))
        for (const triple of this.#targeting(pair)) finder.wishes.remove(triple);
    }
    if (this.#steps > 0) this.#wishKept(finder.wishes);
    this.#steps++;
    for (const [key, triple] of finder.wishes.removals) {
      const { subject, predicate, object } = triple;
      if (isData(triple) && editable.has(subject, predicate, object)) this.#deletions.set(key, triple);
    }
    for (const triple of this.#expanded(finder.wishes)) {
      const { subject, predicate, object } = triple;
      const isForeign = editable.outgoing(subject).length === 0 && graph.outgoing(subject).length > 0;
      if (isData(triple) && !isForeign && !graph.has(subject, predicate, object))
        this.#additions.set(tripleKey(triple), triple);
    }
    return this.#additions.size + this.#deletions.size > before;
  }

  #known(): Graph {
    const { graph } = this.#problem;
    return new UnionGraph([graph, new IndexedGraph(this.#additions.values())]);
  }

  /** Pairs that known changes may violate, and those that known additions make. */
  #concernOthers(known: Graph): void {
    const { conforming, classes, roots } = this.#problem;
    const { additions, deletions } = this.found;
    for (const pair of conforming) {
      if (this.#concerned.has(pairKey(pair))) continue;
      const finder = new WishFinder(this.#shapes, known, classes);
      finder.find(pair.shape, pair.node, 'violates');
      const { wishes } = finder;
      if (
        deletions.some((triple) => wishes.wantsRemoved(triple)) ||
        additions.some((triple) => wishes.wantsAdded(triple))
      )
        this.#concerned.set(pairKey(pair), pair);
    }
    const old = new Set(conforming.map(pairKey));
    for (const { subject, predicate, object } of additions) {
      for (const { id, targets } of roots) {
        for (const target of targets) {
          const isSubject =
            (target.kind === 'class' &&
              predicate === rdf.type &&
              classes.subclasses(target.class).has(object)) ||
            (target.kind === 'subjectsOf' && target.predicate === predicate);
          const isObject = target.kind === 'objectsOf' && target.predicate === predicate;
          for (const node of [...(isSubject ? [subject] : []), ...(isObject ? [object] : [])]) {
            const pair = { shape: id, node };
            if (!old.has(pairKey(pair))) this.#concerned.set(pairKey(pair), pair);
          }
        }
      }
    }
  }

  #targeting({ shape, node }: TargetPair): readonly Triple[] {
    const { graph, classes } = this.#problem;
    const targets = this.#shapes.get(shape)?.targets ?? [];
    return targets.flatMap((target) => targetingTriples(target, node, graph, (id) => classes.subclasses(id)));
  }

  /** What makes up for a lost target or a lost node. */
  #wishKept(wishes: Wishes): void {
    const { kept, graph, classes } = this.#problem;
    for (const { shape, node } of kept) {
      for (const target of this.#shapes.get(shape)?.targets ?? []) {
        if (target.kind === 'class') {
          for (const object of classes.subclasses(target.class))
            wishes.add({ subject: node, predicate: rdf.type, object });
        } else if (target.kind === 'subjectsOf') wishes.addOutgoing(node, target.predicate);
        else if (target.kind === 'objectsOf') wishes.addIncoming(target.predicate, node);
      }
      const around = [...graph.outgoing(node), ...graph.incoming(node)];
      if (around.every((triple) => this.#deletions.has(tripleKey(triple)))) {
        for (const { predicate } of graph.outgoing(node)) wishes.addOutgoing(node, predicate);
        for (const { predicate } of graph.incoming(node)) wishes.addIncoming(predicate, node);
      }
    }
  }

  *#expanded({ outgoing, incoming, triples }: Wishes): Iterable<Triple> {
    const { domain } = this.#problem;
    for (const [subject, predicate] of outgoing.values()) {
      if (!isNode(subject)) continue;
      for (const object of domain) yield { subject, predicate, object };
    }
    for (const [predicate, object] of incoming.values())
      for (const subject of domain) if (isNode(subject)) yield { subject, predicate, object };
    for (const triple of triples.values()) if (isNode(triple.subject)) yield triple;
  }
}

export function pairKey({ shape, node }: TargetPair): string {
  return `${shape} ${node}`;
}

function isNode(term: TermId): boolean {
  return terms.isIri(term) || terms.isBlank(term);
}

/** Class hierarchies are not repaired. */
function isData({ predicate }: Triple): boolean {
  return predicate !== rdfs.subClassOf;
}
