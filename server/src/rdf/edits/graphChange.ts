import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from '../graph.ts';
import { OverlayGraph } from '../overlayGraph.ts';
import { type TermId, terms } from '../terms.ts';
import { rdf } from '../vocab.ts';

/** The effect of a delta on one graph: the triples that really change, and the graph before and after. */
export class GraphChange {
  readonly before: Graph;
  readonly after: Graph;
  /** Triples that the graph does not have yet. */
  readonly added: Graph;
  /** Triples that the graph has and will lose. */
  readonly removed: Graph;
  readonly #nestable = new Map<TermId, boolean>();

  constructor(before: Graph, delta: GraphDelta) {
    this.before = before;
    const wanted = new IndexedGraph(delta.added);
    this.added = new IndexedGraph(delta.added.filter((triple) => !hasTriple(before, triple)));
    this.removed = new IndexedGraph(
      delta.removed.filter((triple) => hasTriple(before, triple) && !hasTriple(wanted, triple)),
    );
    this.after = new OverlayGraph(before, {
      added: [...this.added.triples()],
      removed: [...this.removed.triples()],
    });
  }

  get isEmpty(): boolean {
    return this.added.size === 0 && this.removed.size === 0;
  }

  /** True for blank nodes that the graph does not mention yet. */
  isFresh(term: TermId): boolean {
    return (
      terms.isBlank(term) &&
      this.before.outgoing(term).length === 0 &&
      this.before.incoming(term).length === 0
    );
  }

  /** True when the changed graph has no triple with the term as subject or object. */
  isGone(term: TermId): boolean {
    return this.after.outgoing(term).length === 0 && this.after.incoming(term).length === 0;
  }

  /** True for new blank nodes that can be written as `[ … ]` or `( … )` at the only place that mentions them. */
  isNestable(term: TermId): boolean {
    const path = new Set<TermId>();
    let node = term;
    while (!path.has(node) && !this.#nestable.has(node) && this.#hasOneMention(node)) {
      path.add(node);
      node = this.added.incoming(node)[0]!.subject;
    }
    // Nodes that refer to each other in a cycle need labels.
    const isInCircle = path.has(node) || this.#nestable.get(node) === false;
    for (const passed of path) this.#nestable.set(passed, !isInCircle);
    return this.#nestable.get(term) ?? false;
  }

  #hasOneMention(term: TermId): boolean {
    return this.isFresh(term) && this.added.incoming(term).length === 1;
  }

  /**
   * The items, with their cells, of the list that starts at a cell once the change is made. Undefined when `( … )`
   * cannot express the list: a cell has not exactly one item and one rest, is referenced twice, or has other triples.
   * With `openHead`, the first cell may have other triples.
   */
  list(head: TermId, openHead = false): readonly ListItem[] | undefined {
    const items: ListItem[] = [];
    const seen = new Set<TermId>();
    for (let cell = head; cell !== rdf.nil; ) {
      const [item, secondItem] = this.after.objects(cell, rdf.first);
      const [rest, secondRest] = this.after.objects(cell, rdf.rest);
      if (item === undefined || rest === undefined || secondItem !== undefined || secondRest !== undefined) {
        return undefined;
      }
      const isHead = cell === head;
      if (!terms.isBlank(cell) || seen.has(cell)) return undefined;
      if (!(isHead && openHead) && this.after.outgoing(cell).length !== 2) return undefined;
      const references = this.after.incoming(cell).length;
      if (isHead ? references > 1 : references !== 1) return undefined;
      seen.add(cell);
      items.push({ cell, term: item });
      cell = rest;
    }
    return items;
  }
}

export interface ListItem {
  readonly cell: TermId;
  readonly term: TermId;
}
