import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver';
import { TestClient } from '../../../testing/testClient.ts';
import type * as protocol from '../../protocol/editor/protocol.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));
const university = fileURLToPath(new URL('../../../../../test-fixtures/university/', import.meta.url));

const shapes = `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:T a sh:NodeShape ; sh:targetClass ex:Robot ;
  sh:nodeKind sh:IRI .
`;
const valid = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .
ex:a a ex:Person ; ex:name "Ann" . # the first
`;
const options = { mode: 'cover', seed: 1, crossCheck: 'all', ifInvalid: 'refuse' } as const;

let folder: string;
let client: TestClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
  client = await TestClient.start(program, uri('.'), {});
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

test('a suite is generated from texts as they are in the editor, shown and verified', async () => {
  await open('data.ttl', valid);
  const progress: protocol.BenchmarkProgress[] = [];
  const answer = await generate('data.ttl', {}, (said) => progress.push(said));
  expect(answer).toEqual({
    kind: 'generated',
    hints: [
      expect.objectContaining({
        reason: 'NO_FOCUS',
        place: expect.objectContaining({ uri: uri('shapes.ttl') }),
      }),
    ],
  });
  expect(progress[0]!.message).toBe('asking rdf-validate-shacl about the graph as it is');
  expect(readdirSync(folder).sort()).toEqual(['data-vio', 'shapes.ttl']);

  // What is not saved is not what is on disk.
  expect(await texts()).toMatchObject({ name: 'graph.ttl' });
  writeFileSync(path.join(folder, 'data.ttl'), valid);
  const { name, original, violated } = await texts();
  expect({ name, original }).toEqual({ name: 'data.ttl', original: valid });
  expect(violated).toBe(valid.replace(' ; ex:name "Ann"', ''));

  expect(await client.suite(uri('data-vio/suite.json'))).toMatchObject({
    kind: 'suite',
    cases: [{ id: 'case-0001', alpha: 1 }],
  });
  expect(await verified()).toEqual({ answer: { kind: 'verified' }, verdicts: ['case-0001'] });
});

test('a suite tests other shapes, as they are in the editor', async () => {
  await open('data.ttl', valid);
  await generate('data.ttl');
  const own = readFileSync(path.join(folder, 'shapes.ttl'), 'utf8');
  expect(await verified([own])).toEqual({ answer: { kind: 'verified' }, verdicts: ['case-0001'] });
  expect((await verified([own.replace('sh:minCount 1', 'sh:minCount 0')])).verdicts).toEqual([
    expect.stringMatching(
      /^case-0001 Is no longer caught\. No longer has the result MinCountConstraintComponent at/,
    ),
  ]);
  expect((await verified([own.replace('sh:minCount 1', 'sh:minCount 2')])).answer).toMatchObject({
    problems: expect.stringMatching(/^As it is, the graph newly has the result MinCount/),
  });
  expect((await verified(['<a'])).answer).toMatchObject({ kind: 'failed' });
});

test('the mutation score of a suite leads to the constraints that it does not test', async () => {
  await open('data.ttl', valid);
  await generate('data.ttl');
  const params = { uri: uri('data-vio/suite.json') };
  const place = { uri: uri('shapes.ttl'), range: { start: { line: 4 } } };
  expect(await client.request('shaclRepair/mutationScore', params)).toMatchObject({
    summary: 'Mutation score: 67 % (2 of 3 constraints)',
    untested: [{ shape: 'ex:T', component: 'sh:nodeKind', value: 'sh:IRI', place }],
  });
  writeFileSync(path.join(folder, 'shapes.ttl'), `# edited\n${shapes}`);
  expect(await client.request('shaclRepair/mutationScore', params)).toMatchObject({
    untested: [{ place: { uri: uri('data-vio/manifest.ttl') } }],
  });
  const offered: string[] = [];
  client.choose = (titles) => {
    offered.push(...titles);
    return titles[0];
  };
  await client.request('workspace/executeCommand', {
    command: 'shaclRepair.mutationScore',
    arguments: [params],
  });
  expect(offered).toEqual(['ex:T: sh:nodeKind sh:IRI']);
});

test('a case that says something else than what is so is told', async () => {
  await open('data.ttl', valid);
  await generate('data.ttl');
  const file = path.join(folder, 'data-vio/cases.jsonl');
  const { report, ...json } = JSON.parse(readFileSync(file, 'utf8'));
  const other = { ...report[0], component: report[0].component.replace('Min', 'Max') };
  writeFileSync(file, `${JSON.stringify({ ...json, report: [other] })}\n`);
  const { answer, verdicts } = await verified();
  expect(answer).toMatchObject({ problems: expect.stringMatching(/^cases\.jsonl: The file has changed/) });
  expect(verdicts).toEqual([expect.stringMatching(/^case-0001 The changed graph no longer has the result/)]);
});

