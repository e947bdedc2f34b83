import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { tripleKey } from '../../server/src/rdf/termKeys.ts';
import type { TermId, Triple } from '../../server/src/rdf/terms.ts';
import { rdf } from '../../server/src/rdf/vocab.ts';

/** Why a repair is larger than the smallest one: what ours does. */
export const gaps = {
  correctedValue: 'corrects a value that the smallest only removes',
  newNode:
    'makes and describes a new node, where the smallest takes any that fits or removes what asks for one',
  retyping: 'leaves the types of nodes, which the smallest changes',
  removedDescription: 'removes all of a wrong statement or node, of which the smallest leaves parts',
  anyValue: 'adds what is plausible, where the smallest adds any term that happens to fit',
  other: 'does something else',
} as const;

export type Gap = keyof typeof gaps;

/**
 * The kind of difference between a repair and a smaller one.
 *
 * @param isNew whether a node is not in the graph.
 */
export function gapBetween(ours: GraphDelta, smallest: GraphDelta, isNew: (node: TermId) => boolean): Gap {
  const replaces = ours.added.some((added) => ours.removed.some((removed) => isSamePlace(added, removed)));
  const ownTypes = new Set(typesOf(ours).map(tripleKey));
  if (ours.added.some(({ subject }) => isNew(subject))) return 'newNode';
  if (smallest.added.length === 0 && replaces && typesOf(smallest).length === 0) return 'correctedValue';
  if (typesOf(smallest).some((triple) => !ownTypes.has(tripleKey(triple)))) return 'retyping';
  if (ours.added.length === 0) return 'removedDescription';
  return smallest.added.length > 0 ? 'anyValue' : 'other';
}

/** Whether one triple replaces another: another value, another property or another subject. */
function isSamePlace(a: Triple, b: Triple): boolean {
  const same = [a.subject === b.subject, a.predicate === b.predicate, a.object === b.object];
  return same.filter(Boolean).length === 2;
}

function typesOf({ added, removed }: GraphDelta): readonly Triple[] {
  return [...added, ...removed].filter(({ predicate }) => predicate === rdf.type);
}
