import { describe, expect, test } from 'vitest';
import { recordValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { problemsOf, readUnit } from '../../../testing/checkRepair.ts';
import { storeys } from '../../../testing/reviewers.ts';
import { someOf } from '../../../testing/runs.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import { defaultModelOptions, repairWithModel } from '../repairWithModel.ts';
import { refusalReason } from './answerFeedback.ts';
import { endlessUpdates, hostileUpdates } from './hostileUpdates.testing.ts';

const signal = new AbortController().signal;

/** Ways to bring an update in, each read without trouble. */
const envelopes: readonly ((update: string) => string)[] = [
  (update) => JSON.stringify({ why: 'It is right.', answer: update }),
  (update) => `<think>easy</think>\n\`\`\`json\n${JSON.stringify({ answer: update })}\n\`\`\``,
];

async function offeredFor(answer: string, fixture = storeys): Promise<readonly string[]> {
  const [problem] = await problemsOf(readUnit(fixture));
  const options = { ...defaultModelOptions, maxRounds: 1 };
  const { offered } = await repairWithModel(problem!, new ScriptedModel(answer), options, signal);
  return offered.map(({ repair }) => repair.update);
}

describe.each(Object.entries(hostileUpdates))('%s', (_, updates) => {
  test.each(someOf(updates))(
    '%s',
    async (update) => {
      for (const envelope of envelopes) expect(await offeredFor(envelope(update))).toEqual([]);
    },
    30_000,
  );
});

test('there are more than a hundred', () => {
  const all = Object.values(hostileUpdates).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(100);
});

test('shapes in the data file stay as they are', async () => {
  const { documents } = readUnit(storeys.replace('#- /shapes.ttl\n', ''));
  const [before] = await problemsOf({ documents, shapes: documents, context: [] });
  const { input } = before!.recorded;
  const recorded = await recordValidation({ ...input, ownShapes: documents[0]!.graph });
  const update = 'DELETE { ?s sh:datatype ?d } WHERE { ?s sh:datatype ?d }';
  const model = new ScriptedModel(JSON.stringify({ answer: update }));
  const problem = { ...before!, recorded };
  const { offered, refused } = await repairWithModel(problem, model, defaultModelOptions, signal);
  expect(offered).toEqual([]);
  expect(refused[0]!.verdict).toEqual({
    kind: 'outOfScope',
    reason: 'The update changes shapes, but repairs may only change data.',
  });
});

/** With more around than the violation: products of triples are what takes time. */
const busy = `${storeys.split('#- /shapes.ttl')[0]}${Array.from(
  { length: 200 },
  (_, i) => `ex:room${i} a ex:Room ; ex:storey ${i} ; ex:partOf ex:b .\n`,
).join('')}#- /shapes.ttl${storeys.split('#- /shapes.ttl')[1]}`;

test.each(Object.entries(endlessUpdates))('%s: is stopped, with the reason', async (_, update) => {
  const [problem] = await problemsOf(readUnit(busy));
  const model = new ScriptedModel(JSON.stringify({ answer: update }));
  const options = { ...defaultModelOptions, maxRounds: 1 };
  const { offered, refused } = await repairWithModel(problem!, model, options, signal);
  expect(offered).toEqual([]);
  expect(refused.map(({ verdict }) => refusalReason(verdict))).toEqual([
    expect.stringMatching(
      /^The WHERE clause (has more than 1000000 intermediate results|takes more than 40000000 steps|took longer than 2 s)\.$/,
    ),
  ]);
});

test('paths in paths end without being stopped', async () => {
  const each = (part: (index: number) => string) => Array.from({ length: 8 }, (_, i) => part(i)).join(' ');
  const path = each((i) => `?s${i} (ex:partOf/^ex:partOf)*/(ex:partOf|^ex:partOf)* ?o${i} .`);
  const update = `DELETE { ?s ex:storey "two" } WHERE { ${path} FILTER(?o7 = ex:nobody) }`;
  const [problem] = await problemsOf(readUnit(busy));
  const model = new ScriptedModel(JSON.stringify({ answer: update }));
  const { refused } = await repairWithModel(
    problem!,
    model,
    { ...defaultModelOptions, maxRounds: 1 },
    signal,
  );
  expect(refused.map(({ verdict }) => refusalReason(verdict))).toEqual(['The update changes nothing.']);
});
