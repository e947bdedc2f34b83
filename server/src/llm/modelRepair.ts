import { isomorphic } from '../rdf/isomorphism.ts';
import { type Triple, terms } from '../rdf/terms.ts';
import { changeSize } from '../repair/drafts/change.ts';
import type { Origin, RepairProblem, VerifiedRepair } from '../repair/repair.ts';
import { rank } from '../repair/search/rank.ts';
import { isNewBlankNode, skolemIri } from '../sparql/termCodec.ts';
import { feedbackOn } from './answer/feedback.ts';
import { type AnswerVerdict, type JudgeOptions, judgeAnswer } from './answer/judgeAnswer.ts';
import type { ReadAnswer } from './answer/readAnswer.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from './model/languageModel.ts';
import { prefixesOf } from './prompt/contexts.ts';
import { type Prompt, type PromptOptions, promptFor } from './prompt/prompt.ts';

export interface ModelRepairOptions extends Omit<PromptOptions, 'choices'> {
  /** How often a model may answer until one of its answers holds. */
  readonly maxRounds: number;
  /** How many conversations are begun, to get different repairs. */
  readonly candidates: number;
  /** Of the first conversation; others get at least 0.7, or they would say the same. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** Repairs that are offered already: those that a model proposes as well are not offered twice. */
  readonly symbolic: readonly VerifiedRepair[];
  /** Whether the model sees these as options to choose from or to improve on. */
  readonly choose: boolean;
  /** Is told what goes on, for progress and logs. */
  readonly observe?: (event: ModelEvent) => void;
}

/** What users decide about how a model is asked. */
export type Asking = Pick<
  ModelRepairOptions,
  'strategy' | 'choose' | 'candidates' | 'maxRounds' | 'temperature'
>;

/** Candidates and rounds are counted from 1. */
export type ModelEvent =
  | {
      readonly kind: 'asks';
      readonly candidate: number;
      readonly round: number;
      readonly request: ModelRequest;
    }
  | { readonly kind: 'judged'; readonly candidate: number; readonly round: number; readonly result: Round };

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

/** What came of asking a model. */
export interface ModelRepairs {
  /** Verified repairs, the symbolic ones among them, best first. */
  readonly offered: readonly OfferedRepair[];
  /** Answers that are not offered, for those who want to know. */
  readonly refused: readonly RefusedAnswer[];
  /** All that was said, in the order of the candidates. */
  readonly conversations: readonly Conversation[];
}

export interface OfferedRepair extends VerifiedRepair {
  /** Everyone who proposes this change; a choice among options counts. */
  readonly proposers: readonly Origin[];
}

export interface RefusedAnswer {
  readonly read: ReadAnswer;
  readonly verdict: AnswerVerdict;
}

export interface Conversation {
  readonly rounds: readonly Round[];
  /**
   * `verified`: the last answer holds. `gaveUp`: there were no more rounds, or the model repeated itself.
   * `filtered`: the provider held an answer back. `failed`: there was no answer.
   */
  readonly end:
    | { readonly kind: 'verified' | 'gaveUp' | 'filtered' }
    | { readonly kind: 'failed'; readonly error: ModelError };
}

export interface Round {
  readonly request: ModelRequest;
  readonly answer: ModelAnswer;
  readonly read: ReadAnswer;
  /** Undefined when the answer holds. */
  readonly verdict: AnswerVerdict | undefined;
}

/** What a model is asked first: its prompt, exactly as it is sent. Nothing is sent. */
export function firstRequest(
  problem: RepairProblem,
  options: ModelRepairOptions,
): { readonly prompt: Prompt; readonly request: ModelRequest } {
  const choices = choicesOf(options).map(({ repair }) => repair);
  const prompt = promptFor(problem, { ...options, choices });
  return { prompt, request: requestOf(prompt, options, 0, [{ role: 'user', text: prompt.text }]) };
}

/**
 * Asks a model for repairs of a violation until an answer holds, telling it why the one before did not. What is
 * offered was verified like any symbolic repair; a model that fails leaves the symbolic ones.
 *
 * @throws the signal's reason when aborted.
 */
export async function repairWithModel(
  problem: RepairProblem,
  model: LanguageModel,
  options: ModelRepairOptions,
  signal: AbortSignal,
): Promise<ModelRepairs> {
  const { prompt } = firstRequest(problem, options);
  const talks = await Promise.all(
    Array.from({ length: options.candidates }, (_, i) => talk(problem, model, prompt, options, i, signal)),
  );
  const origin: Origin = `model:${model.id}`;
  const found = talks.flatMap(({ repair }) => (repair ? [repair] : []));
  const rounds = talks.flatMap(({ conversation }) => conversation.rounds);
  return {
    offered: merged(options.symbolic, found, origin),
    refused: rounds.flatMap(({ read, verdict }) => (verdict ? [{ read, verdict }] : [])),
    conversations: talks.map(({ conversation }) => conversation),
  };
}

interface Talk {
  readonly conversation: Conversation;
  readonly repair: VerifiedRepair | undefined;
}

