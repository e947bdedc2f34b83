import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { usesOf } from '../../drafts/draft.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import type { Goal, Via } from '../conform/goal.ts';

/**
 * The value that all others of its kind have, where the refused value is one of these others: what a concept is in, for
 * example, is no concept, but the scheme of all other concepts.
 */
export function* sharedValue({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const { path, focusNode } = place;
  if (path.kind !== 'predicate' || terms.isLiteral(value)) return;
  const { graph, search } = draft;
  const types = new Set(graph.objects(focusNode, rdf.type));
  const isOfKind = (node: TermId) => graph.objects(node, rdf.type).some((type) => types.has(type));
  if (!isOfKind(value)) return;
  const classes = search.classes.subclasses(constraint.class);
  const users = usesOf(draft, path.predicate, mostUses).filter(
    ({ subject }) => subject !== focusNode && isOfKind(subject),
  );
  const values = new Set(users.map(({ object }) => object));
  const [shared, ...others] = values;
  const count = new Set(users.map(({ subject }) => subject)).size;
  if (shared === undefined || others.length > 0 || count < fewestUsers) return;
  if (!graph.objects(shared, rdf.type).some((type) => classes.has(type))) return;
  const change = replaceValue(draft, place, value, shared);
  if (change === undefined) return;
  yield fixOfChange(change, 'attested', {
    kind: 'peers',
    for: count,
    of: count,
    words: `all ${count} others have it, and ${search.term(value)} is one of these`,
  });
}

const mostUses = 3000;

/** With fewer, that they agree says little. */
const fewestUsers = 3;
