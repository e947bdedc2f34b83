import { type Random, shuffled } from '../../base/random.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { nameOf } from '../../repair/components/violate/nearbyTerms.ts';
import { slipsOf } from '../../repair/components/violate/typingSlips.ts';
import { type Draft, isDescribed, usesOf } from '../../repair/drafts/draft.ts';
import { type Fix, fixOfChange } from '../../repair/drafts/fix.ts';
import { mintBlankNode, mintIri } from '../../repair/drafts/mint.ts';
import type { Constraint, Shape, Target } from '../../shacl/model/shape.ts';

const maxNodes = 400;
const maxUses = 5;

/**
 * Ways to turn a node that the constraint refuses into a target. Each gives a node and the fix that makes it a target.
 */
export function* newTargets(
  constraint: Constraint,
  root: Shape,
  draft: Draft,
  random: Random,
): Iterable<{ readonly node: TermId; readonly fix: Fix }> {
  const check = draft.evaluator.check(constraint);
  if (check === undefined) return;
  const refuses = (node: TermId) =>
    check.kind === 'value' ? !check.accepts(node) : check.failures(node, [node]).length > 0;
  for (const target of shuffled(root.targets, random)) {
    for (const node of candidates(target, draft, random)) {
      if (draft.evaluator.isTarget(root, node) || !refuses(node)) continue;
      const triple = targetingTriple(target, node, draft);
      const minted = terms.isLiteral(node) || isDescribed(draft, node) ? [] : [node];
      if (triple)
        yield { node, fix: { ...fixOfChange({ added: [triple], removed: [] }, 'placeholder'), minted } };
    }
  }
}

function* candidates(target: Target, draft: Draft, random: Random): Iterable<TermId> {
  const nodes = new Set<TermId>();
  for (const { subject, object } of draft.search.input.reportedGraph.triples()) {
    nodes.add(subject);
    if (target.kind === 'objectsOf') nodes.add(object);
    if (nodes.size > maxNodes) break;
  }
  yield* shuffled([...nodes], random);
  const [beside] = nodes;
  if (beside !== undefined) yield mintIri('Other', beside, draft);
  yield mintBlankNode(draft);
  if (target.kind !== 'objectsOf') return;
  for (const { object } of usesOf(draft, target.predicate, maxUses)) {
    yield* slipsOf(object, { draft });
    if (!terms.isLiteral(object)) yield terms.literal(nameOf(object, { draft }));
  }
}

/** A triple that makes the node a target; undefined where none can. */
function targetingTriple(target: Target, node: TermId, { graph, search }: Draft): Triple | undefined {
  switch (target.kind) {
    case 'node':
      return undefined;
    case 'class':
      return terms.isLiteral(node) ? undefined : { subject: node, predicate: rdf.type, object: target.class };
    case 'subjectsOf': {
      const [like] = graph.withPredicate(target.predicate);
      return like && !terms.isLiteral(node) ? { ...like, subject: node } : undefined;
    }
    case 'objectsOf': {
      const [like] = search.input.reportedGraph.withPredicate(target.predicate);
      return like && { ...like, object: node };
    }
    case 'sparql':
      return undefined;
  }
}
