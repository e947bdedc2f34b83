import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from '../model/languageModel.ts';

/** The judgement of an answer, and the feedback to the model. */
export type AnswerJudgement<Result, Refused = Result> =
  | { readonly kind: 'accepted'; readonly result: Result }
  | {
      readonly kind: 'refused';
      readonly result: Refused;
      /** Why, for people. */
      readonly reason: string;
      /** The reason, and what to do about it, for the model. */
      readonly feedback: string;
    }
  | {
      /** Feedback costs a validation, which is only worth it if the model may answer again. */
      readonly kind: 'undecided';
      readonly result: Result;
      /** As for refused answers; undefined when nothing is wrong with the answer. */
      readonly feedback: () => Promise<string | undefined>;
    };

/** Judges an answer to a request. */
export type AnswerJudge<Result, Refused = Result> = (
  answer: ModelAnswer,
  request: ModelRequest,
) => Promise<AnswerJudgement<Result, Refused>> | AnswerJudgement<Result, Refused>;

export interface ConversationPolicy {
  /** How often the model may answer, at least once. */
  readonly maxRounds: number;
  /**
   * Whether an answer that the provider withheld in part may be accepted: only if whatever the judge accepts was proven,
   * so that half an answer can't pass for a whole one.
   */
  readonly acceptsWithheld: boolean;
  /** What users can do if the provider withholds answers; by default, to ask another model. */
  readonly withheldAdvice?: string;
  /** True when the judge's feedback itself says that an answer was cut off. */
  readonly judgeNamesCutOff?: boolean;
  /** Receives requests and judgements, for progress and logs. */
  readonly observe?: (event: ConversationEvent) => void;
}

/** Rounds are counted from 1. */
export type ConversationEvent =
  | { readonly kind: 'asks'; readonly round: number; readonly request: ModelRequest }
  | {
      readonly kind: 'judged';
      readonly round: number;
      readonly answer: ModelAnswer;
      /** Undefined unless the answer was refused. */
      readonly refusal: string | undefined;
    };

export interface Conversation<Result, Refused = Result> {
  readonly rounds: readonly ConversationRound<Result | Refused>[];
  readonly end: ConversationEnd<Result>;
}

export interface ConversationRound<Result> {
  readonly request: ModelRequest;
  readonly answer: ModelAnswer;
  readonly result: Result;
  /** Why the answer was refused, for people; undefined unless it was. */
  readonly refusal: string | undefined;
}

export type ConversationEnd<Result> =
  /** Nothing is wrong with the last answer. */
  | { readonly kind: 'accepted'; readonly result: Result }
  /** The model gave an answer that it had given before, or has no round left. */
  | { readonly kind: 'repeated' | 'outOfRounds' }
  /** The provider withheld the last answer, or the model refused. Asking again would give the same. */
  | { readonly kind: 'withheld' }
  /** There was no answer to the last request. */
  | { readonly kind: 'failed'; readonly error: ModelError };

/**
 * Asks a model until an answer is accepted, giving it feedback on each answer.
 *
 * @param first the first request; later ones append the answers and the feedback.
 * @throws the signal's reason when aborted.
 */
export async function converse<Result, Refused = Result>(
  model: LanguageModel,
  first: ModelRequest,
  judge: AnswerJudge<Result, Refused>,
  policy: ConversationPolicy,
  signal: AbortSignal,
): Promise<Conversation<Result, Refused>> {
  const messages: ModelMessage[] = [...first.messages];
  const rounds: ConversationRound<Result | Refused>[] = [];
  const ended = (end: ConversationEnd<Result>) => ({ rounds, end });
  for (;;) {
    const request = { ...first, messages: [...messages] };
    const round = rounds.length + 1;
    policy.observe?.({ kind: 'asks', round, request });
    let answer: ModelAnswer;
    try {
      answer = await model.complete(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      return ended({ kind: 'failed', error });
    }
    const judgement = await judge(answer, request);
    const isWithheld =
      answer.finish === 'filtered' && !(judgement.kind === 'accepted' && policy.acceptsWithheld);
    const refusal = isWithheld
      ? withheldReason(answer, policy.withheldAdvice)
      : judgement.kind === 'refused'
        ? judgement.reason
        : undefined;
    const isRepeated = rounds.some((before) => before.answer.text === answer.text);
    rounds.push({ request, answer, result: judgement.result, refusal });
    policy.observe?.({ kind: 'judged', round, answer, refusal });
    if (isWithheld) return ended({ kind: 'withheld' });
    if (judgement.kind === 'accepted') return ended({ kind: 'accepted', result: judgement.result });
    if (isRepeated) return ended({ kind: 'repeated' });
    if (round >= policy.maxRounds) return ended({ kind: 'outOfRounds' });
    let feedback: string | undefined;
    if (judgement.kind === 'refused') feedback = judgement.feedback;
    else {
      feedback = await judgement.feedback();
      if (feedback === undefined) return ended({ kind: 'accepted', result: judgement.result });
    }
    const isCut = answer.finish === 'length' && !policy.judgeNamesCutOff;
    messages.push({ role: 'assistant', text: answer.text.slice(0, maxEcho) || noText });
    messages.push({ role: 'user', text: isCut ? `${cutOff}\n\n${feedback}` : feedback });
  }
}

/** How much of its answer is sent back to a model, in UTF-16 units: more is not worth its price. */
const maxEcho = 8000;

/** Replaces an answer without text, because providers reject messages without text. */
const noText = '(no answer)';

const cutOff = 'Your answer was cut off because it is too long.';

/** Errors in the rest of an answer that a provider withheld are not its problem. */
function withheldReason({ text, model, host }: ModelAnswer, advice = 'Ask another model.'): string {
  const said = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\.$/, '');
  return `${host ?? 'The provider'} withheld the answer of “${model}”, or the model refused${said && `: “${said}”`}. ${advice}`;
}

/** The outcome of a conversation: what was accepted, or why the last answer was refused, for people. */
export type ConversationOutcome<Result> =
  | { readonly kind: 'accepted'; readonly value: Result }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The outcome of a conversation.
 *
 * @throws ModelError when the last request got no answer, or one that the provider withheld.
 */
export function conversationOutcome<Result>({
  rounds,
  end,
}: Conversation<Result, unknown>): ConversationOutcome<Result> {
  const reason = rounds.at(-1)?.refusal ?? '';
  switch (end.kind) {
    case 'accepted':
      return { kind: 'accepted', value: end.result };
    case 'repeated':
    case 'outOfRounds':
      return { kind: 'refused', reason };
    case 'withheld':
      throw new ModelError('request', reason);
    case 'failed':
      throw end.error;
  }
}