test('who cancels finds everything as it was, and the other engine works on meanwhile', async () => {
  for (const file of ['university.ttl', 'university-shapes.ttl']) {
    writeFileSync(path.join(folder, file), readFileSync(path.join(university, file)));
  }
  const text = readFileSync(path.join(university, 'university.ttl'), 'utf8');
  await open('university.ttl', text);
  await client.validated(uri('university.ttl'));
  const source = new CancellationTokenSource();
  let covered = 0;
  const generation = client
    .generateBenchmark(
      { uri: uri('university.ttl'), folder: uri('data-vio'), options: { ...options, mode: 'exhaustive' } },
      { token: source.token, progress: () => covered++ },
    )
    .catch((error: Error) => error.message);
  await client.until(() => covered > 5, 60_000, 'progress');
  await client.change(uri('university.ttl'), start, '# edited\n');
  expect(await client.validated(uri('university.ttl'))).toMatchObject({ version: 2 });
  source.cancel();
  expect(await generation).toBe('cancelled');
  expect(existsSync(path.join(folder, 'data-vio'))).toBe(false);
  await client.until(() => !existsSync(path.join(folder, '.data-vio.partial')), 10_000, 'tidying up');
});

test('a graph that is invalid is refused, used as far as it is valid, or repaired in a copy', async () => {
  await open('data.ttl', valid.replace(' "Ann"', ' "Ann" . ex:b a ex:Person'));
  expect(await generate('data.ttl')).toEqual({ kind: 'invalid', results: 1 });
  expect(await generate('data.ttl', { ifInvalid: 'restrict' })).toMatchObject({ kind: 'generated' });
  expect(description().baseline).toHaveLength(1);
  expect(await generate('data.ttl', { ifInvalid: 'repair' })).toMatchObject({ kind: 'generated' });
  expect(description().preparation.insert).toHaveLength(1);
});

test('mistakes as people make them are a suite as well; constraints without one get no hints', async () => {
  await open('data.ttl', valid);
  expect(await generate('data.ttl', { mode: 'mistakes' })).toEqual({ kind: 'generated', hints: [] });
  expect(description().options).toMatchObject({ mode: 'mistakes', maxCases: 200 });
  const suite = await client.suite(uri('data-vio/suite.json'));
  const mistakes = suite?.kind === 'suite' ? suite.cases.map(({ mistake }) => mistake) : [];
  expect(mistakes).toContain('misspelt property');
});

test('how cases are mixed and how likely they are can be chosen', async () => {
  await open('data.ttl', valid);
  expect(await generate('data.ttl')).toMatchObject({ kind: 'generated' });
  const { options: usual } = description();
  expect([usual.mix, usual.unlikely]).toEqual(['1:1:1', undefined]);
  expect(await generate('data.ttl', { mix: 'any', unlikely: true })).toMatchObject({ kind: 'generated' });
  expect(description().options).toMatchObject({ mix: 'any', unlikely: true });
});

test('there is nothing to generate from, or nowhere to write', async () => {
  await open('plain.ttl', valid.slice(valid.indexOf('\n') + 1));
  expect(await generate('plain.ttl')).toEqual({ kind: 'noShapes' });
  await open('broken.ttl', `${valid}ex:b ex:p ; .\n`);
  expect(await generate('broken.ttl')).toMatchObject({ message: expect.stringContaining("found ';'") });
  writeFileSync(path.join(folder, 'data-vio'), 'a file');
  await open('data.ttl', valid);
  expect(await generate('data.ttl')).toEqual({
    kind: 'failed',
    message: 'data-vio is a file or leads through one. Give the folder that the suite is to be written to.',
  });
});

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).href;
}

async function open(name: string, text: string): Promise<void> {
  await client.open(uri(name), text);
}

function generate(
  name: string,
  changed: Partial<protocol.BenchmarkOptions> = {},
  progress: (said: protocol.BenchmarkProgress) => void = () => {},
) {
  const params = { uri: uri(name), folder: uri('data-vio'), options: { ...options, ...changed } };
  return client.generateBenchmark(params, { progress });
}

async function texts() {
  const answer = await client.caseTexts(uri('data-vio/suite.json'), 'case-0001');
  if (answer?.kind !== 'texts') throw new Error(JSON.stringify(answer));
  return answer;
}

/** The verdicts with the names of the cases. */
async function verified(shapes?: readonly string[]) {
  const verdicts: string[] = [];
  const answer = await client.verifySuite(
    { uri: uri('data-vio/suite.json'), ...(shapes && { shapes }) },
    {
      progress: (said) =>
        verdicts.push(...said.verdicts.map(({ id, differences }) => [id, ...differences].join(' '))),
    },
  );
  return { answer, verdicts };
}

function description() {
  return JSON.parse(readFileSync(path.join(folder, 'data-vio/suite.json'), 'utf8'));
}
