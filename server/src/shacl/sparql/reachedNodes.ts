import { lazy } from '../../base/lazy.ts';
import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { invert, type Path } from '../model/path.ts';
import { pathValues } from '../paths/pathValues.ts';
import { type Hop, isAt, type QuerySite, type QueryWay, type RepeatedStep } from './querySites.ts';

/** For variables that have values from the start, the values that a change can affect. */
export type ReachedNodes = ReadonlyMap<string, ReadonlySet<TermId>>;

/**
 * Finds the values that added or removed triples can affect, by walking back from the places of a query that read them. No
 * other values can be affected.
 *
 * @param both the graph with the triples of both versions.
 * @param maxNodes how many nodes may be met in one place of the way.
 * @returns undefined when the triples can matter to any value, or to more than can be met.
 */
export function reachedNodes(
  sites: readonly QuerySite[],
  triples: readonly Triple[],
  both: Graph,
  maxNodes = Number.POSITIVE_INFINITY,
): ReachedNodes | undefined {
  const reached = new Map<string, Set<TermId>>();
  const closures = triples.length <= maxCompared ? changedClosures(triples)(both) : undefined;
  for (const triple of triples) {
    for (const site of sites) {
      if (!isAt(site, triple)) continue;
      const { way, repeated } = site;
      const isRepeated = repeated !== undefined && closures !== undefined;
      if (isRepeated && !closures.isNeeded(repeated, triple)) continue;
      const start = isRepeated
        ? closures.startOf(repeated, triple)
        : way && { way, nodes: [triple[way.from]] };
      if (start === undefined) return undefined;
      const found = walkedBack(start.nodes, start.way, both, maxNodes);
      if (found === undefined) return undefined;
      const known = reached.get(start.way.to) ?? new Set();
      reached.set(start.way.to, known);
      for (const node of found) known.add(node);
      if (known.size > maxNodes) return undefined;
    }
  }
  return reached;
}

/** With more triples, finding out what is related without them takes longer than it saves. */
const maxCompared = 100;

/** Many queries are checked for the same change. */
const changedClosures = memoized((triples: readonly Triple[]) =>
  memoized((both: Graph) => new ChangedClosures(triples, both)),
);

/** The values at the end of a path. Undefined when more nodes are met. */
export function walkedBack(
  starts: Iterable<TermId>,
  { back, hops }: Pick<QueryWay, 'back' | 'hops'>,
  graph: Graph,
  maxNodes = Number.POSITIVE_INFINITY,
): ReadonlySet<TermId> | undefined {
  let nodes = new Set(starts);
  const walk = (next: (node: TermId) => Iterable<TermId>) => {
    const found = new Set<TermId>();
    for (const node of nodes) {
      for (const each of next(node)) found.add(each);
      if (found.size > maxNodes) return false;
    }
    nodes = found;
    return true;
  };
  if (back !== undefined && !walk((node) => pathValues(graph, node, back))) return undefined;
  for (const hop of hops) if (!walk((node) => walked(hop, node, graph))) return undefined;
  return nodes;
}

function walked({ path, from, to }: Hop, node: TermId, graph: Graph): Iterable<TermId> {
  if (path !== undefined) return pathValues(graph, node, from === 'subject' ? path : invert(path));
  const triples =
    from === 'subject'
      ? graph.outgoing(node)
      : from === 'object'
        ? graph.incoming(node)
        : graph.withPredicate(node);
  return triples.map((triple) => triple[to]);
}

/**
 * What closures relate in only one version. A step from a to b affects a pair of nodes that neither version relates without
 * the changed triples. Of such a pair, the first node leads to a, but not to b without them, because otherwise the step
 * would not be needed; and b leads to the second one, but a does not without them.
 */
class ChangedClosures {
  readonly #both: Graph;
  /** What both versions have. */
  readonly #common: () => Graph;
  readonly #known = new Map<Path, Map<string, ReadonlySet<TermId>>>();

  constructor(triples: readonly Triple[], both: Graph) {
    this.#both = both;
    this.#common = lazy(() => new OverlayGraph(both, { added: [], removed: triples }));
  }

  /** False for a step between nodes that are related without the changed triples. */
  isNeeded({ step, isInverse }: RepeatedStep, triple: Triple): boolean {
    const [from, to] = endsOf(triple, isInverse);
    return !this.#values(this.#common(), from, step, 'oneOrMore').has(to);
  }

  /** The fewer of the nodes at either end from which a path continues; undefined when there is no path. */
  startOf(
    { step, isInverse, fromSubject, fromObject }: RepeatedStep,
    triple: Triple,
  ): { readonly way: QueryWay; readonly nodes: readonly TermId[] } | undefined {
    const [from, to] = endsOf(triple, isInverse);
    const first = fromSubject && { way: fromSubject, nodes: this.#moved(from, to, invert(step)) };
    const second = fromObject && { way: fromObject, nodes: this.#moved(to, from, step) };
    return first && second ? (first.nodes.length <= second.nodes.length ? first : second) : (first ?? second);
  }

  /** The nodes to which steps lead from one end of a step, but not from the other end without the changed triples. */
  #moved(near: TermId, far: TermId, step: Path): readonly TermId[] {
    const known = this.#values(this.#common(), far, step, 'oneOrMore');
    return [...this.#values(this.#both, near, step, 'zeroOrMore')].filter((node) => !known.has(node));
  }

  #values(graph: Graph, node: TermId, step: Path, kind: 'zeroOrMore' | 'oneOrMore'): ReadonlySet<TermId> {
    let known = this.#known.get(step);
    if (known === undefined) {
      known = new Map();
      this.#known.set(step, known);
    }
    const key = `${graph === this.#both} ${kind} ${node}`;
    let values = known.get(key);
    if (values === undefined) {
      values = new Set(pathValues(graph, node, { kind, path: step }));
      known.set(key, values);
    }
    return values;
  }
}

/** The ends of a triple in the direction in which it is walked. */
function endsOf({ subject, object }: Triple, isInverse: boolean): readonly [TermId, TermId] {
  return isInverse ? [object, subject] : [subject, object];
}
