import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { describeShared } from '../testing/shared.ts';
import { generated, goldenLines, vioProblem } from '../testing/vios.ts';
import type { VioCase, VioSuite } from './vioCase.ts';

interface Golden {
  readonly shapes: string;
  readonly data: string;
  readonly counts: { readonly treeNodes: number; readonly leaves: number };
  readonly leaves: readonly {
    readonly id: string;
    readonly delete: readonly string[];
    readonly insert: readonly string[];
    readonly alpha: number;
  }[];
}

describeShared('the running example of the paper', '../golden/paper-example.json', (file) => {
  const golden: Golden = JSON.parse(readFileSync(file, 'utf8'));
  const problem = vioProblem(golden.shapes, golden.data);
  const leafOf = new Map(
    golden.leaves.map((leaf) => {
      const lines = [...leaf.delete.map((line) => `- ${line}`), ...leaf.insert.map((line) => `+ ${line}`)];
      return [lines.sort(byText).join('\n'), leaf];
    }),
  );
  const nameOf = (vio: VioCase) => leafOf.get(goldenLines(vio).join('\n'))?.id ?? goldenLines(vio).join('\n');
  const namesOf = ({ cases }: VioSuite) => cases.map(nameOf);

  test('has a tree of 19 nodes with 13 leaves, each of which violates as it should', async () => {
    const suite = await generated(await problem, { mode: { kind: 'exhaustive' } });
    expect(suite.totals).toEqual({
      treeNodes: BigInt(golden.counts.treeNodes),
      leaves: BigInt(golden.counts.leaves),
      tried: golden.counts.leaves,
    });
    const names = namesOf(suite);
    const [last] = names.filter((name) => name.startsWith('L13'));
    const others = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8', 'L9', 'L10', 'L11', 'L12'];
    expect(new Set(names)).toEqual(new Set([...others, last]));
    expect(names).toHaveLength(13);
    const alphas = new Map(golden.leaves.map(({ id, alpha }) => [id, alpha]));
    for (const vio of suite.cases) expect(vio.statistics.alpha).toBe(alphas.get(nameOf(vio)));
  });

  test('has a fourteenth leaf, and those of a reviewer, where each focus node has its own', async () => {
    const names = new Set(namesOf(await generated(await problem, { mode: { kind: 'per-focus' } })));
    for (const id of ['L13', 'L13b', 'D1', 'D2']) expect(names).toContain(id);
    expect([...names].filter((name) => !golden.leaves.some(({ id }) => id === name))).toEqual([]);
  });

  /** The sets of cases after which the search may end: they cover all constraints, and no case is superfluous. */
  const isStop = (names: readonly string[]) => {
    const maxes = names.filter((name) => name.startsWith('L13'));
    const others = names.filter((name) => !maxes.includes(name));
    const professor = ['L1', 'L2', 'L3', 'L5', 'L7', 'L10'];
    const member = ['L2', 'L3', 'L4', 'L6', 'L8', 'L11'];
    return (
      maxes.length === 1 &&
      others.length <= 2 &&
      others.some((name) => professor.includes(name)) &&
      others.some((name) => member.includes(name))
    );
  };

  test('is covered by two or three cases, whatever the seed', async () => {
    const start = await problem;
    const stops = new Set<string>();
    for (let seed = 0; seed < seeds; seed++) {
      const suite = await generated(start, { seed });
      const names = namesOf(suite);
      expect(suite.coverage.filter(({ cases }) => cases.length === 0)).toEqual([]);
      expect(isStop(names), `seed ${seed}: ${names}`).toBe(true);
      stops.add([...names].sort(byText).join());
    }
    expect(stops).toContain('L13,L2');
    expect(stops.size).toBeGreaterThan(Math.min(12, seeds / 3));
  });

  test('is covered at the reviewer where the papers are no targets', async () => {
    const shapes = golden.shapes.replace('sh:targetClass ex:Paper;', '');
    const suite = await generated(await vioProblem(shapes, golden.data));
    expect(new Set(namesOf(suite))).toEqual(new Set(['D1', 'D2']));
    const reasons = suite.coverage.filter(({ cases }) => cases.length === 0).map(({ reason }) => reason);
    expect(reasons).toEqual(['UNREACHABLE', 'UNREACHABLE', 'UNREACHABLE']);
  });

  test('has the same cases for the same seed', async () => {
    const one = await generated(await problem, { seed: 7 });
    const other = await generated(await vioProblem(golden.shapes, golden.data), { seed: 7 });
    expect(other.cases.map(({ leafId }) => leafId)).toEqual(one.cases.map(({ leafId }) => leafId));
    expect(namesOf(other)).toEqual(namesOf(one));
  });

  test('has cases of two operations each where that is asked for', async () => {
    const suite = await generated(await problem, { mode: { kind: 'per-focus' }, combine: 2 });
    const two = suite.cases.filter(({ leafId }) => leafId.includes('+'));
    expect(two.length).toBeGreaterThan(0);
    for (const { statistics } of two) expect(statistics.alpha).toBeGreaterThan(1);
  });
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** `npm run test:long` tries a thousand. */
const seeds = process.env.TEST_REFERENCE_ENGINE === '1' ? 1000 : runs(300);
