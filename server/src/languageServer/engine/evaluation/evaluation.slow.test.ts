import { expect, test } from 'vitest';
import { UserError } from '../../../base/userError.ts';
import { RunInMemory } from '../../../lab/evaluation/run/runFolder.ts';
import { type LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { filesOf, handMadeSource, suiteFolder } from '../../../testing/handMadeSuite.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import type { Runs } from '../../jobs/ports.ts';
import type { EvaluationChoice, EvaluationPlan, TriedCase } from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup } from '../../protocol/engine/requests.ts';
import type { EvaluationContext } from './evaluationContext.ts';
import { estimateEvaluation, evaluationReport, evaluationRuns } from './evaluationHandlers.ts';
import { runEvaluation } from './runEvaluation.ts';
import { tryCases } from './tryCases.ts';

const never = new AbortController().signal;

const papers = `#- /data.ttl
ex:paper a ex:Paper ;
  ex:reviewedBy ex:alice , ex:bob ;
  ex:pages 12 .
ex:alice a ex:Professor .
ex:bob a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 2 ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ] .
`;
const cases = [
  { remove: 'ex:paper ex:reviewedBy ex:alice .' },
  { remove: 'ex:paper ex:pages 12 .', insert: 'ex:paper ex:pages "12" .' },
];

const asked: EvaluationSetup = {
  model: { id: 'scripted', url: 'http://localhost/v1' },
  prices: [{ model: 'scripted', from: '2020-01-01', input: 1, output: 0 }],
  concurrency: 1,
  programs: [],
};
const symbolic: EvaluationChoice = { systems: ['symbolic'], strategies: [] };
const model: EvaluationChoice = { systems: ['model'], strategies: ['SF'] };
const answer = (update: string) => JSON.stringify({ answer: update });
const takesType = answer('DELETE DATA { ex:paper a ex:Paper }');
const mends = answer('DELETE DATA { ex:paper ex:pages "12" } ; INSERT DATA { ex:paper ex:pages 13 }');

