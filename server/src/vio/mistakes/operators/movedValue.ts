import type { Triple } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A value at another node of the type, or at another property of its node. */
export const movedValue: MistakeOperator = {
  title: 'moved value',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const places =
      random.below(2) === 0
        ? data.peers(triple.subject).map((subject) => ({ subject }))
        : otherProperties(triple, data);
    const place = places[random.below(Math.max(1, places.length))];
    return place && rewritten(triple, place);
  },
};

function otherProperties({ subject, predicate }: Triple, { data }: MistakeData): readonly Partial<Triple>[] {
  const all = new Set(data.outgoing(subject).map((triple) => triple.predicate));
  return [...all]
    .filter((other) => other !== rdf.type && other !== predicate)
    .map((other) => ({ predicate: other }));
}
