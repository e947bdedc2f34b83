import { type Random, shuffled } from '../../base/random.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { nameOf } from '../../repair/components/violate/nearbyTerms.ts';
import { slipsOf } from '../../repair/components/violate/typingSlips.ts';
import { type Draft, isDescribed, usesOf } from '../../repair/drafts/draft.ts';
import { type Fix, fixOfChange } from '../../repair/drafts/fix.ts';
import { mintBlankNode, mintIri } from '../../repair/drafts/mint.ts';
import type { Constraint, Shape, Target } from '../../shacl/model/shape.ts';

/**
 * Derives the name of a new node from an existing one (spec/vio.md 15): Alice becomes Alice_2, and Course13 gets the
 * number after the highest one in use. The namespace stays.
 */
export function nameLike(exemplar: TermId, isTaken: (name: TermId) => boolean): TermId {
  const iri = terms.value(exemplar);
  const namespace = namespaceOf(iri);
  const [, stem, number] = /^(.*?)(\d{1,9})?$/s.exec(iri.slice(namespace.length))!;
  const width = number?.startsWith('0') ? number.length : 0;
  const join = number === undefined ? '_' : '';
  for (let next = number === undefined ? 2 : Number(number) + 1; ; next++) {
    const name = terms.iri(`${namespace}${stem}${join}${String(next).padStart(width, '0')}`);
    if (!isTaken(name)) return name;
  }
}

/** A node like a new one: of its type, or with its property elsewhere; undefined where the data has none with an IRI. */
export function exemplarOf(node: TermId, added: readonly Triple[], graph: Graph): TermId | undefined {
  const isNamed = (other: TermId) => terms.isIri(other);
  for (const { subject, predicate, object } of added) {
    if (subject !== node || predicate !== rdf.type) continue;
    const [like] = graph.subjects(rdf.type, object).filter(isNamed);
    if (like !== undefined) return like;
  }
  for (const { subject, predicate, object } of added) {
    const others = SortedGraph.of(graph).sample(predicate, maxUses);
    const [like] = others
      .map((other) => (object === node ? other.object : other.subject))
      .filter((other) => (object === node || subject === node) && isNamed(other));
    if (like !== undefined) return like;
  }
  return undefined;
}

const maxUses = 50;

/** True when the term occurs in the graph. */
export function occursIn(graph: Graph, term: TermId): boolean {
  return (
    graph.outgoing(term).length > 0 || graph.incoming(term).length > 0 || graph.withPredicate(term).length > 0
  );
}

const maxNodes = 400;
const maxUsesOfTarget = 5;

/** Ways to turn a node that the constraint rejects into a target. Each gives a node and the fix that makes it a target. */
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
  for (const { object } of usesOf(draft, target.predicate, maxUsesOfTarget)) {
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
    case 'stated':
      return terms.isLiteral(node) ? undefined : { subject: node, predicate: sh.shape, object: target.shape };
    case 'where':
    case 'sparql':
      return undefined;
  }
}
