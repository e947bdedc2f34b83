import type { GraphDelta } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { type Draft, isEditable } from './draft.ts';

/** A node with more triples than this is known to others, too. */
const maxTriples = 40;

/**
 * The change that calls a node otherwise wherever it occurs. Undefined when a file that is not to be changed says
 * something about it or with it, when it is used too widely, and for nodes that no triple is about.
 */
export function rename(draft: Draft, from: TermId, to: TermId): GraphDelta | undefined {
  const { graph } = draft;
  if (terms.isLiteral(from) || terms.isLiteral(to) || graph.withPredicate(from).length > 0) return undefined;
  const aboutIt = graph.outgoing(from);
  const withIt = graph.incoming(from).filter(({ subject }) => subject !== from);
  const removed = [...aboutIt, ...withIt];
  if (removed.length === 0 || removed.length > maxTriples) return undefined;
  if (!removed.every((triple) => isEditable(draft, triple))) return undefined;
  const renamed = (term: TermId) => (term === from ? to : term);
  const added = removed.map(
    ({ subject, predicate, object }): Triple => ({
      subject: renamed(subject),
      predicate,
      object: renamed(object),
    }),
  );
  return { added, removed };
}
