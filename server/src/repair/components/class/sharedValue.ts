import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { usesOf } from '../../drafts/draft.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import type { Goal, Via } from '../conform/goal.ts';

/**
 * The value that all others of the node's kind have, where the refused value is described as something else: a concept is in no
 * concept, but in the scheme of all other concepts. One that is a node of that kind itself can't be meant at all.
 */
export function* sharedValue({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const { path, focusNode } = place;
  if (path.kind !== 'predicate' || terms.isLiteral(value)) return;
  const { graph, search } = draft;
  const types = new Set(graph.objects(focusNode, rdf.type));
  const isOfKind = (node: TermId) => graph.objects(node, rdf.type).some((type) => types.has(type));
  const isSomethingElse = graph.objects(value, rdf.type).length > 0;
  if (!isSomethingElse) return;
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
  const isImpossible = isOfKind(value) && count >= enoughUsers;
  const { term } = search;
  const words = isImpossible
    ? `all ${count} others have it, and ${term(value)} is one of these`
    : `all ${count} others have it, and ${term(value)} is a ${term(graph.objects(value, rdf.type)[0]!)}`;
  yield fixOfChange(change, isImpossible ? 'attested' : 'plausible', {
    kind: 'peers',
    for: count,
    of: count,
    words,
  });
}

const mostUses = 3000;

/** With fewer, that they agree says nothing. */
const fewestUsers = 2;

/** With fewer, that they agree says little. */
const enoughUsers = 3;
