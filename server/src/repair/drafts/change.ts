import type { GraphDelta } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { isNewBlankNode, newBlankNode } from '../../sparql/termCodec.ts';

export const noChange: GraphDelta = { added: [], removed: [] };

/** Combines two changes made one after the other; whatever the second reverts is in neither part. */
export function mergeChanges(first: GraphDelta, second: GraphDelta): GraphDelta {
  const added = new Map(first.added.map((triple) => [tripleKey(triple), triple]));
  const removed = new Map(first.removed.map((triple) => [tripleKey(triple), triple]));
  for (const triple of second.removed) {
    const key = tripleKey(triple);
    if (!added.delete(key)) removed.set(key, triple);
  }
  for (const triple of second.added) {
    const key = tripleKey(triple);
    if (!removed.delete(key)) added.set(key, triple);
  }
  return { added: [...added.values()], removed: [...removed.values()] };
}

/** A key that is the same for changes of the same triples in any order. */
export function changeKey({ added, removed }: GraphDelta): string {
  const lines = [
    ...removed.map((triple) => `-${tripleKey(triple)}`),
    ...added.map((t) => `+${tripleKey(t)}`),
  ];
  return lines.sort((a, b) => (a < b ? -1 : 1)).join('\n');
}

export function changeSize({ added, removed }: GraphDelta): number {
  return added.length + removed.length;
}

/** The same change with new blank nodes of its own, which no change of another number creates. */
export function withOwnNodes({ added, removed }: GraphDelta, number: number): GraphDelta {
  const own = (term: TermId) =>
    isNewBlankNode(term) ? newBlankNode(`${terms.value(term).replace(/\W/g, '')}of${number}`) : term;
  const ownTriple = ({ subject, predicate, object }: Triple) => ({
    subject: own(subject),
    predicate,
    object: own(object),
  });
  return { added: added.map(ownTriple), removed };
}

/** The change that gives a node types. */
export function typing(node: TermId, ...types: readonly TermId[]): GraphDelta {
  return { added: types.map((object) => ({ subject: node, predicate: rdf.type, object })), removed: [] };
}
