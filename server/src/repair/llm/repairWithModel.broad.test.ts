import { describe, expect, test } from 'vitest';
import { problemsOf, readUnit, textAfter } from '../../testing/checkRepair.ts';
import { reviewers, storeys } from '../../testing/reviewers.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';
import type { RepairProblem } from '../repair.ts';
import { preferredRepair, rankRepairs } from '../search/rankRepairs.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';
import { refusalReason } from './answer/answerFeedback.ts';
import type { ConversationEvent } from './conversation/converse.ts';
import { ModelError } from './model/languageModel.ts';
import {
  defaultModelOptions,
  type ModelRepairOptions,
  type ModelRepairOutcome,
  repairRequest,
  repairWithModel,
} from './repairWithModel.ts';

const signal = new AbortController().signal;

async function problemIn(fixture: string): Promise<RepairProblem> {
  return (await problemsOf(readUnit(fixture)))[0]!;
}

async function ask(
  fixture: string,
  model: ScriptedModel,
  options: Partial<ModelRepairOptions> = {},
): Promise<ModelRepairOutcome> {
  return repairWithModel(await problemIn(fixture), model, { ...defaultModelOptions, ...options }, signal);
}

/** What the user sees, a line each; then what was refused. */
function listing({ offered, refused }: ModelRepairOutcome): readonly string[] {
  return [
    ...offered.map(({ repair, verdict, proposers }) =>
      [
        `${repair.support}: ${repair.title}`,
        repair.evidence,
        verdict.degenerate ? 'degenerate' : undefined,
        verdict.needsInput ? 'needs input' : undefined,
        proposers.join(' '),
      ]
        .filter((part) => part !== undefined)
        .join(' | '),
    ),
    ...refused.map(({ verdict }) => `${verdict.kind}: ${refusalReason(verdict)}`),
  ];
}

const answer = (update: string, why?: string) => JSON.stringify({ ...(why && { why }), answer: update });
const makeNumber = 'DELETE DATA { ex:r ex:storey "two" } ; INSERT DATA { ex:r ex:storey 2 }';

test('what holds is offered as a text edit, with the reason of the model', async () => {
  const model = new ScriptedModel(answer(makeNumber, 'Two is\n2.'));
  const result = await ask(storeys, model);
  expect(listing(result)).toEqual(['plausible: Change "two" to 2 | scripted: Two is 2. | model:scripted']);
  expect(textAfter(result.offered[0]!)).toContain(
    'ex:r a ex:Room ; ex:storey 2 ; ex:partOf ex:b ; rdfs:label "Room R" . # keep me',
  );
  expect(result.offered[0]!.repair).toMatchObject({ origin: 'model:scripted' });
  expect(result.conversations.map(({ end }) => end.kind)).toEqual(['accepted']);
});

test('what is sent is what Show Prompt shows', async () => {
  const model = new ScriptedModel(answer(makeNumber));
  const problem = await problemIn(storeys);
  await repairWithModel(problem, model, defaultModelOptions, signal);
  expect(model.requests).toEqual([repairRequest(problem, defaultModelOptions).request]);
  expect(model.requests[0]).toMatchObject({ temperature: 0, maxTokens: 2000 });
  expect(model.requests[0]).not.toHaveProperty('seed');
});

describe('a WHERE clause', () => {
  test('is worked out on the graph as it is', async () => {
    const update =
      'DELETE { ?r ex:storey ?s } INSERT { ?r ex:storey 2 } WHERE { ?r ex:storey ?s FILTER(?s = "two") }';
    const [first] = (await ask(storeys, new ScriptedModel(answer(update)))).offered;
    expect(first!.repair.update).toBe(
      'DELETE DATA {\n  <http://example.org/ns#r> <http://example.org/ns#storey> "two" .\n} ;\nINSERT DATA {\n  <http://example.org/ns#r> <http://example.org/ns#storey> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .\n}',
    );
  });
});

