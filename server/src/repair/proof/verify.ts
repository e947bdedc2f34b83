import { memoized } from '../../base/memoized.ts';
import { type EditPlanOptions, planEdits } from '../../rdf/edits/planEdits.ts';
import { planLibraryEdits } from '../../rdf/edits/planLibraryEdits.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { changedInput, type InputChange } from '../../shacl/incremental/changedInput.ts';
import { compareResults, type Impact } from '../../shacl/incremental/impact.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { revealedBy } from '../../shacl/results/revealed.ts';
import { budgetUnder } from '../../shacl/sparql/queryEngine.ts';
import { applyUpdate, defaultLimits } from '../../sparql/applyUpdate.ts';
import { maxChangeLength } from '../../sparql/parseSparql.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import { readUpdate, updateOf } from '../../sparql/updateText.ts';
import { changeKey, changeSize } from '../drafts/change.ts';
import { isJudgedByTermAlone } from '../drafts/goal.ts';
import { nameAfterChange } from '../drafts/renameNode.ts';
import type {
  DocumentEdits,
  Effect,
  FailedVerdict,
  ProposedRepair,
  RepairableUnit,
  RepairProblem,
  Verdict,
} from '../repair.ts';
import { type DocumentDelta, decodedFileName, splitDelta } from './splitDelta.ts';
import { statesExactly } from './statesExactly.ts';

/**
 * Proves a proposal, or explains why it fails. What is applied is what was verified (ARCHITECTURE.md, decision 4): the
 * update becomes a change of the graph; on a copy, the result must be gone without a new one; the change becomes edits of
 * the data documents; and parsing the edited texts must give exactly the graph that was checked. Only the copy is changed.
 */
export async function verify(
  problem: RepairProblem,
  repair: Pick<ProposedRepair, 'update' | 'placeholders' | 'change'>,
  signal: AbortSignal,
): Promise<Verdict> {
  const effect = await verifyOnGraph(problem, repair, signal);
  if (effect.kind !== 'holds') return effect;
  const plan = await plannedEdits(problem, effect.delta);
  return plan.kind === 'notExpressible' ? plan : { ...effect, ...plan };
}

/** As `planDocumentEdits`; wide changes are planned once for all results. */
async function plannedEdits(problem: RepairProblem, delta: GraphDelta): Promise<PlannedEdits> {
  if (changeSize(delta) < leastWide) return planDocumentEdits(problem, delta);
  const { plans } = wideChanges(problem.recorded);
  const { documents, declaresPrefixes, newStatements, rdf: version } = problem;
  const key = `${declaresPrefixes} ${newStatements} ${version}\n${changeKey(delta)}`;
  const known = plans.get(key);
  // A new comment leaves the graph and its validation as they were, and moves what is edited.
  const isOfThese =
    known?.documents.length === documents.length &&
    documents.every((document, i) => document === known.documents[i]);
  if (isOfThese) return known.planned;
  return remember(plans, key, { documents, planned: await planDocumentEdits(problem, delta) }).planned;
}

/** The part of `verify` about graphs, without texts. */
export async function verifyOnGraph(
  problem: RepairProblem,
  { update, placeholders, change }: Pick<ProposedRepair, 'update' | 'placeholders' | 'change'>,
  signal: AbortSignal,
): Promise<SoundEffect | FailedVerdict> {
  const { recorded, documents } = problem;
  // An update that is too long is read even if its change is known: reading refuses it.
  const isKnown =
    change !== undefined &&
    update.length <= maxChangeLength &&
    change.added.every(({ subject }) => !terms.isLiteral(subject));
  const read = isKnown
    ? { kind: 'update' as const, update: updateOf(change) }
    : await readUpdate(update, documents[0] ? { prefixes: documents[0].prefixes } : {});
  if (read.kind === 'refused') return { kind: 'invalidUpdate', reason: read.reason };
  const { entailment, dataGraph } = recorded.input;
  // Updates change stated triples. Inferred triples follow, and cannot be removed on their own.
  const limits = budgetUnder(recorded.options, defaultLimits);
  const applied = await applyUpdate(entailment?.asserted ?? dataGraph, read.update, signal, limits);
  if (applied.kind === 'refused') return { kind: 'invalidUpdate', reason: applied.reason };
  const { delta } = applied;
  const stranger = unknownBlankNode(problem, delta);
  if (stranger) return { kind: 'invalidUpdate', reason: stranger };
  if (changeSize(delta) === 0) return { kind: 'keepsViolation' };
  return effectOfChange(problem, delta, placeholders, signal);
}

