import { localName } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { type Draft, isEditable } from '../drafts/draft.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import { containsNameParts } from '../evidence/nameSimilarity.ts';

const maxStatements = 60;
const maxSharing = 20;
const leastShared = 3;

/**
 * What a node says of another one beside its own: the block of that node was copied, and its id was not changed everywhere, so that
 * this node has all values of the other one as well. They go together; what both have in common with further nodes stays.
 */
export function* copiedBlock(node: TermId, draft: Draft): Iterable<Fix> {
  const { graph, search } = draft;
  if (!terms.isIri(node)) return;
  const own = statementsOf(node, draft);
  if (own.length === 0 || own.length > maxStatements) return;
  for (const other of nodesRepeated(node, own, draft)) {
    const copied = own.filter(({ predicate, object }) => graph.has(other, predicate, object));
    const removed = copied.filter((triple) => isOfOther(triple, other, own, copied, draft));
    const isMarked = removed.some(({ predicate, object }) => graph.subjects(predicate, object).length === 2);
    const keepsOwn = own.some((triple) => !copied.includes(triple));
    if (!isMarked || !keepsOwn || !removed.every((triple) => isEditable(draft, triple))) continue;
    const words = `${search.term(node)} repeats all that is said about ${search.term(other)}`;
    const isClear =
      removed.length >= leastShared || removed.every(({ object }) => isNamedAfter(object, other));
    yield fixOfChange({ added: [], removed }, isClear ? 'attested' : 'plausible', {
      kind: 'duplicate',
      words,
    });
  }
}

/** The statements of a node that a copy of its block would repeat. */
function statementsOf(node: TermId, { graph }: Draft): readonly Triple[] {
  return graph
    .outgoing(node)
    .filter(({ predicate, object }) => predicate !== rdf.type && !terms.isBlank(object));
}

/** The nodes of a class of this one, all of whose statements it has as well. */
function nodesRepeated(node: TermId, own: readonly Triple[], draft: Draft): readonly TermId[] {
  const { graph } = draft;
  const types = graph.objects(node, rdf.type);
  const near = new Set<TermId>();
  for (const { predicate, object } of own) {
    const sharing = graph.subjects(predicate, object);
    if (sharing.length <= maxSharing) for (const each of sharing) near.add(each);
  }
  near.delete(node);
  return [...near].filter((other) => {
    const said = statementsOf(other, draft);
    return (
      said.length > 0 &&
      said.every(({ predicate, object }) => graph.has(node, predicate, object)) &&
      types.some((type) => graph.has(other, rdf.type, type))
    );
  });
}

/** True for a repeated statement that is about the other node, rather than about both. */
function isOfOther(
  { predicate, object }: Triple,
  other: TermId,
  own: readonly Triple[],
  copied: readonly Triple[],
  { graph }: Draft,
): boolean {
  const hasOwn = own.some((each) => each.predicate === predicate && !copied.includes(each));
  const isShared = graph.subjects(predicate, object).length > 2;
  if (!hasOwn) return !isShared && isNamedAfter(object, other);
  // Of several values, one that many nodes have may be common to both.
  return !isShared || graph.objects(other, predicate).length === 1;
}

function isNamedAfter(value: TermId, node: TermId): boolean {
  return terms.isIri(value) && containsNameParts(localName(terms.value(value)), localName(terms.value(node)));
}