describe('a model that fails is told why', () => {
  const rounds: readonly [string, string, string, string][] = [
    ['no JSON', 'I would change it.', 'unreadable', 'neither JSON with "answer" nor an update'],
    ['a syntax error', answer('DELETE DATA { ex:r ex:storey }'), 'unreadable', 'line 1, column 30, at "}"'],
    [
      'an unknown prefix',
      answer('DELETE DATA { foo:r ex:storey "two" }'),
      'unreadable',
      'The prefix foo: is not declared',
    ],
    ['what is not allowed', answer('LOAD <http://example.org/>'), 'unreadable', 'LOAD is not allowed'],
    ['nothing that changes', answer('DELETE DATA { ex:r ex:storey "three" }'), 'noChange', 'changes nothing'],
    [
      'the violation as it was',
      answer('INSERT DATA { ex:r ex:name "R" }'),
      'keepsViolation',
      '- ex:r: The storey is a number.',
    ],
    [
      'other violations',
      answer('DELETE DATA { ex:r ex:storey "two" ; ex:partOf ex:b }'),
      'introduces',
      'causes another one:\n\n```\n- ex:r: ',
    ],
    [
      'too much',
      answer('DELETE WHERE { ex:r ?p ?o }'),
      'outOfScope',
      'nothing to do with the violation: ex:r rdfs:label "Room R"',
    ],
    [
      'a blank node',
      answer('INSERT DATA { ex:r ex:storey <urn:x-bnode:no> }'),
      'invalidUpdate',
      'names a blank node',
    ],
    ['an option that is none', answer('Option 7'), 'unreadable', 'There is no option 7.'],
  ];
  test.each(rounds)('that it was %s', async (_, first, kind, said) => {
    const model = new ScriptedModel(first, answer(makeNumber));
    const result = await ask(storeys, model);
    expect(result.refused.map(({ verdict }) => verdict.kind)).toEqual([kind]);
    expect(result.offered).toHaveLength(1);
    const { messages } = model.requests[1]!;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]!.text).toBe(first);
    expect(messages[2]!.text).toContain(said);
    expect(messages[2]!.text).toContain('Answer again');
    expect(result.conversations[0]!.rounds.map(({ verdict }) => verdict?.kind)).toEqual([kind, undefined]);
  });

  test('that it was cut off', async () => {
    const model = new ScriptedModel({ text: '{"answer":"DELETE', finish: 'length' }, answer(makeNumber));
    expect((await ask(storeys, model)).offered).toHaveLength(1);
    expect(model.requests[1]!.messages[2]!.text).toContain('It was cut off because it is too long.');
  });

  test('as often as is allowed', async () => {
    const wrong = (n: number) => answer(`INSERT DATA { ex:r ex:name ${n} }`);
    const model = new ScriptedModel(wrong(1), wrong(2), wrong(3), answer(makeNumber));
    const result = await ask(storeys, model, { maxRounds: 3 });
    expect(result.refused.map(({ verdict }) => refusalReason(verdict))).toEqual(
      Array(3).fill('The violation would remain.'),
    );
    expect(result.conversations[0]!.end).toEqual({ kind: 'outOfRounds' });
    expect(model.requests).toHaveLength(3);
  });
});

test('who watches is told each question and each verdict', async () => {
  const seen: string[] = [];
  const observe = (event: ConversationEvent) => {
    const what = event.kind === 'asks' ? event.request.messages.length : event.refusal;
    seen.push(`${event.round} ${event.kind} ${what}`);
  };
  const breaking = answer('DELETE DATA { ex:r ex:storey "two" ; ex:partOf ex:b }');
  const { refused } = await ask(storeys, new ScriptedModel(breaking, answer(makeNumber)), { observe });
  expect(seen).toEqual([
    '1 asks 1',
    '1 judged It would cause another violation: r has no value of partOf, but needs at least 1',
    '2 asks 3',
    '2 judged undefined',
  ]);
  expect(refused.map(({ verdict }) => refusalReason(verdict))).toMatchInlineSnapshot(`
    [
      "It would cause another violation: r has no value of partOf, but needs at least 1",
    ]
  `);
});

describe('without an answer', () => {
  test('the reason is kept and the symbolic repairs stay', async () => {
    const problem = await problemIn(storeys);
    const { repairs } = await suggestRepairs(problem, { max: 2 }, signal);
    const error = new ModelError('key', 'The key was refused.');
    const options = { ...defaultModelOptions, symbolic: repairs };
    const result = await repairWithModel(problem, new ScriptedModel(error), options, signal);
    expect(result.offered.map(({ repair }) => repair.origin)).toEqual(['symbolic', 'symbolic']);
    expect(result.conversations).toEqual([{ rounds: [], end: { kind: 'failed', error } }]);
  });

  test('that a provider holds back, nobody asks again', async () => {
    const model = new ScriptedModel({ text: '', finish: 'filtered' });
    const result = await ask(storeys, model);
    expect(result.conversations[0]!.end).toEqual({ kind: 'withheld' });
    expect(model.requests).toHaveLength(1);
    expect(listing(result)).toEqual([
      'unreadable: The provider withheld the answer of “scripted-1”, or the model refused. Ask another model, or show it less (shaclRepair.model.strategy).',
    ]);
  });
});

