import { yieldToEventLoop } from '../../../base/abort.ts';
import { type Random, shuffled } from '../../../base/random.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { changeKey } from '../../../repair/drafts/change.ts';
import { type Draft, firstDraft, withFix } from '../../../repair/drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../../repair/drafts/fix.ts';
import {
  acceptor,
  constraintsOfKind,
  requirementsAt,
  wantsLiteral,
} from '../../../repair/drafts/requirements.ts';
import type { RepairableUnit } from '../../../repair/repair.ts';
import { fixesFor } from '../../../repair/search/goals.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';
import { conformAnyway } from '../../../vio/expansion/edits.ts';

/** What makes an individual one of a sample: its class, or the shape that it conforms to, whether or not it is a target. */
export interface SampledKind {
  readonly kind: 'class' | 'shape';
  readonly id: TermId;
}

/** A new individual on top of the existing data and of earlier individuals. */
export interface SampleDraft {
  readonly draft: Draft;
  /** The new individual. */
  readonly node: TermId;
  readonly kind: SampledKind;
  /** Nodes that were made for earlier individuals. */
  readonly earlier: ReadonlySet<TermId>;
}

/** The individual with its class, if it has one, and no other statements. */
export function startSample(
  unit: RepairableUnit,
  { node, kind, before }: { readonly node: TermId; readonly kind: SampledKind; readonly before: Fix },
): SampleDraft {
  const typing: Fix = {
    ...emptyFix,
    change: {
      added: kind.kind === 'class' ? [{ subject: node, predicate: rdf.type, object: kind.id }] : [],
      removed: [],
    },
    support: 'placeholder',
    minted: [node],
  };
  // Each individual has a draft of its own, because searches are limited per draft.
  const draft = withFix(withFix(firstDraft(unit), before), typing);
  return { draft, node, kind, earlier: new Set(before.minted) };
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
  const { draft, node: individual, kind } = growing;
  const { evaluator, search } = draft;
  const nodes = newNodes(growing);
  const asked = kind.kind === 'shape' ? search.shapes.get(kind.id) : undefined;
  const own =
    asked && !(search.shapes.roots.includes(asked) && evaluator.isTarget(asked, individual))
      ? evaluator.validateNode(individual, asked.id)
      : [];
  const ofTargets = search.shapes.roots.flatMap((root) =>
    nodes
      .filter((node) => evaluator.isTarget(root, node))
      .flatMap((node) => evaluator.validateNode(node, root.id)),
  );
  return [...own, ...ofTargets];
}

/** True when only new nodes get statements, nothing is removed, and the individual keeps its class. */
export function isAddition(growing: SampleDraft): boolean {
  const { node, kind, earlier, draft } = growing;
  const { added, removed } = draft.fix.change;
  const own = new Set([...newNodes(growing), ...earlier]);
  return (
    removed.length === 0 &&
    added.every(({ subject }) => own.has(subject)) &&
    (kind.kind === 'shape' ||
      added.some((each) => each.subject === node && each.predicate === rdf.type && each.object === kind.id))
  );
}

const maxSteps = 150;
const maxWays = 10;
const maxNewNodes = 12;

export type CompletedSample =
  | { readonly kind: 'conforms'; readonly growing: SampleDraft }
  /** The open results of the attempt that came nearest, and the individual as it was then. */
  | { readonly kind: 'stuck'; readonly results: readonly Violation[]; readonly at: SampleDraft };

/**
 * Completes an individual and the nodes that it needs until they conform, result by result, with the repairs that the
 * product knows: first references to existing nodes, then values that the shapes name, then values that fit. The
 * search is depth first with backtracking and limited by counts.
 *
 * @throws the signal's reason when aborted.
 */
export async function completeSample(
  start: SampleDraft,
  random: Random,
  signal: AbortSignal,
): Promise<CompletedSample> {
  let steps = 0;
  let nearest: Omit<Extract<CompletedSample, { kind: 'stuck' }>, 'kind'> | undefined;
  const seen = new Set<string>();

  const attempt = async (growing: SampleDraft): Promise<SampleDraft | undefined> => {
    await yieldToEventLoop(signal);
    const results = openResults(growing);
    const [result] = results;
    if (result === undefined) return growing;
    if (nearest === undefined || results.length < nearest.results.length) nearest = { results, at: growing };
    const before = new Set(newNodes(growing));
    const others = new Set(results.map(violationKey));
    const key = violationKey(result);
    let ways = 0;
    for (const fix of waysFor(result, growing.draft, random)) {
      if (++steps > maxSteps || ++ways > maxWays) return undefined;
      const next = extended(growing, fix);
      const nodes = newNodes(next);
      if (nodes.length > maxNewNodes || !isAddition(next) || isSeen(next)) continue;
      const left = openResults(next);
      // What a new node lacks is added next. Any other new result is not progress.
      const isProgress = left.every((each) => {
        const other = violationKey(each);
        return other !== key && (others.has(other) || !before.has(each.rootFocusNode));
      });
      const end = isProgress ? await attempt(next) : undefined;
      if (end) return end;
    }
    return undefined;
  };
  const isSeen = ({ draft }: SampleDraft) => {
    const key = changeKey(draft.fix.change);
    const known = seen.has(key);
    seen.add(key);
    return known;
  };

  const growing = await attempt(start);
  if (growing) return { kind: 'conforms', growing };
  return { kind: 'stuck', results: [], at: start, ...nearest };
}

function* waysFor(result: Violation, draft: Draft, random: Random): Iterable<Fix> {
  yield* references(result, draft, random);
  yield* fixesFor(result, draft);
  yield* conformAnyway(result.rootFocusNode, result.rootShape, draft, undefined);
}

const maxReferences = 3;

/** As many references as are missing, to existing nodes that fit. */
function* references(
  { constraint, focusNode, path }: Violation,
  draft: Draft,
  random: Random,
): Iterable<Fix> {
  if (path?.kind !== 'predicate') return;
  if (constraint.kind !== 'minCount' && constraint.kind !== 'qualifiedMinCount') return;
  const { predicate } = path;
  const taken = draft.evaluator.values(focusNode, path);
  const requirements = requirementsAt(draft, focusNode, path, constraint.shape);
  if (wantsLiteral(requirements)) return;
  const [type] = constraintsOfKind(requirements.unfolded, 'class');
  if (type === undefined) return;
  const accepts = acceptor(draft, requirements);
  const pool = instancesOf(type.class, draft).filter((node) => node !== focusNode && !taken.includes(node));
  const missing = constraint.count - (constraint.kind === 'minCount' ? taken.length : 0);
  let fix = emptyFix;
  let [count, found] = [0, 0];
  for (const object of shuffled(pool, random)) {
    if (!accepts(object)) continue;
    fix = combineFixes(
      fix,
      fixOfChange({ added: [{ subject: focusNode, predicate, object }], removed: [] }, 'plausible'),
    );
    if (++count < missing) continue;
    yield fix;
    [fix, count] = [emptyFix, 0];
    if (++found === maxReferences) return;
  }
}

const maxPool = 200;

/** Instances that the data or the context have, or that were made before. */
export function instancesOf(type: TermId, { graph, search }: Draft): readonly TermId[] {
  const pool = new Set<TermId>();
  for (const subclass of search.classes.subclasses(type)) {
    for (const node of graph.subjects(rdf.type, subclass)) {
      if (terms.isIri(node)) pool.add(node);
      if (pool.size === maxPool) return [...pool];
    }
  }
  return [...pool];
}
