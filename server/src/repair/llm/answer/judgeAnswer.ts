import type { GraphDelta } from '../../../rdf/graph.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { changedInput } from '../../../shacl/incremental/changedInput.ts';
import { traceOf } from '../../../shacl/incremental/trace.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { budgetUnder } from '../../../shacl/sparql/queryEngine.ts';
import { applyUpdate, defaultLimits } from '../../../sparql/applyUpdate.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';
import { printUpdate, type UpdateRefusal } from '../../../sparql/updateText.ts';
import { changeSize } from '../../drafts/change.ts';
import { verify } from '../../proof/verify.ts';
import type {
  Effect,
  FailedVerdict,
  Origin,
  ProposedRepair,
  RepairProblem,
  Support,
  VerifiedRepair,
} from '../../repair.ts';
import { scoreOf } from '../../scorecard/scorecard.ts';
import { changeTitle } from '../../search/changeTitle.ts';
import { withRetargetingTitle } from '../../search/suggestRepairs.ts';
import { type InventedTerms, inventedTerms } from './inventedTerms.ts';
import { type AnswerScope, type ReadAnswer, readAnswer } from './readAnswer.ts';

/** The result of judging an answer. Only verified repairs may be offered. */
export type RepairJudgement =
  | { readonly kind: 'verified'; readonly read: ReadAnswer; readonly repair: VerifiedRepair }
  | { readonly kind: 'refused'; readonly read: ReadAnswer; readonly verdict: AnswerVerdict };

/** Why an answer is not offered. */
export type AnswerVerdict =
  | FailedVerdict
  /** The update changes nothing: what it adds exists already, what it removes does not exist. */
  | { readonly kind: 'noChange' }
  /** The update may fix the violation, but it also makes changes that no repair of it needs. */
  | { readonly kind: 'outOfScope'; readonly reason: string }
  | {
      readonly kind: 'unreadable';
      readonly cause: 'envelope' | UpdateRefusal['cause'];
      readonly reason: string;
    };

export interface JudgeOptions extends AnswerScope {
  readonly origin: Origin;
  /** The repairs that the model could choose from. */
  readonly choices: readonly VerifiedRepair[];
}

/**
 * Reads a model's answer, applies it to a copy of the data and verifies it like any other repair. Nothing in the
 * answer is taken on trust.
 */