describe('several candidates', () => {
  test('are asked with seeds of their own, and equal changes are offered once', async () => {
    const model = new ScriptedModel(
      answer('INSERT DATA { ex:r ex:in [ ex:p 1 ] } ; DELETE DATA { ex:r ex:storey "two" }'),
      answer('DELETE DATA { ex:r ex:storey "two" } ; INSERT DATA { ex:r ex:in _:other . _:other ex:p 1 }'),
      answer('DELETE DATA { ex:r ex:storey "two" }'),
    );
    const result = await ask(storeys, model, { candidates: 3, seed: 5 });
    expect(listing(result)).toEqual([
      'plausible: Remove "two" as ex:storey of ex:r and add new node as ex:in of ex:r | proposed by scripted (no file mentions ex:in, ex:p) | model:scripted',
      'removal: Remove "two" as ex:storey of ex:r | proposed by scripted | model:scripted',
    ]);
    expect(model.requests.map(({ seed, temperature }) => [seed, temperature])).toEqual([
      [5, 0],
      [6, 0.7],
      [7, 0.7],
    ]);
  });
});

describe('beside symbolic repairs', () => {
  async function beside(fixture: string, text: string, options: Partial<ModelRepairOptions> = {}) {
    const problem = await problemIn(fixture);
    const { repairs } = await suggestRepairs(problem, { max: 3 }, signal);
    const model = new ScriptedModel(text);
    const all = { ...defaultModelOptions, symbolic: repairs, ...options };
    return { ...(await repairWithModel(problem, model, all, signal)), model };
  }

  test('what both propose is offered once, as the symbolic one', async () => {
    expect(listing(await beside(storeys, answer(makeNumber, 'Because.')))).toMatchInlineSnapshot(`
      [
        "attested: Change "two" to 2 | as XML Schema writes it; scripted: Because. | symbolic model:scripted",
        "removal: Remove "two" as ex:storey of ex:r | symbolic",
        "retargeting: Remove type ex:Room from ex:r (takes it out of the target of ex:RoomShape) | degenerate | symbolic",
      ]
    `);
  });

  test('a choice is the option that was shown', async () => {
    const result = await beside(storeys, answer('Option 2', 'Nobody knows.'), { choose: true });
    expect(result.model.requests[0]!.messages[0]!.text).toContain('Option 2: Remove "two"');
    expect(result.offered.filter(({ proposers }) => proposers.length > 1)).toMatchObject([
      { repair: { origin: 'symbolic', support: 'removal' }, proposers: ['symbolic', 'model:scripted'] },
    ]);
  });

  test('a better one of its own is ranked among them', async () => {
    const update = 'DELETE DATA { ex:r ex:storey "two" } ; INSERT DATA { ex:r ex:storey 1 }';
    expect(
      listing(await beside(storeys, answer(update, 'As ex:s.'), { choose: true })),
    ).toMatchInlineSnapshot(`
      [
        "attested: Change "two" to 2 | as XML Schema writes it | symbolic",
        "plausible: Change "two" to 1 | scripted: As ex:s. | model:scripted",
        "removal: Remove "two" as ex:storey of ex:r | symbolic",
        "retargeting: Remove type ex:Room from ex:r (takes it out of the target of ex:RoomShape) | degenerate | symbolic",
      ]
    `);
  });

  test('a choice among what is only possible comes first, and stays unsure', async () => {
    const open = `#- /data.ttl
ex:valve ex:state ex:filling .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:valve ; sh:property [ sh:path ex:state ; sh:in ( ex:open ex:closed ) ] .`;
    const shown = (await beside(open, answer('Option 1'), { choose: true })).model.requests[0]!.messages[0]!;
    const [, title] = /Option 2: (.*)/.exec(shown.text)!;
    const { offered } = await beside(open, answer('Option 2', 'As most have it.'), { choose: true });
    expect(offered[0]).toMatchObject({ repair: { title }, proposers: ['symbolic', 'model:scripted'] });
    expect(['possible', 'needsInput']).toContain(offered[0]!.certainty);
  });

  test('one of a model alone is never the preferred one', async () => {
    const { offered } = await ask(storeys, new ScriptedModel(answer(makeNumber)));
    const strong = offered.map((each) => ({
      ...each,
      repair: { ...each.repair, score: 9 },
    }));
    expect(preferredRepair(rankRepairs(strong))).toBeUndefined();
    const found = strong.map((each) => ({
      ...each,
      repair: { ...each.repair, origin: 'symbolic' as const },
    }));
    expect(preferredRepair(rankRepairs(found))).toBeDefined();
  });
});

