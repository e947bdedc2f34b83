import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { type Draft, isDescribed, isOntologyNodeIn } from '../drafts/draft.ts';
import type { Claim } from '../drafts/fix.ts';
import { siteOf } from './namespaceRelation.ts';
import { isOwnTerm } from './ownTerms.ts';
import { otherSiblings } from './pathUsage.ts';

/**
 * A shape may require something of a node that is only a value of the node that is repaired: that its status is of one
 * code list, that its country is a member of a union. Such a fact is not true because a shape requires it.
 */

const maxSiblings = 200;

/** True for nodes that other nodes than the repaired one may share or describe. */
export function isAnotherNode({ search, fix, graph }: Draft, node: TermId): boolean {
  const { rootFocusNode } = search;
  if (rootFocusNode === undefined || node === rootFocusNode || fix.minted.includes(node)) return false;
  return !terms.isBlank(node) || graph.incoming(node).length > 1;
}

/** True when a node that is only a value here has a value that is a node in its own right: not a slip, but its nature. */
export function isFactOfAnother(draft: Draft, node: TermId, value: TermId): boolean {
  if (!isAnotherNode(draft, node) || !terms.isIri(value)) return false;
  return (
    isDescribed(draft, value) || new Set(draft.graph.incoming(value).map(({ subject }) => subject)).size > 1
  );
}

/**
 * Why `node predicate value` may be stated if a shape requires it: because it is required, for the repaired node and what
 * belongs to it; for others, because similar nodes have it. Undefined where only somebody else can know.
 */
export function requiredFact(
  draft: Draft,
  node: TermId,
  predicate: TermId,
  value: TermId,
  words: string,
): Claim | undefined {
  const { graph, search } = draft;
  if (!isAnotherNode(draft, node)) {
    const required = { kind: 'required', words } as const;
    if (!isOnlyReferredTo(draft, node)) return { support: 'implied', evidence: [required] };
    const foreign = { kind: 'competing', words: `${search.term(node)} is not described here` } as const;
    return { support: 'plausible', evidence: [required, foreign] };
  }
  // Another value says what the node is instead. Types are added to one another.
  if (predicate !== rdf.type && graph.objects(node, predicate).length > 0) return undefined;
  const siblings = likeNodes(draft, node);
  const users = siblings.filter((each) => graph.objects(each, predicate).length > 0);
  const same = users.filter((each) => graph.has(each, predicate, value));
  if (same.length >= 2 && same.length >= 0.8 * siblings.length) {
    return {
      support: 'attested',
      evidence: [
        {
          kind: 'peers',
          words: `${same.length} of ${siblings.length} others of its kind have it`,
          for: same.length,
          of: siblings.length,
        },
      ],
    };
  }
  if (users.length >= 2 && same.length < 0.8 * users.length) return undefined;
  if (!isOwned(draft, node)) return undefined;
  const holders = graph.subjects(predicate, value);
  const isFitting =
    terms.isLiteral(value) ||
    predicate === rdf.type ||
    holders.some((holder) => isBeside(holder, node)) ||
    (holders.length === 0 && isOwnTerm(draft, value, node));
  if (!isFitting) return undefined;
  const isKnown = search.input.reportedGraph.outgoing(node).length > 0;
  return {
    support: 'plausible',
    evidence: [{ kind: isKnown ? 'required' : 'untyped', words }],
  };
}

/** True for a node of another publisher, such as a member of a published list, of which the files say nothing but that others have it as a value. */
function isOnlyReferredTo(draft: Draft, node: TermId): boolean {
  const users = draft.graph
    .incoming(node)
    .map(({ subject }) => subject)
    .filter((user) => terms.isIri(user));
  return (
    terms.isIri(node) &&
    users.length > 0 &&
    !isDescribed(draft, node) &&
    !users.some((user) => siteOf(terms.value(user)) === siteOf(terms.value(node)))
  );
}

/** Other nodes of the node's kind in its namespace. */
function likeNodes(draft: Draft, node: TermId): readonly TermId[] {
  return otherSiblings(draft, node, maxSiblings, (each) => isBeside(each, node));
}

function isBeside(one: TermId, other: TermId): boolean {
  if (!terms.isIri(one) || !terms.isIri(other)) return terms.isBlank(one) && terms.isBlank(other);
  return namespaceOf(terms.value(one)) === namespaceOf(terms.value(other));
}

/** True for nodes that the data names itself and that only one node refers to. */
function isOwned(draft: Draft, node: TermId): boolean {
  const { rootFocusNode } = draft.search;
  if (rootFocusNode === undefined || !isOwnTerm(draft, node, rootFocusNode)) return false;
  if (isOntologyNodeIn(draft, node)) return false;
  return new Set(draft.graph.incoming(node).map(({ subject }) => subject)).size <= 1;
}
