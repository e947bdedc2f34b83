import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  ex:a a ex:T . ex:b a ex:T .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
  ex:Q a sh:NodeShape ; sh:targetClass ex:T ; sh:sparql [ sh:select "SELECT $this { $this a ?type }" ] .`;

async function validated(args: string, setup: Omit<TestSetup, 'files'> = {}) {
  const { code, out } = await runInMemory(`validate data.ttl --shapes shapes.ttl --format json ${args}`, {
    files,
    ...setup,
  });
  const { results, notChecked } = JSON.parse(out);
  const reasons = notChecked.map(({ reason }: { readonly reason: string }) => reason);
  return { code, results: results.length, reasons };
}

const leftOver = {
  code: 3,
  results: 0,
  reasons: ['4 focus nodes were not judged. The time for the whole run was used up.'],
};

describe('when the time for a run is used up, what is left is undecided', () => {
  test('that of --time-budget', async () =>
    expect(await validated('--time-budget 10', { spent: 11_000 })).toEqual(leftOver));

  test('five minutes where the environment has CI', async () => {
    expect(await validated('', { spent: 301_000, env: { CI: 'true' } })).toEqual(leftOver);
    expect(await validated('', { spent: 299_000, env: { CI: 'true' } })).toMatchObject({
      code: 1,
      results: 4,
    });
    expect(await validated('--time-budget 400', { spent: 301_000, env: { CI: 'true' } })).toMatchObject({
      code: 1,
    });
  });

  test('the same when memory is used up, with what was found until then', async () => {
    let looks = 0;
    const whyFull = () => (looks++ < 1 ? undefined : 'The memory was used up.');
    expect(await validated('', { whyFull })).toEqual({
      code: 1,
      results: 2,
      reasons: ['2 focus nodes were not judged. The memory was used up.'],
    });
  });

  test('there is no such time elsewhere', async () =>
    expect(await validated('', { spent: 1e9 })).toMatchObject({ code: 1, results: 4, reasons: [] }));

  test('a budget is a whole number of seconds', async () => {
    const { code, err } = await runInMemory('validate data.ttl --time-budget 0.5', { files });
    expect([code, err]).toEqual([2, expect.stringContaining("--time-budget can't be '0.5'")]);
  });
});