test('a person answers by editing files of the run, which is gone on with until none is left', async () => {
  const { evaluate, estimate, text, setText } = await evaluations();
  const begun = await evaluate({ systems: ['person:ada'], strategies: [] });
  expect(begun).toMatchObject({ kind: 'evaluated', recorded: 0, all: 2, stopped: undefined, notes: [] });
  const waiting = (begun as { readonly waiting?: readonly string[] }).waiting!;
  const [first, second] = waiting.map((uri) => uri.split('/').at(-1)!) as [string, string];
  expect(waiting).toHaveLength(2);
  expect(text(first)).toMatch(/^# shapes: \.\.\/suite\/manifest\.ttl\n/);
  const run = waiting[0]!.replace(/\/[^/]*$/, '');
  expect(await estimate({ kind: 'goOn', run }, asked)).toMatchObject({ kind: 'estimated', cells: [] });
  setText(first, text(first).replace('ex:reviewedBy ex:bob', 'ex:reviewedBy ex:alice , ex:bob'));
  setText(second, `${text(second)}ex:paper`);
  expect(await evaluate(undefined)).toMatchObject({
    recorded: 1,
    notes: [expect.stringContaining(`${second}:`)],
    waiting: [`${run}/${second}`],
  });
  const [trial] = text('trials.jsonl').split('\n');
  expect(JSON.parse(trial!)).toMatchObject({
    cell: 'person:ada',
    rounds: [{ scores: { isomorphism: true } }],
  });
});

test('a run is recorded as by the command line', async () => {
  const { evaluate, text, told } = await evaluations();
  expect(await evaluate(symbolic)).toEqual({
    kind: 'evaluated',
    recorded: 2,
    all: 2,
    stopped: undefined,
    notes: [],
  });
  expect(JSON.parse(text('run.json'))).toMatchObject({
    suiteFolder: '../suite',
    cells: [{ id: 'symbolic' }],
    repeat: 1,
    crossCheck: 'all',
  });
  expect(text('trials.jsonl').split('\n')).toHaveLength(3);
  expect(text('report.md')).toContain('symbolic');
  expect(told.at(-1)).toBe('writing the report');
});

test('a run goes on with what is not recorded, and asks for nothing twice', async () => {
  const { evaluate, text, setText, scripted, infos } = await evaluations(takesType);
  await evaluate(model);
  expect(scripted.requests).toHaveLength(2);
  expect(text('prompts.jsonl').split('\n')).toHaveLength(3);
  setText('trials.jsonl', `${text('trials.jsonl').split('\n')[0]}\n`);
  expect(await infos()).toMatchObject([
    { recorded: 1, all: 2, cells: ['model:scripted SF'], name: 'papers' },
  ]);
  expect(await evaluate(undefined)).toMatchObject({ kind: 'evaluated', recorded: 2, all: 2 });
  // The answer was kept.
  expect(scripted.requests).toHaveLength(2);
});

test('what stands in the way of a run is said with a remedy', async () => {
  const { evaluate, text, setText, setSuite } = await evaluations(takesType);
  expect(await evaluate(undefined)).toEqual(failed('run has no run.json any more. Begin a new run.'));
  expect(await evaluate({ systems: ['command:/bin/mine'], strategies: [] })).toEqual(
    failed('/bin/mine is not started: your setting shaclRepair.evaluation.programs does not name it.'),
  );
  expect(await evaluate(model, { ...asked, model: undefined })).toMatchObject({
    about: 'model',
    message: expect.stringMatching(/^No language model is configured\. Set /),
  });
  await evaluate(model);
  expect(await evaluate(symbolic)).toEqual(
    failed('run already holds a run. Continue it, or choose another folder.'),
  );
  const other = { ...asked, model: { id: 'other', url: 'http://localhost/v1' } };
  expect(await evaluate(undefined, other)).toMatchObject({
    message:
      'The run asks the model “scripted”, and “other” is configured. Set shaclRepair.model.id to scripted, or begin a new run.',
  });
  const run = text('run.json');
  setText('run.json', run.replace(/"promptVersion": \d+/, '"promptVersion": 0'));
  expect(await evaluate(undefined)).toMatchObject({
    message: expect.stringMatching(
      /^The run was begun by another version of SHACL Repair, which asks model:/,
    ),
  });
  setText('run.json', '{}');
  expect(await evaluate(undefined)).toEqual(
    failed('run/run.json is not as SHACL Repair writes it: format is missing. Begin a new run.'),
  );
  setText('run.json', run);
  setSuite('graph.ttl', (graph) => `${graph}\n# changed\n`);
  expect(await evaluate(undefined)).toEqual(
    failed('The suite has changed since the run was begun. Begin a new run, or restore the suite.'),
  );
  setSuite('suite.json', (description) => description.replace('"format": 2', '"format": 99'));
  expect(await evaluate(symbolic)).toMatchObject({ message: expect.stringMatching(/^suite\.json/) });
});

test('a suite that somebody has changed is evaluated as it is, and that is said', async () => {
  const { evaluate, setSuite } = await evaluations();
  setSuite('graph.ttl', (graph) => `${graph}\n# changed\n`);
  expect(await evaluate(symbolic)).toMatchObject({
    kind: 'evaluated',
    notes: [expect.stringMatching(/^graph\.ttl: The file has changed since it was generated/)],
  });
});

test('a model that refuses ends the run, and what was recorded before stays', async () => {
  const { evaluate, text } = await evaluations(takesType, new ModelError('key', 'The key is missing.'));
  expect(await evaluate(model)).toMatchObject({
    recorded: 1,
    all: 2,
    stopped: { kind: 'failed', about: 'key', message: 'The key is missing.' },
  });
  expect(text('report.md')).toContain('1');
});

test('a folder that can not be written is said', async () => {
  const { evaluate, breakFolder } = await evaluations();
  breakFolder('/run can not be used: the disk is full.');
  expect(await evaluate(symbolic)).toEqual(failed('/run can not be used: the disk is full.'));
});

test('what a run will take is told before anything is asked', async () => {
  const { estimate, scripted } = await evaluations(takesType);
  const prices = [{ model: 'scripted', from: '2020-01-01', input: 1_000_000, output: 0 }];
  const plan = { kind: 'begin', systems: ['symbolic', 'model'], strategies: ['SF', 'MG'] } as const;
  const estimated = await estimate(plan, { ...asked, prices });
  if (estimated.kind === 'failed') throw new Error(estimated.message);
  expect(estimated.trials).toBe(6);
  expect(estimated.cells.map(({ cell, requests }) => [cell, requests])).toEqual([
    ['model:scripted SF', 2],
    ['model:scripted MG', 2],
  ]);
  // At a dollar for a token, no request may have as many as these.
  expect(estimated.cells.every(({ notRun, inputTokens, maxCost }) => notRun && maxCost === inputTokens)).toBe(
    true,
  );
  expect(scripted.requests).toEqual([]);
});

test('a case that is repaired passes, also when the graph is another than before', async () => {
  const { attempt } = await evaluations(answer('INSERT DATA { ex:paper ex:reviewedBy ex:carol }'), mends);
  expect(shown(await attempt(model))).toMatchInlineSnapshot(`
    "
    case-0001 passed: All results are gone. The graph differs from the one before the case.

    The update:
    INSERT DATA { ex:paper ex:reviewedBy ex:carol }
    --- expected, line 9
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    --- actual
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:carol, ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .

    case-0002 passed: All results are gone. The graph differs from the one before the case.

    The update:
    DELETE DATA { ex:paper ex:pages "12" } ; INSERT DATA { ex:paper ex:pages 13 }
    --- expected, line 10
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    --- actual
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages 13 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    "
  `);
});

test('a case that is not repaired shows what it should have been', async () => {
  const { attempt } = await evaluations(takesType, 'I do not know.');
  expect(shown(await attempt(model))).toMatchInlineSnapshot(`
    "
    case-0001 failed: The results are gone only because a focus node is: it is no longer a target, or nothing is left of it.

    The update:
    DELETE DATA { ex:paper a ex:Paper }
    --- expected, line 8
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    --- actual
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper ex:reviewedBy ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .

    case-0002 failed: There is no SPARQL Update in the answer.

    The answer:
    I do not know.
    --- expected, line 10
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages 12 .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    --- actual
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:paper a ex:Paper ;
      ex:reviewedBy ex:alice, ex:bob ;
      ex:pages "12" .

    ex:alice a ex:Professor .

    ex:bob a ex:Professor .
    "
  `);
});

test('only the cases that are asked for are tried', async () => {
  const { attempt } = await evaluations();
  expect((await attempt(symbolic, ['case-0002'])).map(({ id, passed }) => [id, passed])).toEqual([
    ['case-0002', true],
  ]);
});

test('cases whose prompts are too expensive are not tried, as the estimate says', async () => {
  const { tryCases, scripted } = await evaluations(takesType);
  const prices = [{ model: 'scripted', from: '2020-01-01', input: 1_000_000, output: 0 }];
  expect(await tryCases(model, { ...asked, prices })).toEqual({
    kind: 'tried',
    notes: [expect.stringMatching(/^model:scripted SF is not run: about [\d,]+ tokens of input a request, /)],
    stopped: undefined,
  });
  expect(scripted.requests).toEqual([]);
});

test('a report is of runs that are there', async () => {
  const { evaluate, report } = await evaluations();
  expect(await report()).toEqual(failed('run has no run.json any more.'));
  await evaluate(symbolic);
  expect(await report()).toMatchObject({ kind: 'report', html: expect.stringContaining('symbolic') });
});

function failed(message: string) {
  return { kind: 'failed', message };
}

function shown(tried: readonly TriedCase[]): string {
  const text = tried.map(({ id, passed, message, difference }) => {
    const sides = difference
      ? [`--- expected, line ${difference.line + 1}`, difference.expected, '--- actual', difference.actual]
      : [];
    return [`${id} ${passed ? 'passed' : 'failed'}: ${message}`, ...sides].join('\n');
  });
  return `\n${text.join('\n\n')}\n`;
}

/** A workspace with a suite, where a model answers by a script. */
async function evaluations(...script: readonly (string | ModelError)[]) {
  const source = await handMadeSource(papers, cases);
  const { folder, fileSystem } = suiteFolder(await filesOf(source));
  const run = folder.replace(/suite$/, 'run');
  const scripted = new ScriptedModel(script[0] ?? 'nothing', ...script.slice(1));
  let broken: string | undefined;
  const runIn = (uri: string) => new RunInMemory(fileSystem.files, `${uri}/`);
  const runs: Runs = {
    async open(uri) {
      if (broken !== undefined) throw new UserError(broken);
      return runIn(uri);
    },
    read: runIn,
  };
  const kept = new Map();
  const told: string[] = [];
  const tried: TriedCase[] = [];
  const own: EvaluationContext = {
    fileSystem,
    runs,
    openAnswers: async () => ({
      get: async (key) => kept.get(key),
      put: async (key, value) => void kept.set(key, value),
    }),
    pageFiles: async () => ({ script: '', style: '' }),
    validation: {},
    program: () => Promise.reject(new Error('no program was to be started')),
    model: (id): LanguageModel => ({ id, complete: (request, signal) => scripted.complete(request, signal) }),
    progress(message, step) {
      told.push(message);
      if (step.kind === 'tried') tried.push(...step.tried);
    },
  };
  const uri = `${folder}/suite.json`;
  return {
    scripted,
    told,
    text: (name: string) => fileSystem.files.get(`${run}/${name}`) ?? '',
    setText: (name: string, text: string) => fileSystem.files.set(`${run}/${name}`, text),
    setSuite(name: string, edit: (text: string) => string) {
      fileSystem.files.set(`${folder}/${name}`, edit(fileSystem.files.get(`${folder}/${name}`)!));
    },
    breakFolder(message: string) {
      broken = message;
    },
    evaluate: (choice: EvaluationChoice | undefined, setup = asked) =>
      runEvaluation({ uri, run, choice, setup }, own, never),
    estimate: (plan: EvaluationPlan, setup: EvaluationSetup) =>
      estimateEvaluation({ uri, plan, setup }, own, never),
    tryCases: (choice: EvaluationChoice, setup: EvaluationSetup) =>
      tryCases({ uri, choice, setup }, own, never),
    async attempt(choice: EvaluationChoice, ids?: readonly string[]) {
      const params = { uri, choice, setup: asked, ...(ids && { cases: ids }) } as const;
      expect(await tryCases(params, own, never)).toEqual({ kind: 'tried', notes: [], stopped: undefined });
      return tried;
    },
    infos: () => evaluationRuns([`${run}/run.json`], runs),
    report: () => evaluationReport([run], own, never),
  };
}