/** Like `verifyOnGraph`, for a change that is known without reading an update. */
export async function effectOfChange(
  problem: RepairProblem,
  delta: GraphDelta,
  placeholders: ProposedRepair['placeholders'],
  signal: AbortSignal,
): Promise<SoundEffect | FailedVerdict> {
  const judgement = await judgeChange(problem, delta, signal);
  return judgement.kind === 'holds'
    ? { ...judgement, delta, needsInput: placeholders.length > 0 }
    : judgement;
}

type SoundEffect = Effect & { readonly kind: 'holds' };

/**
 * Proves a change that should remove several results: all of them are gone, there is no new one, and the edits state
 * exactly that.
 *
 * @param problem any of the problems; without problems, the unit to add to.
 */
export async function verifyJointly(
  problem: RepairableUnit,
  violations: readonly Violation[],
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<FixesTogether | FailedVerdict> {
  const change = changedInput(problem.recorded.input, delta);
  const comparison = outcomeOf(await compareValidations(problem.recorded, change, violations, signal));
  if (comparison.kind !== 'holds') return comparison;
  const plan = await planDocumentEdits(problem, delta);
  return plan.kind === 'fixes' ? { ...plan, alsoFixes: comparison.alsoFixes } : plan;
}

interface FixesTogether {
  readonly kind: 'fixes';
  readonly edits: readonly DocumentEdits[];
  /** Other violations that go away. */
  readonly alsoFixes: readonly Violation[];
}

type Judgement =
  | { readonly kind: 'holds'; readonly alsoFixes: readonly Violation[]; readonly degenerate: boolean }
  | Extract<Verdict, { readonly kind: 'keepsViolation' | 'introduces' }>;

const judgements = new WeakMap<RepairProblem, Map<string, Judgement>>();

/**
 * Validates the graph with the change, as far as the change may matter. Repeated changes are cached for each problem.
 */
export async function judgeChange(
  problem: RepairProblem,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<Judgement> {
  const known = judgements.get(problem) ?? new Map<string, Judgement>();
  judgements.set(problem, known);
  const key = changeKey(delta);
  const judgement = known.get(key) ?? (await judgeAnew(problem, delta, signal));
  known.set(key, judgement);
  return judgement;
}

async function judgeAnew(
  { recorded, violation }: RepairProblem,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<Judgement> {
  const { change, impact } = await impactOf(recorded, delta, signal);
  const comparison = outcomeOf(comparedBy(impact, recorded, change, [violation]));
  if (comparison.kind !== 'holds') return comparison;
  return { ...comparison, degenerate: isDegenerate(recorded, violation, change) };
}

interface ChangeImpact {
  readonly change: InputChange;
  readonly impact: Impact;
}

/** In triples. */
const leastWide = 40;

/** In UTF-16 units of keys, which have about 20 for each triple. */
const mostRemembered = 4_000_000;

/**
 * What is known of wide changes, such as of a namespace: the same one is proposed for many results, and neither what it does
 * to all results nor how it is written depends on the one that it is proposed for.
 */
const wideChanges = memoized((_: RecordedValidation) => ({
  impacts: new Map<string, ChangeImpact>(),
  plans: new Map<
    string,
    { readonly documents: RepairProblem['documents']; readonly planned: PlannedEdits }
  >(),
}));

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value);
  let length = [...known.keys()].reduce((sum, each) => sum + each.length, 0);
  for (const oldest of known.keys()) {
    if (length <= mostRemembered || oldest === key) break;
    known.delete(oldest);
    length -= oldest.length;
  }
  return value;
}

/** What a change does to all results. Many changes are tried; those that are made are validated once more as a whole. */
async function impactOf(
  recorded: RecordedValidation,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<ChangeImpact> {
  const judge = async () => {
    const change = changedInput(recorded.input, delta);
    return { change, impact: await recorded.impactOf(change, signal) };
  };
  if (changeSize(delta) < leastWide) return judge();
  const { impacts } = wideChanges(recorded);
  const key = changeKey(delta);
  return impacts.get(key) ?? remember(impacts, key, await judge());
}

/** Whether a change removes the results without introducing new ones. */
function outcomeOf({
  kept,
  introduced,
  alsoFixes,
}: ResultComparison):
  | { readonly kind: 'holds'; readonly alsoFixes: readonly Violation[] }
  | Extract<Verdict, { readonly kind: 'keepsViolation' | 'introduces' }> {
  if (kept.length > 0) return { kind: 'keepsViolation' };
  if (introduced.length > 0) return { kind: 'introduces', results: introduced };
  return { kind: 'holds', alsoFixes };
}

/** The effect of a change on all results, some of which it should remove. */
export interface ResultComparison {
  /** The results to remove that remain. */
  readonly kept: readonly Violation[];
  /** New ones, and those of the context that the change makes results of the data files. */
  readonly introduced: readonly Violation[];
  /** Other violations that go away. */
  readonly alsoFixes: readonly Violation[];
}

export interface RecordedResultComparison extends ResultComparison {
  /** The validation of the changed graph. */
  recorded(): RecordedValidation;
}

/** Computes the effect of a change on all results. */
export async function compareValidations(
  recorded: RecordedValidation,
  change: InputChange,
  violations: readonly Violation[],
  signal: AbortSignal,
): Promise<RecordedResultComparison> {
  const revalidation = await recorded.revalidate(change, signal);
  return {
    ...comparedBy(revalidation, recorded, change, violations),
    recorded: () => revalidation.recorded(),
  };
}

function comparedBy(
  impact: Impact,
  recorded: RecordedValidation,
  change: InputChange,
  violations: readonly Violation[],
): ResultComparison {
  const { before, after } = impact;
  const { gone, introduced } = compareResults(before, after);
  const keys = new Set(violations.map(violationKey));
  const left = new Set(after.map(violationKey));
  const isGone = new Set(gone.map(violationKey));
  const seemGone = new Set(
    violations.filter((violation) => {
      const key = violationKey(violation);
      return isGone.has(key) && !left.has(key);
    }),
  );
  const others = gone.filter((result) => !keys.has(violationKey(result)) && !left.has(violationKey(result)));
  const elsewhere = keysFoundElsewhere(recorded, [...seemGone, ...others], before);
  const kept = violations.filter(
    (violation) => !seemGone.has(violation) || elsewhere.has(violationKey(violation)),
  );
  return {
    kept,
    introduced: [...introduced, ...revealedBy(recorded, change, impact)],
    alsoFixes: others.filter((result) => !elsewhere.has(violationKey(result))),
  };
}

/** The results that other targets also yield, which the change does not affect. */
function keysFoundElsewhere(
  recorded: RecordedValidation,
  violations: readonly Violation[],
  touched: readonly Violation[],
): ReadonlySet<string> {
  if (violations.length === 0) return noKeys;
  const isTouched = new Set(touched);
  const focusNodes = new Set(violations.map(({ focusNode }) => focusNode));
  const values = new Set(violations.map(({ value }) => value));
  const keys = new Set<string>();
  for (const focusNode of focusNodes) {
    for (const each of recorded.resultsAbout(focusNode))
      if (values.has(each.value) && !isTouched.has(each)) keys.add(violationKey(each));
  }
  return keys;
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * True when the focus node would still violate its shape if it were a target, and no other node has become a target in
 * its place. False when the node itself is unacceptable: then a value that must not be there is removed.
 */
function isDegenerate(
  recorded: RecordedValidation,
  violation: Violation,
  changed: Pick<InputChange, 'input' | 'delta'>,
): boolean {
  const { rootFocusNode } = violation;
  const rootBefore = recorded.input.shapes.get(violation.rootShape);
  const root = changed.input.shapes.get(violation.rootShape);
  if (rootBefore === undefined || root === undefined) return true;
  const after = recorded.evaluatorOn(changed.input);
  if (after.isTarget(root, rootFocusNode)) return false;
  const key = violationKey(violation);
  if (!after.validateNode(rootFocusNode, root.id).some((result) => violationKey(result) === key))
    return false;
  if (isRefusedAsValue(recorded, violation, changed.delta)) return false;
  const name = nameAfterChange(rootFocusNode, changed.delta, recorded.input.dataGraph);
  if (name !== undefined && after.isTarget(root, name)) return false;
  const before = recorded.evaluator;
  return !changed.delta.added
    .flatMap(({ subject, object }) => [subject, object])
    .some((node) => after.isTarget(root, node) && !before.isTarget(rootBefore, node));
}

function isRefusedAsValue(
  { evaluator }: RecordedValidation,
  { path, focusNode, rootFocusNode, sourceShape, constraint }: Violation,
  { removed }: GraphDelta,
): boolean {
  if (path !== undefined || focusNode !== rootFocusNode) return false;
  const isValue = removed.every(
    ({ predicate, object }) => object === focusNode && predicate !== rdf.type && predicate !== sh.targetNode,
  );
  return isValue && isJudgedByTermAlone(evaluator, focusNode, sourceShape, constraint);
}

/** Why an update refers to a blank node that does not exist, as a model's update may. */
function unknownBlankNode({ recorded }: RepairProblem, { added }: GraphDelta): string | undefined {
  const { dataGraph } = recorded.input;
  for (const node of added.flatMap(({ subject, object }) => [subject, object])) {
    if (!terms.isBlank(node) || isNewBlankNode(node)) continue;
    if (dataGraph.outgoing(node).length === 0 && dataGraph.incoming(node).length === 0) {
      return `The update names a blank node that is not in the data: ${terms.value(node)}.`;
    }
  }
  return undefined;
}

type PlannedEdits =
  | { readonly kind: 'fixes'; readonly edits: readonly DocumentEdits[] }
  | Extract<Verdict, { readonly kind: 'notExpressible' }>;

/** The edits of all documents, proven to state the intended graphs. */
export async function planDocumentEdits(
  problem: Omit<RepairableUnit, 'recorded'>,
  delta: GraphDelta,
): Promise<PlannedEdits> {
  const split = splitDelta(problem, delta);
  if (split.kind === 'notExpressible') return split;
  const edits: DocumentEdits[] = [];
  for (const part of split.parts) {
    const { declaresPrefixes = true, newStatements = 'besideKin', rdf = '1.2' } = problem;
    // A document without text is proven by its triples alone.
    if (!part.document.hasText) {
      edits.push({ document: part.document, edits: [] });
      continue;
    }
    const planned = await planPart(part, { declaresPrefixes, newStatements, rdf });
    if (planned.kind === 'notExpressible') return planned;
    edits.push(planned);
  }
  return { kind: 'fixes', edits };
}

/** The edits of one document, proven to state the intended graph. */
async function planPart(
  { document, delta }: DocumentDelta,
  options: EditPlanOptions,
): Promise<({ readonly kind: 'edits' } & DocumentEdits) | Extract<Verdict, { kind: 'notExpressible' }>> {
  const { libraryFormat } = document;
  if (libraryFormat) {
    const plan = await planLibraryEdits(document, delta);
    return plan.kind === 'notExpressible' ? plan : { ...plan, document };
  }
  const plan = planEdits(document, delta, options);
  if (plan.kind === 'notExpressible') return plan;
  if (!statesExactly(document, plan.edits, delta)) {
    const reason = `The change cannot be written into ${decodedFileName(document.uri)} without changing what else it says.`;
    return { kind: 'notExpressible', reason };
  }
  return { kind: 'edits', document, edits: plan.edits };
}
