import { type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';

/**
 * A block that was copied from a node of the same type, under the id of another one: that node has the values of both. The
 * statements about it that its peer has as well are stated once.
 */
export const duplicateBlock: MistakeOperator = {
  title: 'duplicate id',
  at({ subject, predicate, object }, data, random) {
    if (predicate !== rdf.type) return undefined;
    const peers = data.data.subjects(rdf.type, object).filter((peer) => peer !== subject);
    const peer = peers[random.below(Math.max(1, peers.length))];
    if (peer === undefined || !terms.isIri(subject)) return undefined;
    const added = data.data
      .outgoing(peer)
      .filter((triple) => triple.predicate !== rdf.type && !terms.isBlank(triple.object))
      .map((triple): Triple => ({ ...triple, subject }))
      .filter((triple) => !data.graph.has(subject, triple.predicate, triple.object));
    return { added, removed: [] };
  },
};
