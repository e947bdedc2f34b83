import { expect, test } from 'vitest';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { storeys } from '../../testing/reviewers.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';
import { defaultModelOptions, repairWithModel } from '../repairWithModel.ts';
import { refusalReason } from './answerFeedback.ts';
import { endlessUpdates } from './hostileUpdates.testing.ts';

const signal = new AbortController().signal;

/** With more around than the violation: products of triples are what takes time. */
const busy = `${storeys.split('#- /shapes.ttl')[0]}${Array.from(
  { length: 200 },
  (_, i) => `ex:room${i} a ex:Room ; ex:storey ${i} ; ex:partOf ex:b .\n`,
).join('')}#- /shapes.ttl${storeys.split('#- /shapes.ttl')[1]}`;

test.each(Object.entries(endlessUpdates))('%s: stopped, and said so', async (_, update) => {
  const [problem] = await problemsOf(readUnit(busy));
  const model = new ScriptedModel(JSON.stringify({ answer: update }));
  const { offered, refused } = await repairWithModel(
    problem!,
    model,
    { ...defaultModelOptions, maxRounds: 1 },
    signal,
  );
  expect(offered).toEqual([]);
  expect(refused.map(({ verdict }) => refusalReason(verdict))).toEqual([
    'The WHERE clause took longer than 2 s.',
  ]);
});
