import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValidationJson } from '../../service/report/validationJson.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { queryShapes } from '../../testing/queryShapes.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';

/* What is printed of a large file while it is validated is what is printed of any other file, in another order. */

/** Comments that ignore results, and an import that is not found, on whose nodes results rest. */
const moreStatements = [
  'ex:file owl:imports <http://example.org/ns#> .',
  ['minCount', 'class', 'datatype', 'nodeKind', 'in', 'not', 'hasValue', 'pattern']
    .map((name) => `# shacl-repair-ignore sh:${name} why not`)
    .join('\n'),
];

const arbitrarySetup: fc.Arbitrary<TestSetup> = fc
  .tuple(
    arbitraryHistory(0, { shacl12: true }),
    fc.subarray([...queryShapes], { maxLength: 3 }),
    fc.subarray([...moreStatements]),
  )
  .map(([{ start }, queries, more]) => ({
    files: [
      '#- /data.ttl',
      // The prefixes of the fixture come before the first statement.
      ...start.data.slice(0, 2),
      ...more,
      ...start.data.slice(2),
      '#- /shapes.ttl',
      ...start.shapes,
      ...queries,
      '#- /context.ttl',
      ...start.context,
    ].join('\n'),
  }));
const command = 'validate data.ttl --shapes shapes.ttl --context context.ttl';
const large = { bytesAtOnce: 400 };

test('as JSON', async () => {
  let results = 0;
  let others = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySetup, async (setup) => {
      const whole = await runInMemory(`${command} --format json`, setup);
      // Large files have no warnings at malformed literals (docs/command-line.md).
      fc.pre(!whole.err.includes('is not a valid'));
      const streamed = await runInMemory(`${command} --format json`, { ...setup, ...large });
      const [before, after] = [jsonOf(whole.out), jsonOf(streamed.out)];
      expect(unordered(after)).toEqual(unordered(before));
      expect(after.results.map(({ key }) => key).toSorted()).toEqual(
        before.results.map(({ key }) => key).toSorted(),
      );
      expect(streamed.out).toMatch(/^\{\n {2}"results": \[/);
      expect([streamed.code, streamed.err]).toEqual([whole.code, whole.err]);
      results += after.results.length;
      others += after.results.filter(({ restsOn, suppressed }) => restsOn ?? suppressed).length;
    }),
    { numRuns: runs(150) },
  );
  expect(results).toBeGreaterThan(runs(300));
  expect(others).toBeGreaterThanOrEqual(runs(10));
});

test.each([
  '',
  ' --max-results 2',
  ' --fail-on warning',
  ' --max-warnings 1',
  ' --show-grouped',
  ' --no-suppressions',
])('as text%s', async (options) => {
  let blocks = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySetup, async (setup) => {
      const whole = await runInMemory(command + options, setup);
      fc.pre(!whole.err.includes('is not a valid'));
      const streamed = await runInMemory(command + options, { ...setup, ...large });
      const [before, after] = [blocksOf(whole.out), blocksOf(streamed.out)];
      expect(after.at(-1)).toBe(before.at(-1));
      if (options.includes('max-results')) expect(after).toHaveLength(before.length);
      else expect(after.toSorted()).toEqual(before.toSorted());
      expect([streamed.code, streamed.err]).toEqual([whole.code, whole.err]);
      blocks += after.length;
    }),
    { numRuns: runs(60) },
  );
  expect(blocks).toBeGreaterThan(runs(50));
});

function jsonOf(out: string): ValidationJson {
  const report = JSON.parse(out) as ValidationJson;
  return { ...report, stats: { ...report.stats, ms: 0 } };
}

/** Of results with the same key, the order says which one has a number behind it. */
function unordered({ results, groups, ...rest }: ValidationJson) {
  const texts = results.map(({ key, ...result }) => JSON.stringify([withoutNumber(key), result]));
  return {
    ...rest,
    groups: groups.map((each) => JSON.stringify(each)).toSorted(),
    results: texts.toSorted(),
  };
}

/** The paragraphs, without times and the numbers of keys. */
function blocksOf(out: string): readonly string[] {
  return out
    .replace(/ in \d+ ms/, '')
    .split('\n\n')
    .map((block) => block.trimEnd().replace(/\[([0-9a-f]{12})-\d+\]/, '[$1]'));
}

function withoutNumber(key: string): string {
  return key.replace(/-\d+$/, '');
}
