import { isomorphic } from '../../rdf/isomorphism.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { isNewBlankNode, skolemIri } from '../../sparql/termCodec.ts';
import { changeSize } from '../drafts/change.ts';
import type { Origin, Ranked, RepairProblem, VerifiedRepair } from '../repair.ts';
import { rankRepairs } from '../search/rankRepairs.ts';
import { answerFeedback, refusalReason } from './answer/answerFeedback.ts';
import {
  type AnswerVerdict,
  type JudgeOptions,
  judgeAnswer,
  type RepairJudgement,
} from './answer/judgeAnswer.ts';
import type { ReadAnswer } from './answer/readAnswer.ts';
import {
  type AnswerJudge,
  type Conversation,
  type ConversationEnd,
  type ConversationEvent,
  converse,
} from './conversation/converse.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from './model/languageModel.ts';
import { type Prompt, type PromptOptions, promptFor } from './prompt/prompt.ts';
import { prefixesOf } from './prompt/promptContext.ts';

export interface ModelRepairOptions extends Omit<PromptOptions, 'choices'> {
  /** How often a model may answer in a conversation. */
  readonly maxRounds: number;
  /** How many conversations are held, to get different repairs. */
  readonly candidates: number;
  /** For the first conversation. The others use at least 0.7, so that their answers differ. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** Repairs that are offered already. If a model proposes one of them as well, it is offered only once. */
  readonly symbolic: readonly VerifiedRepair[];
  /** Whether the model sees these as options to choose from or to improve. */
  readonly choose: boolean;
  /** Receives what is sent and answered, for progress and logs. */
  readonly observe?: (event: ConversationEvent) => void;
}

/** The settings of users for asking a model. */
export type ModelRepairSettings = Pick<
  ModelRepairOptions,
  'strategy' | 'choose' | 'candidates' | 'maxRounds' | 'temperature'
>;

export const defaultModelOptions: ModelRepairOptions = {
  template: 'product',
  strategy: 'SF+',
  maxRounds: 3,
  candidates: 1,
  temperature: 0,
  maxTokens: 2000,
  symbolic: [],
  choose: false,
};

/** The results of asking a model. */
export interface ModelRepairOutcome {
  /** Verified repairs, including the symbolic ones, best first. */
  readonly offered: readonly Ranked<OfferedRepair>[];
  /** Answers that are not offered, with the reasons. */
  readonly refused: readonly RefusedAnswer[];
  /** All conversations, in the order of the candidates. */
  readonly conversations: readonly RepairConversation[];
}

export interface OfferedRepair extends VerifiedRepair {
  /** Everyone who proposed this change; choosing it as an option counts. */
  readonly proposers: readonly Origin[];
}

export interface RefusedAnswer {
  readonly read: ReadAnswer;
  readonly verdict: AnswerVerdict;
}

/** A conversation about a violation. */
interface RepairConversation {
  readonly rounds: readonly RepairRound[];
  readonly end: ConversationEnd<unknown>;
}

interface RepairRound {
  readonly answer: ModelAnswer;
  readonly read: ReadAnswer;
  /** Undefined when the answer repairs the violation. */
  readonly verdict: AnswerVerdict | undefined;
}

/** The first request to a model, exactly as it is sent. Nothing is sent. */
export function repairRequest(
  problem: RepairProblem,
  options: ModelRepairOptions,
): { readonly prompt: Prompt; readonly request: ModelRequest } {
  const choices = choicesOf(options).map(({ repair }) => repair);
  const prompt = promptFor(problem, { ...options, choices });
  const { temperature, maxTokens, seed } = options;
  const request: ModelRequest = {
    messages: [{ role: 'user', text: prompt.text }],
    schema: prompt.schema,
    temperature,
    maxTokens,
    ...(seed !== undefined && { seed }),
  };
  return { prompt, request };
}

/**
 * Asks a model for repairs of a violation until an answer repairs it, telling the model each time why the previous answer
 * did not. What is offered was verified like any symbolic repair; if the model fails, the symbolic repairs remain.
 *
 * @throws the signal's reason when aborted.
 */
export async function repairWithModel(
  problem: RepairProblem,
  model: LanguageModel,
  options: ModelRepairOptions,
  signal: AbortSignal,
): Promise<ModelRepairOutcome> {
  const { prompt, request } = repairRequest(problem, options);
  const origin: Origin = `model:${model.id}`;
  const judge = repairJudge(problem, prompt, origin, options, signal);
  const policy = {
    maxRounds: options.maxRounds,
    // A repair is proven, whatever is missing from the answer.
    acceptsWithheld: true,
    withheldAdvice: 'Ask another model, or show it less (shaclRepair.model.strategy).',
    judgeNamesCutOff: true,
    ...(options.observe && { observe: options.observe }),
  };
  const conversations = await Promise.all(
    candidateRequests(request, options.candidates).map((first) =>
      converse(model, first, judge, policy, signal),
    ),
  );
  const found = conversations.flatMap(({ end }) => (end.kind === 'accepted' ? [end.result.repair] : []));
  const told = conversations.map(repairConversation);
  return {
    offered: merged(options.symbolic, found, origin),
    refused: told.flatMap(({ rounds }) =>
      rounds.flatMap(({ read, verdict }) => (verdict ? [{ read, verdict }] : [])),
    ),
    conversations: told,
  };
}