export async function judgeAnswer(
  problem: RepairProblem,
  text: string,
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<RepairJudgement> {
  const read = await readAnswer(text, options);
  if (read.kind === 'unreadable') {
    return { kind: 'refused', read, verdict: { kind: 'unreadable', cause: read.cause, reason: read.reason } };
  }
  if (read.kind === 'option') {
    const repair = options.choices[read.option - 1];
    if (repair) return { kind: 'verified', read, repair };
    const reason = `There is no option ${read.option}.`;
    return { kind: 'refused', read, verdict: { kind: 'unreadable', cause: 'envelope', reason } };
  }
  const { input, options: watch } = problem.recorded;
  const graph = input.entailment?.asserted ?? input.dataGraph;
  const applied = await applyUpdate(graph, read.update, signal, budgetUnder(watch, defaultLimits));
  if (applied.kind === 'refused') {
    return { kind: 'refused', read, verdict: { kind: 'invalidUpdate', reason: applied.reason } };
  }
  return judgeChange(problem, applied.delta, read, options, signal);
}

async function judgeChange(
  problem: RepairProblem,
  delta: GraphDelta,
  read: ReadAnswer,
  { origin }: JudgeOptions,
  signal: AbortSignal,
): Promise<RepairJudgement> {
  const refused = (verdict: AnswerVerdict): RepairJudgement => ({ kind: 'refused', read, verdict });
  if (changeSize(delta) === 0) return refused({ kind: 'noChange' });
  const invented = inventedTerms(problem, delta);
  const { placeholders } = invented;
  const update = printUpdate(delta);
  const verdict = await verify(problem, { update, placeholders }, signal);
  if (verdict.kind !== 'fixes') return refused(verdict);
  const reason = checkChangeScope(problem, verdict);
  if (reason !== undefined) return refused({ kind: 'outOfScope', reason });
  const minted = delta.added.flatMap(({ subject, object }) => [subject, object]).filter(isNewBlankNode);
  const support = supportOf(delta, invented);
  const words = evidenceOf(read, invented, problem, origin);
  const repair: ProposedRepair = {
    title: changeTitle(delta, { minted, placeholders }, problem.term),
    update,
    change: delta,
    origin,
    support,
    evidence: words,
    reasons: [{ kind: 'remark', words }],
    score: scoreOf([{ support, evidence: [] }]),
    placeholders,
  };
  const told = verdict.degenerate
    ? { ...withRetargetingTitle(repair, problem), support: 'retargeting' as const }
    : repair;
  return { kind: 'verified', read, repair: { repair: told, verdict } };
}

/** A model's word is not evidence, so its repairs are plausible at best. */
function supportOf({ added }: GraphDelta, { placeholders }: InventedTerms): Support {
  if (placeholders.length > 0) return 'placeholder';
  return added.length === 0 ? 'removal' : 'plausible';
}

const maxWhy = 160;

/** The model's reason in one line, and the names in the change that no file mentions. */
function evidenceOf(
  { extraction }: ReadAnswer,
  { unknown }: InventedTerms,
  { term }: RepairProblem,
  origin: Origin,
): string {
  const said = extraction.lenient.kind === 'answer' ? extraction.lenient.why : undefined;
  const line = said?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const why = line
    ? `${origin.replace('model:', '')}: ${line}`
    : `proposed by ${origin.replace('model:', '')}`;
  const characters = [...why];
  const short = characters.length <= maxWhy ? why : `${characters.slice(0, maxWhy - 1).join('')}…`;
  if (unknown.length === 0) return short;
  const names = unknown.slice(0, 3).map(term);
  return `${short} (no file mentions ${names.join(', ')}${unknown.length > 3 ? ' …' : ''})`;
}

/**
 * Explains in a sentence why a change goes beyond repairing its violation; undefined if it does not.
 *
 * Verification proves that a change fixes the violation and breaks nothing that shapes look at. But an empty graph breaks
 * nothing either. So a model may only remove triples that some verdict about the repaired nodes depends on, triples that it
 * moves to another name, and statements about blank nodes that are removed. What it adds must be connected to these nodes,
 * and shapes must stay as they are.
 */
function checkChangeScope(
  problem: RepairProblem,
  { delta, alsoFixes }: Pick<Effect, 'delta' | 'alsoFixes'>,
): string | undefined {
  const { input } = problem.recorded;
  if (changedInput(input, delta).input.shapes !== input.shapes) {
    return 'The update changes shapes, but repairs may only change data.';
  }
  if (delta.removed.length >= Math.max(2, input.reportedGraph.size, delta.added.length + 1)) {
    return 'The update removes all data.';
  }
  const basis = basisOf(problem, [problem.violation, ...alsoFixes.slice(0, maxAlsoFixed)]);
  const removed = straysAmongRemoved(delta, basis);
  if (removed.length > 0) {
    return `The update removes triples that have nothing to do with the violation: ${listed(removed, problem)}.`;
  }
  const added = straysAmongAdded(delta, basis);
  return added.length > 0
    ? `The update adds triples that have nothing to do with the violation: ${listed(added, problem)}.`
    : undefined;
}

/** A change that fixes more results than this is not meant for this violation. */
const maxAlsoFixed = 100;

interface Basis {
  /** Keys of the triples that verdicts about the nodes depend on. */
  readonly triples: ReadonlySet<string>;
  /** The nodes that these verdicts are about, and the nodes on the path to them. */
  readonly nodes: ReadonlySet<TermId>;
}

/** What the verdicts depend on, for all shapes that have the focus nodes among their targets. */
function basisOf({ recorded }: RepairProblem, violations: readonly Violation[]): Basis {
  const { evaluator, input } = recorded;
  const read: Triple[] = [];
  const nodes = new Set<TermId>();
  for (const { focusNode, rootFocusNode, rootShape, sourceShape, value } of violations) {
    const judged = new Set([focusNode, rootFocusNode, ...(value === undefined ? [] : [value])]);
    const traces = [
      traceOf(evaluator.traced, focusNode, sourceShape),
      traceOf(evaluator.traced, rootFocusNode, rootShape),
    ];
    for (const shape of input.shapes.roots) {
      for (const node of judged) {
        if (evaluator.isTarget(shape, node)) traces.push(traceOf(evaluator.traced, node, shape.id));
      }
    }
    for (const { target, triples } of traces) read.push(...target, ...triples);
    for (const node of judged) nodes.add(node);
  }
  for (const triple of read) for (const node of linked(triple)) nodes.add(node);
  return { triples: new Set(read.map(tripleKey)), nodes };
}

/** The nodes that a triple is about. Classes and literals are left out, because many nodes share them. */
function linked({ subject, predicate, object }: Triple): readonly TermId[] {
  return predicate === rdf.type || terms.isLiteral(object) ? [subject] : [subject, object];
}

function straysAmongRemoved({ removed, added }: GraphDelta, { triples, nodes }: Basis): readonly Triple[] {
  const isMoved = (triple: Triple) => added.some((other) => isSameMoved(triple, other, nodes));
  let open = removed.filter((triple) => !triples.has(tripleKey(triple)) && !isMoved(triple));
  const going = new Set(removed.filter((triple) => !open.includes(triple)).map(({ object }) => object));
  // When the last reference to a blank node is removed, so are the statements about it.
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((triple) => {
      const hangs = terms.isBlank(triple.subject) && going.has(triple.subject);
      if (hangs) going.add(triple.object);
      return !hangs;
    });
  }
  return open;
}

/** True for a triple that keeps everything except its property, or except one of the nodes, which is renamed. */
function isSameMoved(from: Triple, to: Triple, nodes: ReadonlySet<TermId>): boolean {
  const subject = from.subject === to.subject;
  const predicate = from.predicate === to.predicate;
  const object = from.object === to.object;
  return (
    (subject && object && nodes.has(from.subject)) ||
    (predicate && object && nodes.has(from.subject)) ||
    (subject && predicate && nodes.has(from.object))
  );
}

function straysAmongAdded({ added }: GraphDelta, { nodes }: Basis): readonly Triple[] {
  const reached = new Set(nodes);
  let open = [...added];
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((triple) => {
      const ends = linked(triple);
      if (!ends.some((node) => reached.has(node))) return true;
      for (const node of ends) reached.add(node);
      return false;
    });
  }
  return open;
}

const maxListed = 3;

function listed(triples: readonly Triple[], { term }: RepairProblem): string {
  const shown = triples
    .slice(0, maxListed)
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(term).join(' '));
  const more = triples.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