async function talk(
  problem: RepairProblem,
  model: LanguageModel,
  prompt: Prompt,
  options: ModelRepairOptions,
  number: number,
  signal: AbortSignal,
): Promise<Talk> {
  const judging: JudgeOptions = {
    keys: Object.keys(prompt.schema.schema.properties as object),
    prefixes: prefixesOf(problem, options.shapesPrefixes),
    origin: `model:${model.id}`,
    choices: choicesOf(options),
  };
  const messages: ModelMessage[] = [{ role: 'user', text: prompt.text }];
  const rounds: Round[] = [];
  const ended = (kind: 'verified' | 'gaveUp' | 'filtered', repair?: VerifiedRepair): Talk => ({
    conversation: { rounds, end: { kind } },
    repair,
  });
  while (rounds.length < options.maxRounds) {
    const request = requestOf(prompt, options, number, [...messages]);
    const at = { candidate: number + 1, round: rounds.length + 1 };
    options.observe?.({ kind: 'asks', ...at, request });
    let answer: ModelAnswer;
    try {
      answer = await model.complete(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      return { conversation: { rounds, end: { kind: 'failed', error } }, repair: undefined };
    }
    const judged = await judgeAnswer(problem, answer.text, judging, signal);
    const verdict = judged.kind === 'refused' ? verdictOn(answer, judged.verdict) : undefined;
    const isRepeated = rounds.some((round) => round.answer.text === answer.text);
    const result: Round = { request, answer, read: judged.read, verdict };
    rounds.push(result);
    options.observe?.({ kind: 'judged', ...at, result });
    if (judged.kind === 'verified') return ended('verified', judged.repair);
    if (answer.finish === 'filtered') return ended('filtered');
    if (isRepeated) break;
    // Providers refuse messages without text.
    messages.push({ role: 'assistant', text: shortened(answer.text) || '(no answer)' });
    messages.push({ role: 'user', text: feedbackOn(problem, judged.verdict, answer) });
  }
  return ended('gaveUp');
}

/** What is wrong with an answer that a provider held back is not what is left of it. */
function verdictOn({ finish, text, model, host }: ModelAnswer, verdict: AnswerVerdict): AnswerVerdict {
  if (finish !== 'filtered') return verdict;
  const said = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\.$/, '');
  const reason = `${host ?? 'The provider'} held the answer of “${model}” back, or the model refused${said && `: “${said}”`}. Ask another model, or show it less (shaclRepair.model.strategy).`;
  return { kind: 'unreadable', cause: 'envelope', reason };
}

function choicesOf({ choose, symbolic }: ModelRepairOptions): readonly VerifiedRepair[] {
  return choose ? symbolic : [];
}

const otherTemperature = 0.7;

function requestOf(
  { schema }: Prompt,
  { temperature, maxTokens, seed }: ModelRepairOptions,
  number: number,
  messages: readonly ModelMessage[],
): ModelRequest {
  return {
    messages,
    schema,
    temperature: number === 0 ? temperature : Math.max(temperature, otherTemperature),
    maxTokens,
    ...((seed !== undefined || number > 0) && { seed: (seed ?? 0) + number }),
  };
}

/** What a model said is sent back to it: no more of it than is worth its price. */
const maxEcho = 8000;

function shortened(text: string): string {
  return text.length <= maxEcho ? text : `${text.slice(0, maxEcho)} …`;
}

/** Symbolic repairs and those of a model, each change once, best first; of equals those that more propose. */
function merged(
  symbolic: readonly VerifiedRepair[],
  found: readonly VerifiedRepair[],
  origin: Origin,
): readonly OfferedRepair[] {
  const offered: OfferedRepair[] = symbolic.map((each) => ({ ...each, proposers: [each.repair.origin] }));
  for (const each of found) {
    const known = offered.findIndex((other) => isSameChange(other, each));
    const other = offered[known];
    if (other === undefined) offered.push({ ...each, proposers: [origin] });
    else if (!other.proposers.includes(origin)) {
      const repair = { ...other.repair, evidence: bothEvidence(other, each) };
      offered[known] = { ...other, repair, proposers: [...other.proposers, origin] };
    }
  }
  return rank(offered.sort((a, b) => b.proposers.length - a.proposers.length));
}

function bothEvidence(a: VerifiedRepair, b: VerifiedRepair): string | undefined {
  const all = [a.repair.evidence, b.repair.evidence].filter((each) => each !== undefined);
  return all.length === 0 ? undefined : [...new Set(all)].join('; ');
}

/** True when two repairs make the same graph, whatever they call the blank nodes that they create. */
function isSameChange({ verdict: a }: VerifiedRepair, { verdict: b }: VerifiedRepair): boolean {
  return (
    changeSize(a.delta) === changeSize(b.delta) &&
    isomorphic(a.delta.added.map(fixed), b.delta.added.map(fixed)) &&
    isomorphic(a.delta.removed.map(fixed), b.delta.removed.map(fixed))
  );
}

/** Blank nodes of documents are themselves; those that an update creates may have any name. */
function fixed({ subject, predicate, object }: Triple): Triple {
  const named = (node: number) =>
    terms.isBlank(node) && !isNewBlankNode(node) ? terms.iri(skolemIri(node)) : node;
  return { subject: named(subject), predicate, object: named(object) };
}
