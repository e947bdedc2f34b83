import { type TermId, terms } from '../terms.ts';
import type { GraphChange } from './graphChange.ts';
import type { PendingTriples } from './plannedChanges.ts';

/**
 * The nodes that a change gives another name in all their triples, which are taken from what is to be done.
 */
export function takeRenamedNodes(
  change: GraphChange,
  removed: PendingTriples,
  added: PendingTriples,
): readonly (readonly [from: TermId, to: TermId])[] {
  const found: [TermId, TermId][] = [];
  const candidates = new Set(removed.triples().flatMap(({ subject, object }) => [subject, object]));
  for (const from of candidates) {
    if (!terms.isIri(from) || !change.isGone(from)) continue;
    const mentions = removed.triples().filter(({ subject, object }) => subject === from || object === from);
    const news = new Set(added.triples().flatMap(({ subject, object }) => [subject, object]));
    for (const to of news) {
      if (!terms.isIri(to) || found.some(([, taken]) => taken === to)) continue;
      const renamed = mentions.map(({ subject, predicate, object }) => ({
        subject: subject === from ? to : subject,
        predicate,
        object: object === from ? to : object,
      }));
      if (mentions.length === 0 || !renamed.every((triple) => added.has(triple))) continue;
      for (const triple of mentions) removed.take(triple);
      for (const triple of renamed) added.take(triple);
      found.push([from, to]);
      break;
    }
  }
  return found;
}