type Verified = Extract<RepairJudgement, { readonly kind: 'verified' }>;
type Refused = Extract<RepairJudgement, { readonly kind: 'refused' }>;

/** Verifies what answers propose, and tells the model why an answer is not offered. */
function repairJudge(
  problem: RepairProblem,
  { schema }: Prompt,
  origin: Origin,
  options: ModelRepairOptions,
  signal: AbortSignal,
): AnswerJudge<Verified, Refused> {
  const judging: JudgeOptions = {
    keys: Object.keys(schema.schema.properties as object),
    prefixes: prefixesOf(problem, options.shapesPrefixes),
    origin,
    choices: choicesOf(options),
  };
  return async (answer) => {
    const result = await judgeAnswer(problem, answer.text, judging, signal);
    if (result.kind === 'verified') return { kind: 'accepted', result };
    const { verdict } = result;
    return {
      kind: 'refused',
      result,
      reason: refusalReason(verdict),
      feedback: answerFeedback(problem, verdict, answer),
    };
  };
}

function repairConversation({ rounds, end }: Conversation<Verified, Refused>): RepairConversation {
  return {
    rounds: rounds.map(({ answer, result, refusal }, i) => {
      const isWithheld = end.kind === 'withheld' && i === rounds.length - 1;
      const verdict = isWithheld
        ? ({ kind: 'unreadable', cause: 'envelope', reason: refusal! } as const)
        : result.kind === 'refused'
          ? result.verdict
          : undefined;
      return { answer, read: result.read, verdict };
    }),
    end,
  };
}

function choicesOf({ choose, symbolic }: ModelRepairOptions): readonly VerifiedRepair[] {
  return choose ? symbolic : [];
}

/**
 * Joins symbolic repairs and those of a model, each change once, best first. Among equals, those with more proposers
 * come first.
 */
function merged(
  symbolic: readonly VerifiedRepair[],
  found: readonly VerifiedRepair[],
  origin: Origin,
): readonly Ranked<OfferedRepair>[] {
  const offered: OfferedRepair[] = symbolic.map((each) => ({ ...each, proposers: [each.repair.origin] }));
  for (const each of found) {
    const known = offered.findIndex((other) => isSameChange(other, each));
    const other = offered[known];
    if (other === undefined) offered.push({ ...each, proposers: [origin] });
    else if (!other.proposers.includes(origin)) {
      const score = other.repair.score + betweenEquals;
      const repair = { ...other.repair, evidence: bothEvidence(other, each), score };
      offered[known] = { ...other, repair, proposers: [...other.proposers, origin] };
    }
  }
  const ranked = rankRepairs(offered);
  const [first] = ranked;
  if (first === undefined || first.certainty === 'certain' || first.certainty === 'likely') return ranked;
  // Where nothing here shows which of them is meant, its choice comes first, however uncertain it is.
  const chosen = ranked.find(({ proposers, verdict }) => proposers.length > 1 && !verdict.degenerate);
  return chosen ? [chosen, ...ranked.filter((each) => each !== chosen)] : ranked;
}

/** The model's vote only decides between equal repairs, unless none is certain or likely. */
const betweenEquals = 1e-6;

function bothEvidence(a: VerifiedRepair, b: VerifiedRepair): string | undefined {
  const all = [a.repair.evidence, b.repair.evidence].filter((each) => each !== undefined);
  return all.length === 0 ? undefined : [...new Set(all)].join('; ');
}

/** True when two repairs produce the same graph, regardless of the names of new blank nodes. */
function isSameChange({ verdict: a }: VerifiedRepair, { verdict: b }: VerifiedRepair): boolean {
  return (
    changeSize(a.delta) === changeSize(b.delta) &&
    isomorphic(a.delta.added.map(fixed), b.delta.added.map(fixed)) &&
    isomorphic(a.delta.removed.map(fixed), b.delta.removed.map(fixed))
  );
}

/** Fixes the blank nodes of documents. Those that an update creates may have any name. */
function fixed({ subject, predicate, object }: Triple): Triple {
  const named = (node: number) =>
    terms.isBlank(node) && !isNewBlankNode(node) ? terms.iri(skolemIri(node)) : node;
  return { subject: named(subject), predicate, object: named(object) };
}

/**
 * The first requests of several conversations about the same thing, which are meant to end differently: each has a seed
 * of its own, and all but the first have a temperature at which answers vary.
 */
export function candidateRequests(first: ModelRequest, candidates: number): readonly ModelRequest[] {
  const { temperature, seed = 0 } = first;
  const others = Array.from({ length: candidates - 1 }, (_, i) => ({
    ...first,
    temperature: Math.max(temperature, otherTemperature),
    seed: seed + i + 1,
  }));
  return [first, ...others];
}

const otherTemperature = 0.7;