test('one change may fix several violations of the same kind', async () => {
  const two = storeys.replace('ex:storey 1 ', 'ex:storey "two" ');
  const update = 'DELETE { ?r ex:storey "two" } INSERT { ?r ex:storey 2 } WHERE { ?r ex:storey "two" }';
  const [first] = (await ask(two, new ScriptedModel(answer(update)))).offered;
  expect(first!.verdict.alsoFixes).toHaveLength(1);
});

test('the example of the paper: what its models answered', async () => {
  const outcomes: string[] = [];
  for (const update of [
    'INSERT DATA { ex:Alice a ex:CommitteeMember . ex:PaperABC ex:reviewedBy ex:Bob }',
    'INSERT DATA { ex:Alice a ex:CommitteeMember }',
    'INSERT DATA { ex:PaperABC ex:reviewedBy ex:Bob }',
    'INSERT DATA { ex:PaperABC ex:reviewedBy ex:Frank . ex:Frank a ex:Professor, ex:CommitteeMember }',
    'INSERT DATA { ex:PaperABC ex:reviewedBy ex:Placeholder_1 . ex:Placeholder_1 a ex:Professor, ex:CommitteeMember }',
    'DELETE DATA { ex:PaperABC a ex:Paper . ex:PaperA a ex:Paper }',
    'DELETE DATA { ex:PaperABC a ex:Paper }',
    'INSERT DATA { ex:Alice a ex:Professor }',
    'INSERT DATA { ex:Alice a ex:CommitteeMember ',
    'DELETE { ex:PaperABC ex:reviewedBy ex:Clark } INSERT { ex:PaperABC ex:reviewedBy ex:Bob . ex:Alice a ex:CommitteeMember } WHERE { ex:PaperABC ex:reviewedBy ex:Clark }',
  ]) {
    outcomes.push(...listing(await ask(reviewers, new ScriptedModel(answer(update)), { maxRounds: 1 })));
  }
  expect(outcomes).toMatchInlineSnapshot(`
    [
      "plausible: Add type ex:CommitteeMember to ex:Alice and add ex:Bob as ex:reviewedBy of ex:PaperABC | proposed by scripted | model:scripted",
      "plausible: Add type ex:CommitteeMember to ex:Alice | proposed by scripted | model:scripted",
      "plausible: Add ex:Bob as ex:reviewedBy of ex:PaperABC | proposed by scripted | model:scripted",
      "plausible: Add ex:Frank as ex:reviewedBy of ex:PaperABC and add types ex:Professor and ex:CommitteeMember to ex:Frank | proposed by scripted (no file mentions ex:Frank) | model:scripted",
      "placeholder: Add ex:Placeholder_1 as ex:reviewedBy of ex:PaperABC and add types ex:Professor and ex:CommitteeMember to ex:Placeholder_1 | proposed by scripted (no file mentions ex:Placeholder_1) | needs input | model:scripted",
      "retargeting: Remove type ex:Paper from ex:PaperABC and remove type ex:Paper from ex:PaperA (takes it out of the target of ex:PaperShape) | proposed by scripted | degenerate | model:scripted",
      "retargeting: Remove type ex:Paper from ex:PaperABC (takes it out of the target of ex:PaperShape) | proposed by scripted | degenerate | model:scripted",
      "noChange: The update changes nothing.",
      "unreadable: This is not a SPARQL Update: the text ends too early.",
      "plausible: Change ex:Clark to ex:Bob and add type ex:CommitteeMember to ex:Alice | proposed by scripted | model:scripted",
    ]
  `);
});
