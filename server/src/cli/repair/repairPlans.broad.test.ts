import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  ex:valve ex:state "Open" ; ex:size "12" .
  ex:pump ex:part ex:motor .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ;
    sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] ;
    sh:property [ sh:path ex:size ; sh:datatype xsd:integer ] .
  ex:P a sh:NodeShape ; sh:targetNode ex:pump ; sh:property [ sh:path ex:part ; sh:class ex:Part ] .
  ex:M a sh:NodeShape ; sh:targetNode ex:motor ; sh:property [ sh:path ex:serial ; sh:minCount 1 ; sh:pattern "^M-" ] .`;

const plan = 'repair data.ttl --shapes shapes.ttl --plan';

test('the steps of a plan are listed with what speaks for them, and with what is left', async () => {
  const { code, out, written } = await runInMemory(plan, { files });
  expect([code, written]).toEqual([1, {}]);
  expect(out.replaceAll(/ \[[0-9a-f]{12}\]/g, '')).toMatchInlineSnapshot(`
    "step 1 data.ttl:2:19 sh:in: Change "Open" to "open" (certain, 97 %)
      because: says the same

    step 2 data.ttl:2:36 sh:datatype: Change "12" to 12 (certain, 97 %)
      because: the same text

    step 3 data.ttl:3:17 sh:class: Remove ex:motor as ex:part of ex:pump (possible)

    step 4 data.ttl:3:17 sh:minCount: Add "M-" as ex:serial of ex:motor (to be filled in) (for you to decide)

    4 steps end 4 of 4 results, proven together at the least cost (0.79)

    The fewest statements that end as many results are 3 instead of 6, at the cost of 7.46:
      Remove "Open" as ex:state of ex:valve
    "
  `);
});

/** A plan of one change, where a removal is smaller. */
const openValve = block`
  #- /data.ttl
  ex:valve ex:state "Open" .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ; sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] .`;

test('what changes fewer statements and ends as many results is told as well', async () => {
  const { out } = await runInMemory(plan, { files: openValve });
  expect(out.slice(out.indexOf('1 step ends'))).toMatchInlineSnapshot(`
    "1 step ends 1 of 1 result, proven together at the least cost (0.03)

    The fewest statements that end as many results are 1 instead of 2, at the cost of 7.23:
      Remove "Open" as ex:state of ex:valve
    "
  `);
  const json = await runInMemory(`${plan} --format json`, { files: openValve });
  const [{ statements, smallest }] = JSON.parse(json.out).plans;
  expect([statements, smallest.statements, smallest.steps.length]).toEqual([2, 1, 1]);
});

test('a plan that was found is told where memory is used up while a smaller one is sought', async () => {
  let looks = 0;
  const until = async (last: number) => {
    looks = 0;
    const whyFull = () => (looks++ < last ? undefined : 'The memory is used up.');
    const { out } = await runInMemory(`${plan} --format json`, { files: openValve, whyFull });
    return JSON.parse(out).plans[0];
  };
  expect(await until(Number.POSITIVE_INFINITY)).toMatchObject({ steps: [{}], smallest: { statements: 1 } });
  expect(await until(looks - 1)).toMatchObject({ steps: [{}], left: [], smallest: null });
});

test('--apply makes the certain steps in one go', async () => {
  const { written, out } = await runInMemory(`${plan} --apply`, { files });
  expect(written['/data.ttl']).toContain('ex:valve ex:state "open" ; ex:size 12 .');
  expect(out).toContain('2 of ');
});

test('scripts get each step with the keys of the results that it ends', async () => {
  const { out } = await runInMemory(`${plan} --format json`, { files });
  const [{ steps, isLeast }] = JSON.parse(out).plans;
  expect(isLeast).toBe(true);
  expect(steps[0]).toMatchObject({
    title: 'Change "Open" to "open"',
    certainty: 'certain',
    ends: [steps[0].key],
  });
});

test('repairs that do not hold together are left, and told by name', async () => {
  const { out } = await runInMemory(plan, {
    files: block`
      #- /data.ttl
      ex:a ex:name "A" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetNode ex:a ;
        sh:property [ sh:path ex:code ; sh:hasValue "x" ] , [ sh:path ex:code ; sh:hasValue "y" ] , [ sh:path ex:code ; sh:maxCount 1 ] .`,
  });
  expect(out).toMatchInlineSnapshot(`
    "step 1 data.ttl:2:1 sh:hasValue [69101cd4ebd2]: Add "x" as ex:code of ex:a (certain, 98 %)
      because: required by sh:hasValue

    left data.ttl:2:1 sh:hasValue [96a10a450614]: “Add "y" as ex:code of ex:a” does not hold beside “Add "x" as ex:code of ex:a”.

    1 step ends 1 of 2 results, proven together at the least cost (0.02)
    "
  `);
});

test.each(['--plan', '--dry-run', ''])(
  'what was not judged is named, and leaves the outcome open: repair %s',
  async (option) => {
    const files = block`
    #- /data.ttl
    ex:valve ex:state "open" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ; ex:check true .
    ex:Check a sh:ConstraintComponent ; sh:parameter [ sh:path ex:check ] ;
      sh:validator [ a sh:JSValidator ; sh:jsFunctionName "check" ] .`;
    const { code, out, err } = await runInMemory(`repair data.ttl --shapes shapes.ttl ${option}`, { files });
    expect(code).toBe(3);
    expect(out + err).toMatch(/not checked: .*ex:Check/);
    expect(out + err).toMatch(/undecided/);
  },
);
