import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { blanksOf } from '../../rdf/isomorphism.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { type BlankPart, findInStore } from './findInStore.ts';

/** The change of a file as a change of the graph that holds it. */
export interface StoredChange {
  readonly delta: GraphDelta;
  /** What could not be carried over, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Carries the change of a file over to the graph of a store. Blank nodes have other names there, so those that the change
 * is about are found by what the file said of them, together with all blank nodes to which they are connected. The store
 * may hold several that are described just so: they can't be told apart, and any of them will do. Where it holds none, it
 * has to have exactly one of which the same and more is said.
 *
 * @param base the file before the change.
 * @param stored the graph of the store; only what is known of it so far.
 */
export function storedChange(delta: GraphDelta, base: Graph, stored: Graph): StoredChange {
  const parts = touchedParts(delta, base);
  const { found, missing } = findInStore(parts, base, stored);
  const gaps = missing.map(({ part, why }) => `${describe(part)} ${why}`);
  const isLost = new Set(missing.flatMap(({ part }) => [...part.nodes]));
  const carried = ({ subject, predicate, object }: Triple) => ({
    subject: found.get(subject) ?? subject,
    predicate,
    object: found.get(object) ?? object,
  });
  const nested = [...delta.added, ...delta.removed].find(({ object }) => isAboutBlank(object, base));
  if (nested)
    gaps.push(`It can't be asked for a blank node inside of a triple term: ${tripleToNTriples(nested)}`);
  return {
    delta: {
      added: delta.added.map(carried),
      removed: delta.removed
        .filter(({ subject, object }) => !isLost.has(subject) && !isLost.has(object))
        .map(carried),
    },
    gaps,
  };
}

/** The blank nodes of the file that the change is about, with those connected to them. New ones are not in the store. */
function touchedParts({ added, removed }: GraphDelta, base: Graph): readonly BlankPart[] {
  const parts: BlankPart[] = [];
  const seen = new Set<TermId>();
  for (const triple of [...removed, ...added]) {
    for (const node of endsOf(triple)) {
      if (seen.has(node) || !isDescribed(node, base)) continue;
      const part = partOf(node, base);
      for (const each of part.nodes) seen.add(each);
      parts.push(part);
    }
  }
  return parts;
}

function partOf(start: TermId, base: Graph): BlankPart {
  const nodes = new Set([start]);
  const triples: Triple[] = [];
  for (const node of nodes) {
    const about = base.outgoing(node);
    const towards = base.incoming(node).filter(({ subject }) => !terms.isBlank(subject));
    triples.push(...about, ...towards);
    for (const triple of [...about, ...base.incoming(node)]) for (const end of endsOf(triple)) nodes.add(end);
  }
  return { nodes, triples };
}

function endsOf({ subject, object }: Triple): readonly TermId[] {
  return [subject, object].filter((end) => terms.isBlank(end));
}

function isDescribed(node: TermId, base: Graph): boolean {
  return base.outgoing(node).length + base.incoming(node).length > 0;
}

function isAboutBlank(term: TermId, base: Graph): boolean {
  const triple = terms.kind(term) === 'triple' ? terms.triple(term) : undefined;
  return triple !== undefined && blanksOf(triple).some((node) => isDescribed(node, base));
}

function describe({ triples }: BlankPart): string {
  const shown = triples.find(({ subject }) => !terms.isBlank(subject)) ?? triples[0]!;
  return `The change is about the blank node of the file in ${tripleToNTriples(shown)}`;
}
