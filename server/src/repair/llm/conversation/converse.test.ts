import { expect, test } from 'vitest';
import { ScriptedModel, type ScriptedReply } from '../../../testing/scriptedModel.ts';
import { ModelError, type ModelRequest } from '../model/languageModel.ts';
import { OverBudget } from '../model/spending.ts';
import { candidateRequests } from '../repairWithModel.ts';
import { type AnswerJudge, type ConversationPolicy, conversationOutcome, converse } from './converse.ts';

const first: ModelRequest = {
  messages: [{ role: 'user', text: 'Say yes.' }],
  schema: undefined,
  temperature: 0,
  maxTokens: 10,
};

/** Accepts `yes`; needs a second look at `maybe` and `perhaps`, with which nothing is wrong in the first case. */
const judge: AnswerJudge<string> = ({ text }) => {
  switch (text) {
    case 'yes':
      return { kind: 'accepted', result: text };
    case 'maybe':
    case 'perhaps':
      return {
        kind: 'undecided',
        result: text,
        feedback: async () => (text === 'maybe' ? undefined : 'Be sure.'),
      };
    default:
      return { kind: 'refused', result: text, reason: `“${text}” is not yes.`, feedback: 'Say yes!' };
  }
};

const yesWithheld = { text: 'yes', finish: 'filtered' } as const;
const never: ScriptedReply = new Error('not asked');
const policy: ConversationPolicy = { maxRounds: 3, acceptsWithheld: false };

async function converseWith(script: readonly ScriptedReply[], changed: Partial<ConversationPolicy> = {}) {
  const model = new ScriptedModel(...(script as [ScriptedReply, ...ScriptedReply[]]), never);
  const { signal } = new AbortController();
  const conversation = await converse(model, first, judge, { ...policy, ...changed }, signal);
  return { model, conversation };
}

/** The reason that users see, or what was accepted. */
function said(conversation: Parameters<typeof conversationOutcome<string>>[0]): string {
  try {
    const outcome = conversationOutcome(conversation);
    return outcome.kind === 'accepted' ? outcome.value : outcome.reason;
  } catch (error) {
    return `${(error as ModelError).kind}: ${(error as ModelError).message}`;
  }
}

type Row = readonly [
  name: string,
  script: readonly ScriptedReply[],
  asked: number,
  end: string,
  reason: string,
  policy?: Partial<ConversationPolicy>,
];

const withheld =
  'request: The provider withheld the answer of “scripted-1”, or the model refused. Ask another model.';
const refusedText = { text: 'I  cannot\nhelp.', finish: 'filtered', host: 'api.example.org' } as const;

const endings: readonly Row[] = [
  ['the first answer is right', ['yes'], 1, 'accepted', 'yes'],
  ['the last answer is right', ['no', 'nay', 'yes'], 3, 'accepted', 'yes'],
  ['no answer is right', ['no', 'nay', 'never'], 3, 'outOfRounds', '“never” is not yes.'],
  ['only one round is allowed', ['no'], 1, 'outOfRounds', '“no” is not yes.', { maxRounds: 1 }],
  ['an answer is repeated', ['no', 'nay', 'no'], 3, 'repeated', '“no” is not yes.', { maxRounds: 9 }],
  ['a second look finds nothing', ['maybe'], 1, 'accepted', 'maybe'],
  ['a second look finds something', ['perhaps', 'maybe'], 2, 'accepted', 'maybe'],
  ['a second look is not worth it', ['no', 'nay', 'maybe'], 3, 'outOfRounds', ''],
  ['the answer is empty', ['', 'yes'], 2, 'accepted', 'yes'],
  ['the answer is empty again', ['', ''], 2, 'repeated', '“” is not yes.'],
  ['the answer is cut off', [{ text: 'ye', finish: 'length' }, 'yes'], 2, 'accepted', 'yes'],
  ['a right answer is cut off', [{ text: 'yes', finish: 'length' }], 1, 'accepted', 'yes'],
  ['the answer is withheld', [{ text: '', finish: 'filtered' }], 1, 'withheld', withheld],
  [
    'the model refuses',
    [refusedText],
    1,
    'withheld',
    'request: api.example.org withheld the answer of “scripted-1”, or the model refused: “I cannot help”. Show it less.',
    { withheldAdvice: 'Show it less.' },
  ],
  [
    'a right answer is withheld',
    [yesWithheld],
    1,
    'withheld',
    withheld.replace('refused.', 'refused: “yes”.'),
  ],
  ['a proven answer is withheld', [yesWithheld], 1, 'accepted', 'yes', { acceptsWithheld: true }],
  [
    'a later answer is withheld',
    ['no', yesWithheld],
    2,
    'withheld',
    withheld.replace('refused.', 'refused: “yes”.'),
  ],
  ['the user refuses', [new ModelError('refused', 'Not allowed.')], 1, 'failed', 'refused: Not allowed.'],
  ['the budget is spent', ['no', new OverBudget('Too expensive.')], 2, 'failed', 'limit: Too expensive.'],
  ['the endpoint fails', [new ModelError('server', 'Overloaded.')], 1, 'failed', 'server: Overloaded.'],
  [
    'the request is refused later',
    ['no', new ModelError('request', 'Too long.')],
    2,
    'failed',
    'request: Too long.',
  ],
];

