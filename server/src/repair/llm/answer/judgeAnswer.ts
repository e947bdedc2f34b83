import type { GraphDelta } from '../../../rdf/graph.ts';
import { applyUpdate } from '../../../sparql/applyUpdate.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';
import { printUpdate, type UpdateRefusal } from '../../../sparql/updateText.ts';
import { changeSize } from '../../drafts/change.ts';
import { verify } from '../../proof/verify.ts';
import type { FailedVerdict, Origin, Repair, RepairProblem, Support, VerifiedRepair } from '../../repair.ts';
import { scoreOf } from '../../scorecard/scorecard.ts';
import { changeTitle } from '../../search/changeTitle.ts';
import { withRetargetingTitle } from '../../search/suggestRepairs.ts';
import { checkChangeScope } from './checkChangeScope.ts';
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
  /** The update may fix the violation, but it also does what no repair of it needs. */
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
  const { entailment, dataGraph } = problem.recorded.input;
  const applied = await applyUpdate(entailment?.asserted ?? dataGraph, read.update, signal);
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
  const repair: Repair = {
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

/** A model's word is no evidence, so its repairs are plausible at best. */
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
