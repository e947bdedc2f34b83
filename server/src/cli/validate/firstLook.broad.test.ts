import { expect, test } from 'vitest';
import { sampleText, wilsonInterval } from '../../shacl/firstLook.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = `
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:severity sh:Warning ] ; sh:property [ sh:path ex:q ; sh:nodeKind sh:IRI ] .`;
/** All nodes have a warning, and every tenth a violation. */
const nodes = Array.from(
  { length: 100 },
  (_, i) => `ex:n${i} a ex:T ; ex:q ${i % 10 === 9 ? '"x"' : 'ex:y'} .`,
);
const files = block`
  #- /data.ttl
  ${nodes.join('\n')}
  #- /shapes.ttl
  ${shapes}`;
const command = 'validate data.ttl --shapes shapes.ttl';

interface Json {
  readonly results: readonly { readonly severity: string }[];
  readonly verdict: string;
  readonly conforms: boolean;
  readonly focusNodes: number;
  readonly notChecked: readonly { readonly reason: string }[];
}

async function json(args: string, setup: Omit<Parameters<typeof runInMemory>[1], 'files'> = {}) {
  const { code, out, err } = await runInMemory(`${command} --format json ${args}`, { files, ...setup });
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as Json) };
}

test('--fail-fast ends at the first result, and says that the report is incomplete', async () => {
  const found = await json('--fail-fast');
  expect(found).toMatchObject({ code: 1, verdict: 'violates', conforms: false });
  expect(found.results).toHaveLength(1);
  expect(found.notChecked.map(({ reason }) => reason)).toEqual([
    '99 focus nodes were not judged. The run ended at the first result that counts (--fail-fast), so this report is incomplete: there may be more results.',
  ]);
});

test('results that do not count do not end it', async () => {
  const found = await json('--fail-fast --fail-on violation');
  expect(found).toMatchObject({ code: 1, verdict: 'violates' });
  expect(found.results).toHaveLength(11);
  const conforming = files.replaceAll('"x"', 'ex:y');
  const { code, out } = await runInMemory(`${command} --fail-fast --fail-on violation`, {
    files: conforming,
  });
  expect([code, out]).toEqual([0, expect.not.stringContaining('--fail-fast')]);
});

test('a comment that ignores the first result lets it go on', async () => {
  const ignoring = files.replace(
    'ex:n0 a ex:T ;',
    'ex:n0 a ex:T ; # shacl-repair-ignore sh:minCount known\n',
  );
  const { code, out } = await runInMemory(`${command} --fail-fast --format json`, { files: ignoring });
  const { results, notChecked } = JSON.parse(out);
  expect([code, results.filter((each: { suppressed?: unknown }) => !each.suppressed).length]).toEqual([1, 1]);
  expect(notChecked[0].reason).toMatch(/^98 focus nodes were not judged/);
});

test.each(['text', 'markdown', 'sarif', 'junit', 'github'])('%s says it as well', async (format) => {
  const { code, out, err } = await runInMemory(`${command} --fail-fast --format ${format}`, { files });
  expect(code).toBe(1);
  expect(out + err).toContain('99 focus nodes were not judged.');
});

test('files behind the first one with results are not judged', async () => {
  const linked = block`
    #- /a.ttl
    # shapes: shapes.ttl
    ex:a a ex:T ; ex:p 1 .
    #- /b.ttl
    # shapes: shapes.ttl
    ex:b a ex:T .
    #- /c.ttl
    # shapes: shapes.ttl
    ex:c a ex:T .
    #- /shapes.ttl
    ${shapes}`;
  const { code, out } = await runInMemory('validate a.ttl b.ttl c.ttl --fail-fast --format json', {
    files: linked,
  });
  const { results, notChecked } = JSON.parse(out);
  expect([code, results.length]).toEqual([1, 1]);
  expect(notChecked).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/^1 file was not judged\. The run ended/) }),
  ]);
  const several = await runInMemory('validate a.ttl b.ttl --sample 5', { files: linked });
  expect([several.code, several.err]).toEqual([2, expect.stringContaining('2 files are given')]);
});

test('--sample judges so many nodes, and tells how many of the others may have results', async () => {
  const found = await json('--sample 20 --fail-on violation');
  const violations = found.results.filter(({ severity }) => severity.includes('Violation')).length;
  expect(found).toMatchObject({ focusNodes: 20, code: violations > 0 ? 1 : 3 });
  expect(found.results.length - violations).toBe(20);
  expect(found.notChecked.map(({ reason }) => reason)).toEqual([
    sampleText({ judged: 20, failed: violations, others: 80 }),
  ]);
});

test('a sample without results leaves the verdict undecided', async () => {
  const conforming = files.replaceAll('"x"', 'ex:y');
  const { code, out } = await runInMemory(`${command} --sample 20 --fail-on violation`, {
    files: conforming,
  });
  expect(code).toBe(3);
  expect(out).toContain(
    '80 focus nodes were not judged (--sample). Of the 20 drawn at random, 0 have a result that counts, so 0 to 13 of the others may have one (Wilson interval, 95 % confidence).',
  );
});

test('a sample of as many nodes as there are is everything', async () => {
  const found = await json('--sample 100');
  expect(found).toMatchObject({ code: 1, notChecked: [], focusNodes: 100 });
  expect(found.results).toHaveLength(110);
});

test('--shard judges one of several parts, which are disjoint and complete', async () => {
  const withBlank = files.replace('ex:n0 a', '[] a ex:T .\nex:n0 a');
  const run = async (args: string) => {
    const { code, out, err } = await runInMemory(`${command} --format json ${args}`, { files: withBlank });
    return { code, err, ...(JSON.parse(out) as Json & { readonly results: readonly { key: string }[] }) };
  };
  const whole = await run('');
  const shards = [await run('--shard 1/3'), await run('--shard 2/3'), await run('--shard 3/3')];
  const keys = (those: readonly { readonly results: readonly { key: string }[] }[]) =>
    those.flatMap(({ results }) => results.map(({ key }) => key)).sort();
  expect(keys(shards)).toEqual(keys([whole]));
  expect(shards.map(({ focusNodes }) => focusNodes)).toEqual([39, 31, 31]);
  expect(shards.map(({ code, err, notChecked }) => [code, err, notChecked])).toEqual(
    [1, 2, 3].map((index) => [1, `Only shard ${index} of 3 was judged.\n`, []]),
  );
  const again = await run('--shard 2/3 --fail-fast');
  expect([again.code, again.results.length]).toEqual([1, 1]);
});

test('a shard without focus nodes conforms where the others have some', async () => {
  const conforming = files.replaceAll('"x"', 'ex:y').replaceAll('sh:minCount 1', 'sh:minCount 0');
  const codes: number[] = [];
  for (let index = 1; index <= 7; index++)
    codes.push((await runInMemory(`${command} --shard ${index * 100}/900`, { files: conforming })).code);
  expect(codes).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const idle = files.replaceAll('sh:targetClass ex:T', 'sh:targetClass ex:U');
  const { code, out } = await runInMemory(`${command} --shard 1/2`, { files: idle });
  expect([code, out]).toEqual([3, expect.stringContaining('nothing to check')]);
});

test.each([
  ['--sample 5 --fail-fast', 'not both'],
  ['--sample 5 --shard 1/2', 'not both'],
  ['--shard 3/2', "--shard can't be '3/2'"],
  ['--shard 1/2 --format turtle', 'no sh:ValidationReport'],
  ['--shard 1/2 --baseline shapes.ttl', "can't be used with --baseline"],
  ['--shard 1/2 --engine both', '--shard needs the built-in engine'],
  ['--sample 5 --allow not-checked', 'would count as conforming'],
  ['--sample 0', '--sample'],
  ['--sample 5 --format turtle', 'no sh:ValidationReport'],
  ['--fail-fast --baseline shapes.ttl', "can't be used with --baseline"],
  ['--fail-fast --engine both', 'the built-in engine'],
])('%s is refused', async (args, message) => {
  const { code, err } = await runInMemory(`${command} ${args}`, { files });
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test('intervals are those of Wilson', () => {
  const rounded = (hits: number, trials: number) =>
    wilsonInterval(hits, trials).map((bound) => bound.toFixed(4));
  expect(rounded(7, 100)).toEqual(['0.0343', '0.1375']);
  expect(rounded(0, 100)).toEqual(['0.0000', '0.0370']);
  expect(rounded(100, 100)).toEqual(['0.9630', '1.0000']);
});

test('a sample is drawn of the targets that a query selects', async () => {
  const selecting = files.replace(
    'sh:targetClass ex:T',
    'sh:target [ a sh:SPARQLTarget ; sh:select "SELECT ?this WHERE { ?this a <http://example.org/ns#T> }" ]',
  );
  const { code, out } = await runInMemory(`${command} --sample 10 --format json`, { files: selecting });
  expect([code, JSON.parse(out) as Json]).toEqual([1, expect.objectContaining({ focusNodes: 10 })]);
});
