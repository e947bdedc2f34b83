import { refusalReason } from '../../../repair/llm/answer/answerFeedback.ts';
import type { ConversationEvent } from '../../../repair/llm/conversation/converse.ts';
import type { LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import {
  defaultModelOptions,
  type ModelRepairOptions,
  type ModelRepairSettings,
  type OfferedRepair,
  repairRequest,
  repairWithModel,
} from '../../../repair/llm/repairWithModel.ts';
import { verify } from '../../../repair/proof/verify.ts';
import {
  type RepairProblem,
  type Uncertainty,
  uncertaintyText,
  type VerifiedRepair,
} from '../../../repair/repair.ts';
import { suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import type { FileEdits } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import { groupMessage } from '../diagnostics/undescribed.ts';
import { fileEdits, repairProblem } from '../repairs/codeActions.ts';
import type { Prove, WhyUnproven } from '../stores/provenOverStores.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** How a model is asked. */
export interface AskOptions extends ModelRepairSettings {
  /** The maximum number of symbolic repairs. */
  readonly maxSuggestions: number;
  /** Receives what is sent and answered, for progress and logs. */
  readonly observe?: (event: ConversationEvent) => void;
}

/** A result and its analysis. */
export interface AnalysedResult {
  readonly placed: PlacedViolation;
  readonly analysis: UnitAnalysis;
  /** The version of an open text when it was analysed; null for files that are not open. */
  readonly versionOf: (uri: string) => number | null;
}

export interface ModelRepairsOptions extends AskOptions {
  readonly model: LanguageModel;
  /** The result in the current texts; undefined when it is gone. */
  readonly current: () => Promise<AnalysedResult | undefined>;
  /** Asks the stores of a unit for what repairs rest on. */
  readonly prove: Prove;
}

/** The results of asking a model about a result, as plain data. */
export interface ModelRepairsInfo {
  /** Repairs verified on the current texts, including the symbolic ones, best first. */
  readonly repairs: readonly ModelRepairInfo[];
  readonly refused: readonly RefusedInfo[];
  /** Why the model stopped answering. */
  readonly failure: ModelError | undefined;
}

export interface ModelRepairInfo {
  readonly title: string;
  readonly why: string | undefined;
  /** Undefined for symbolic repairs. */
  readonly model: string | undefined;
  readonly alsoFixes: number;
  readonly needsInput: boolean;
  readonly update: string;
  readonly edits: readonly FileEdits[];
}

export interface RefusedInfo {
  readonly answer: string;
  /** The update in the answer, if one was found. */
  readonly update: string | undefined;
  readonly verdict: string;
  readonly round: number;
}

/**
 * Asks a model for repairs of a result. The answer may take a while, so the repairs are verified again on the texts
 * as they are then.
 *
 * @throws the signal's reason when aborted.
 */
export async function modelRepairs(
  asked: AnalysedResult,
  options: ModelRepairsOptions,
  signal: AbortSignal,
): Promise<ModelRepairsInfo> {
  const { model, current, prove } = options;
  const problem = await problemOf(asked, signal);
  const ask = askOptions(asked.analysis, options, await knownRepairs(problem, options, signal));
  const { offered, conversations } = await repairWithModel(problem, model, ask, signal);
  const now = await current();
  const failures = conversations.flatMap(({ end }) => (end.kind === 'failed' ? [end.error] : []));
  return {
    repairs: now
      ? await prove(now.analysis, (unit, why) => offeredOn(unit, offered, { asked, now }, why, signal))
      : [],
    refused: conversations.flatMap(({ rounds }) =>
      rounds.flatMap(({ answer, read, verdict }, i): readonly RefusedInfo[] => {
        if (!verdict) return [];
        const update = read.kind === 'option' ? undefined : read.text;
        return [{ answer: answer.text, update, verdict: refusalReason(verdict), round: i + 1 }];
      }),
    ),
    failure: failures[0],
  };
}

/** The first message to a model about a result. */
export async function modelPrompt(
  asked: AnalysedResult,
  options: AskOptions,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly tokens: number }> {
  const problem = await problemOf(asked, signal);
  const choices = await choicesFor(problem, options, signal);
  const { prompt } = repairRequest(problem, askOptions(asked.analysis, options, choices));
  return { text: prompt.text, tokens: prompt.tokens };
}

/**
 * The options for asking a model about results of an analysis.
 *
 * @param known what is known without a model; `choicesFor` provides what is needed.
 */
export function askOptions(
  { graphs, groups }: UnitAnalysis,
  { strategy, choose, candidates, maxRounds, temperature, observe }: AskOptions,
  { symbolic, uncertainty, violation }: KnownRepairs,
): ModelRepairOptions {
  const shapesPrefixes = new Map(graphs.shapes.flatMap(({ prefixes }) => [...prefixes]));
  const own = { strategy, choose, candidates, maxRounds, temperature, ...(observe && { observe }) };
  const cause = groups.find(({ members }) => members.some((each) => each.violation === violation));
  const asked = choose && uncertainty ? [uncertaintyText(uncertainty)] : [];
  const question = [...(cause && choose ? [groupMessage(cause)] : []), ...asked].join(' ') || undefined;
  return { ...defaultModelOptions, ...own, symbolic, question, shapesPrefixes };
}

/** What is known about a result without a model. */
interface KnownRepairs extends Pick<RepairProblem, 'violation'> {
  readonly symbolic: readonly VerifiedRepair[];
  /** Why none of the repairs is certain or likely, if so. */
  readonly uncertainty: Uncertainty | undefined;
}

/** The repairs that a model is to choose from, if any. */
export async function choicesFor(
  problem: RepairProblem,
  options: AskOptions,
  signal: AbortSignal,
): Promise<KnownRepairs> {
  const { violation } = problem;
  return options.choose
    ? knownRepairs(problem, options, signal)
    : { symbolic: [], uncertainty: undefined, violation };
}

async function knownRepairs(
  problem: RepairProblem,
  { maxSuggestions }: AskOptions,
  signal: AbortSignal,
): Promise<KnownRepairs> {
  const { repairs, uncertainty } = await suggestRepairs(problem, { max: maxSuggestions }, signal);
  return { symbolic: repairs, uncertainty, violation: problem.violation };
}

function problemOf({ placed, analysis }: AnalysedResult, signal: AbortSignal): Promise<RepairProblem> {
  return repairProblem(placed.violation, placed.place?.document.uri, analysis, signal);
}

/**
 * The repairs that are valid for the current texts.
 *
 * @param unit that of the current texts, with what is known about its stores.
 */
async function offeredOn(
  unit: UnitAnalysis,
  offered: readonly OfferedRepair[],
  { asked, now }: { readonly asked: AnalysedResult; readonly now: AnalysedResult },
  whyUnproven: WhyUnproven | undefined,
  signal: AbortSignal,
): Promise<readonly ModelRepairInfo[]> {
  const placed = unit.placed.find(({ key }) => key === now.placed.key);
  if (!placed) return [];
  const isAsked = unit === asked.analysis;
  const problem = await problemOf({ ...now, placed, analysis: unit }, signal);
  const holding: ModelRepairInfo[] = [];
  for (const each of offered) {
    const verdict = isAsked ? each.verdict : await verify(problem, each.repair, signal);
    if (verdict.kind !== 'fixes' || (await whyUnproven?.(verdict.delta)) !== undefined) continue;
    holding.push(repairInfo({ ...each, verdict }, now));
  }
  return holding;
}

function repairInfo(
  { repair, verdict, proposers }: OfferedRepair,
  { versionOf }: AnalysedResult,
): ModelRepairInfo {
  const model = proposers.find((origin) => origin !== 'symbolic');
  return {
    title: repair.title,
    why: repair.evidence,
    model: model?.slice('model:'.length),
    alsoFixes: verdict.alsoFixes.length,
    needsInput: verdict.needsInput,
    update: repair.update,
    edits: verdict.edits.map((edits) => fileEdits(edits, repair.placeholders, versionOf)),
  };
}
