import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 12 .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`;
const texts = {
  '/types.json': '{ "frequencies": { "missingType": 1 } }',
  '/unknown.json': '{ "frequencies": { "typo": 1 } }',
  '/negative.json': '{ "frequencies": { "missingType": -1 } }',
  '/nothing.json': '{ "frequencies": {} }',
};

test('a profile says which mistakes are made; those that violate nothing are counted', async () => {
  const run = 'generate data.ttl --mistakes --profile types.json --out out --cross-check none';
  const { code, out, err, files: written } = await runInMemory(run, { files, texts });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/mistake +tried silent made\n +missing type +2 +1 +1\n/);
  const [line, ...more] = written.get('/out/cases.jsonl')!.trim().split('\n');
  expect(JSON.parse(line!)).toMatchObject({ operator: 'missingType', insert: [], leafId: 'missingType' });
  expect(more).toEqual([]);
  expect(JSON.parse(written.get('/out/suite.json')!).options).toMatchObject({
    mode: 'mistakes',
    frequencies: { missingType: 1 },
    maxCases: 200,
  });
  const counts = { operator: 'missingType', tried: 2, silent: 1, made: 1 };
  expect(JSON.parse(written.get('/out/coverage.json')!).mistakes).toEqual([counts]);
  expect(written.get('/out/README.md')).toContain(
    '2 mistakes tried: 1 silent, which violate nothing and are not cases, and 1 made.',
  );
});

test('evaluate has figures by mistake', async () => {
  const run = 'generate data.ttl --mistakes --out out --cross-check none';
  const { files: suite } = await runInMemory(run, { files, texts });
  const { code, files: all } = await runInMemory(
    'evaluate out --system oracle --system symbolic --cross-check none --out run',
    { files, texts: { ...texts, ...Object.fromEntries(suite) } },
  );
  expect(code).toBe(0);
  const { byOperator } = JSON.parse(all.get('/run/report.json')!).cells[0];
  expect(byOperator.missingType).toMatchObject({ trials: 1, scores: { isomorphism: 1 } });
  expect(all.get('/run/report.md')).toMatch(/## By mistake\n[\s\S]+\| missingType +\| 1 /);
});

test.each<[args: string, err: RegExp]>([
  ['--profile types.json', /--profile is for mistakes: give --mistakes with it/],
  ['--mistakes --mode cover', /--mode is not for mistakes: leave it out, or --mistakes/],
  ['--mistakes --combine 2', /--combine is not for mistakes/],
  ['--mistakes --profile no.json', /the profile no\.json can't be read: it does not exist/],
  ['--mistakes --profile data.ttl', /data\.ttl is not a profile of mistakes: /],
  ['--mistakes --profile unknown.json', /frequencies\.typo is not a known mistake: give misspeltClass, /],
  ['--mistakes --profile negative.json', /frequencies\.missingType is not a number from 0 to 1000000/],
  ['--mistakes --profile nothing.json', /frequencies names no mistake to make/],
])('%s is refused', async (args, expected) => {
  const {
    code,
    err,
    files: written,
  } = await runInMemory(`generate data.ttl --out out ${args}`, {
    files,
    texts,
  });
  expect(err).toMatch(expected);
  expect([code, written.has('/out/suite.json')]).toEqual([2, false]);
});
