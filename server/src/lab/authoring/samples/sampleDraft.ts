import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type Draft, firstDraft, withFix } from '../../../repair/drafts/draft.ts';
import { emptyFix, type Fix, fixOfChange } from '../../../repair/drafts/fix.ts';
import type { RepairableUnit } from '../../../repair/repair.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';

/** A new individual on top of the existing data and of earlier individuals. */
export interface SampleDraft {
  readonly draft: Draft;
  /** The new individual. */
  readonly node: TermId;
  readonly class: TermId;
  /** Nodes that were made for earlier individuals. */
  readonly earlier: ReadonlySet<TermId>;
}

/** The individual with its class and no other statements. */
export function startSample(
  unit: RepairableUnit,
  { node, class: type, before }: { readonly node: TermId; readonly class: TermId; readonly before: Fix },
): SampleDraft {
  const typing: Fix = {
    ...emptyFix,
    change: { added: [{ subject: node, predicate: rdf.type, object: type }], removed: [] },
    support: 'placeholder',
    minted: [node],
  };
  // Each individual has a draft of its own, because searches are limited per draft.
  const draft = withFix(withFix(firstDraft(unit), before), typing);
  return { draft, node, class: type, earlier: new Set(before.minted) };
}

/** The draft with one more fix. */
export function extended(growing: SampleDraft, fix: Fix): SampleDraft {
  return { ...growing, draft: withFix(growing.draft, fix) };
}

/** The draft with another object in a new triple. */
export function withObject(growing: SampleDraft, triple: Triple, object: TermId): SampleDraft {
  const change: GraphDelta = { added: [{ ...triple, object }], removed: [triple] };
  return extended(growing, fixOfChange(change, 'plausible'));
}

/** The individual and the nodes that were made for it. */
export function newNodes({ draft, earlier }: SampleDraft): readonly TermId[] {
  const blank = draft.fix.change.added.flatMap(({ subject, object }) => [subject, object]).filter(isBlank);
  return [...new Set([...draft.fix.minted, ...blank])].filter((node) => !earlier.has(node));
}

function isBlank(node: TermId): boolean {
  return terms.isBlank(node) && isNewBlankNode(node);
}

/** The statements about the new nodes. */
export function ownTriples(growing: SampleDraft): readonly Triple[] {
  const own = new Set(newNodes(growing));
  return growing.draft.fix.change.added.filter(({ subject }) => own.has(subject));
}

/** The results of the new nodes. */
export function openResults(growing: SampleDraft): readonly Violation[] {
  const { evaluator, search } = growing.draft;
  const nodes = newNodes(growing);
  return search.shapes.roots.flatMap((root) =>
    nodes
      .filter((node) => evaluator.isTarget(root, node))
      .flatMap((node) => evaluator.validateNode(node, root.id)),
  );
}

/** True when only new nodes get statements, nothing is removed, and the individual keeps its class. */
export function isAddition(growing: SampleDraft): boolean {
  const { node, class: type, earlier, draft } = growing;
  const { added, removed } = draft.fix.change;
  const own = new Set([...newNodes(growing), ...earlier]);
  return (
    removed.length === 0 &&
    added.every(({ subject }) => own.has(subject)) &&
    added.some((each) => each.subject === node && each.predicate === rdf.type && each.object === type)
  );
}
