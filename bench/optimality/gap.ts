import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import type { TermId, Triple } from '../../server/src/rdf/terms.ts';
import { tripleKey } from '../../server/src/rdf/tripleKey.ts';
import { rdf } from '../../server/src/rdf/vocab.ts';

/** Why a repair is larger than the smallest one. */
export const gaps = {
  correctedValue: 'corrects a value that the smallest only removes',
  keptNode: 'gives a value back or completes a node that the smallest takes apart',
  removedDescription: 'removes all of a wrong statement or node, of which the smallest leaves parts',
  retyping: 'leaves the types of nodes, which the smallest changes',
  anyValue: 'adds what is plausible, where the smallest adds any term that happens to fit',
  newNode: 'links and describes a node, where the smallest invents one',
  other: 'other',
} as const;

export type Gap = keyof typeof gaps;

/** The kind of difference between a repair and a smaller one. */
export function gapBetween(ours: GraphDelta, smallest: GraphDelta, isKnown: (term: TermId) => boolean): Gap {
  const isPart = (part: readonly Triple[], whole: readonly Triple[]) => {
    const keys = new Set(whole.map(tripleKey));
    return part.every((triple) => keys.has(tripleKey(triple)));
  };
  const replaces = ours.added.some((added) => ours.removed.some((removed) => isSamePlace(added, removed)));
  if (smallest.added.length === 0 && replaces && !hasType(smallest)) return 'correctedValue';
  if (hasType(smallest) && !isPart(typesOf(smallest), typesOf(ours))) return 'retyping';
  if (ours.added.length === 0 && ours.removed.length > smallest.removed.length) return 'removedDescription';
  if (smallest.added.some(({ subject, object }) => !isKnown(subject) || !isKnown(object))) return 'newNode';
  if (smallest.added.length > 0) return 'anyValue';
  return ours.added.length > 0 ? 'keptNode' : 'other';
}

/** Whether one triple replaces another: another value, another property or another subject. */
function isSamePlace(a: Triple, b: Triple): boolean {
  const same = [a.subject === b.subject, a.predicate === b.predicate, a.object === b.object];
  return same.filter(Boolean).length === 2;
}

function hasType(delta: GraphDelta): boolean {
  return typesOf(delta).length > 0;
}

function typesOf({ added, removed }: GraphDelta): readonly Triple[] {
  return [...added, ...removed].filter(({ predicate }) => predicate === rdf.type);
}