test.each(endings.map((row) => ({ name: row[0], row })))('$name', async ({ row }) => {
  const [, script, asked, end, reason, changed] = row;
  const { model, conversation } = await converseWith(script, changed);
  expect([model.requests.length, conversation.end.kind, said(conversation)]).toEqual([asked, end, reason]);
  const answered = script.slice(0, asked).filter((reply) => !(reply instanceof Error));
  expect(conversation.rounds).toHaveLength(answered.length);
});

test('the model gets its answer back, with what is wrong with it', async () => {
  const { model } = await converseWith(['', { text: 'y'.repeat(9000), finish: 'length' }, 'yes']);
  expect(model.requests.at(-1)!.messages.slice(1)).toEqual([
    { role: 'assistant', text: '(no answer)' },
    { role: 'user', text: 'Say yes!' },
    { role: 'assistant', text: 'y'.repeat(8000) },
    { role: 'user', text: 'Your answer was cut off because it is too long.\n\nSay yes!' },
  ]);
});

test('the cut is not named twice', async () => {
  const { model } = await converseWith([{ text: 'ye', finish: 'length' }, 'yes'], { judgeNamesCutOff: true });
  expect(model.requests[1]!.messages.at(-1)!.text).toBe('Say yes!');
});

test('observers see each request and each judgement', async () => {
  const seen: string[] = [];
  await converseWith(['no', 'yes'], {
    observe: (event) =>
      seen.push(
        event.kind === 'asks'
          ? `${event.round}: ${event.request.messages.length} messages`
          : `${event.round}: ${event.answer.text}, ${event.refusal}`,
      ),
  });
  expect(seen).toEqual(['1: 1 messages', '1: no, “no” is not yes.', '2: 3 messages', '2: yes, undefined']);
});

test('an abort rejects with its reason, even if the model reports an error of its own', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const model = {
    id: 'm',
    complete: async () => {
      controller.abort(reason);
      throw new ModelError('timeout', 'No answer.');
    },
  };
  await expect(converse(model, first, judge, policy, controller.signal)).rejects.toBe(reason);
});

test('an error that is not about the model is thrown', async () => {
  await expect(converseWith([new TypeError('a bug')])).rejects.toThrow('a bug');
});

test('candidates have seeds of their own, and all but the first have room to vary', () => {
  const asked = (request: ModelRequest) =>
    candidateRequests(request, 3).map(({ seed, temperature }) => [seed, temperature]);
  expect(asked(first)).toEqual([
    [undefined, 0],
    [1, 0.7],
    [2, 0.7],
  ]);
  expect(asked({ ...first, seed: 5, temperature: 1 })).toEqual([
    [5, 1],
    [6, 1],
    [7, 1],
  ]);
});
