import { expect, test } from 'vitest';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import type { RepairProblem } from '../repair.ts';
import type { RepairChoice } from '../search/repairChoice.ts';
import { soundRepairs } from '../search/suggestRepairs.ts';
import { unifyDecisions } from './repairJointly.ts';

const signal = new AbortController().signal;
const valves = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ; sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] .`;

/** The decisions when at each place the repair with the given number was chosen, or none. */
async function decided(
  data: string,
  chosen: readonly (number | undefined)[],
  shapes = valves,
): Promise<readonly string[]> {
  const problems = await problemsOf(readUnit(`#- /data.ttl\n${data}\n${shapes}`));
  const choices = new Map<RepairProblem, RepairChoice>();
  for (const [i, problem] of problems.entries()) {
    const number = chosen[i];
    const { repairs } = await soundRepairs(problem, { max: 4 }, signal);
    choices.set(
      problem,
      number === undefined
        ? { kind: 'none', why: 'not clear' }
        : { kind: 'repair', chosen: repairs[number]! },
    );
  }
  return [...(await unifyDecisions(choices, signal)).values()].map((choice) =>
    choice.kind === 'none' ? choice.why : choice.chosen.repair.title,
  );
}

const four = 'ex:a ex:state "Open" . ex:b ex:state "Open" . ex:c ex:state "Open" . ex:d ex:state "Open" .';

test('what is chosen nearly everywhere is made at the other places, too', async () => {
  const all = Array.from({ length: 4 }, () => 'Change "Open" to "open"');
  expect(await decided(four, [0, 0, 0, 1])).toEqual(all);
  expect(await decided(four, [0, undefined, 0, 0])).toEqual(all);
});

test('without such a repair none is made, and how many are clear is said', async () => {
  const none = (share: string) =>
    Array.from(
      { length: 4 },
      () =>
        `Your decision is needed: Change "Open" to "open" is clear at ${share} places with this mistake only`,
    );
  expect(await decided(four, [0, 0, 1, 1])).toEqual(none('2 of 4'));
  expect(await decided(four, [0, undefined, 0, undefined])).toEqual(none('2 of 4'));
});

test('other mistakes are decided by themselves', async () =>
  expect(
    await decided('ex:a ex:state "Open" . ex:b ex:state "Opn" . ex:c ex:state "Closed" .', [0, 1, undefined]),
  ).toEqual(['Change "Open" to "open"', 'Change "Opn" to "closed"', 'not clear']));

test('nor is a value the same mistake where other values make it wrong', async () =>
  expect(
    await decided(
      'ex:a ex:from 5 ; ex:to 3 . ex:b ex:from 5 ; ex:to 4 .',
      [0, 1],
      block`
        #- /shapes.ttl
        ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:from ; sh:property [ sh:path ex:from ; sh:lessThan ex:to ] .`,
    ),
  ).not.toContainEqual(expect.stringContaining('Your decision')));

test('a repair that breaks something at one place is not made there', async () => {
  const shapes = block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:code ; sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .
    ex:T a sh:NodeShape ; sh:targetNode ex:d ; sh:not [ sh:property [ sh:path ex:code ; sh:hasValue 1 ] ] .`;
  const data = 'ex:a ex:code "1" . ex:b ex:code "1" . ex:c ex:code "1" . ex:d ex:code "1" .';
  expect(await decided(data, [0, 0, 0, 0], shapes)).toHaveLength(4);
  expect((await decided(data, [0, 0, 0, undefined], shapes)).at(-1)).toBe('not clear');
});
