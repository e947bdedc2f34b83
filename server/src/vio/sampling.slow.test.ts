import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { shortForm } from '../shacl/model/words.ts';
import { changeLines, generated, vioProblem } from '../testing/vios.ts';
import { shuffledRanks } from './expansion/shapeOrder.ts';
import { team, treeOf } from './expansion/vioTrees.testing.ts';

const persons = `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property ex:N , ex:M .
  ex:N sh:path ex:name ; sh:minCount 1 . ex:M sh:path ex:mail ; sh:datatype xsd:string .`;
const ada = 'ex:a a ex:Person ; ex:name "Ada" ; ex:mail "ada@example.org" .';

test('of more leaves than there may be cases, the mode exhaustive takes random ones', async () => {
  const problem = await team(12, 9);
  const suite = await generated(problem, { mode: { kind: 'exhaustive' }, maxCases: 20 });
  const { leaves, factor } = treeOf(problem);
  expect(suite.cases).toHaveLength(20);
  expect(suite.totals.leaves).toBe(leaves.count(factor));
  expect(suite.totals.tried).toBeGreaterThanOrEqual(20);
  const quarter = leaves.count(factor) / 4n;
  const quarters = suite.cases.map(({ leafId }) => leaves.rank(factor, leafId)! / quarter);
  expect(new Set(quarters).size).toBe(4);
});

test('the mode exhaustive tries every leaf where that is possible', async () => {
  const { totals } = await generated(await team(3, 2), { mode: { kind: 'exhaustive' } });
  expect(BigInt(totals.tried!)).toBe(totals.leaves);
});

test('the mode sample draws each leaf at most once, and again for what repeats a case', async () => {
  const members = '[ ex:name "Ada" ] , [ ex:name "Ada" ] , [ ex:name "Ada" ] , [ ex:name "Bob" ]';
  const problem = await vioProblem(
    `ex:S a sh:NodeShape ; sh:targetNode ex:t ; sh:property ex:P . ex:P sh:path ex:member ; sh:node ex:Q , ex:R .
     ex:Q sh:property ex:N . ex:N sh:path ex:name ; sh:minCount 1 .
     ex:R sh:property ex:O . ex:O sh:path ex:name ; sh:datatype xsd:string .`,
    `ex:t ex:member ${members} .`,
  );
  for (const seed of [1, 2, 3, 4]) {
    const { cases, totals } = await generated(problem, { mode: { kind: 'sample', count: 2 }, seed });
    expect(new Set(cases.map((each) => changeLines(each).join())).size).toBe(2);
    expect(totals.tried).toBeLessThanOrEqual(Number(totals.leaves));
  }
});

test('each rank has the same chance to be drawn', () => {
  const counts = new Map<bigint, number>();
  for (let seed = 0; seed < 3000; seed++) {
    const drawn = [...shuffledRanks(6n, seededRandom(seed))];
    expect(drawn.toSorted((a, b) => Number(a - b))).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    for (const rank of drawn.slice(0, 2)) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  // 1,000 of each are expected, with a standard deviation of 26.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(110);
});

test('what was not tried is told as that', async () => {
  const { coverage } = await generated(await vioProblem(persons, ada), {
    mode: { kind: 'exhaustive' },
    maxCases: 1,
  });
  const reasons = coverage.map(({ constraint, reason }) => `${shortForm(constraint.parameter)}: ${reason}`);
  expect(reasons.filter((line) => line.endsWith('NOT_TRIED'))).toHaveLength(2);
  expect(reasons.filter((line) => line.endsWith('BUDGET'))).toEqual([]);
});

test('no change has more triples than it may have', async () => {
  const { cases, coverage } = await generated(await vioProblem(persons, ada), { maxEdits: 1 });
  for (const { statistics } of cases) expect(statistics.inverseSize).toBe(1);
  expect(cases.length).toBeGreaterThan(0);
  const strict = await generated(await team(6, 3), { maxEdits: 3 });
  expect(strict.cases.filter(({ statistics }) => statistics.inverseSize > 3)).toEqual([]);
  expect(strict.coverage.map(({ explanation }) => explanation ?? '').join()).toContain(
    'changes more than 3 triples, which --max-edits does not allow',
  );
  expect(coverage.filter(({ reason }) => reason === 'NOT_TRIED')).toEqual([]);
});
