import { expect, test } from 'vitest';
import { changeLines, generated, vioProblem } from '../../testing/vios.ts';

const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property ex:P .
  ex:P sh:path ex:member ; sh:node ex:Member . ex:Member sh:property ex:N . ex:N sh:path ex:name ; sh:minCount 1 .`;

const exhaustive = { mode: { kind: 'exhaustive' } } as const;

/** The changes of all cases of N, blank nodes as `_`. */
async function casesOf(data: string): Promise<readonly string[]> {
  const { cases } = await generated(await vioProblem(shapes, data), { mode: { kind: 'per-focus' } });
  return cases.map((each) => changeLines(each).join(' ').replaceAll(/_:\S+/g, '_'));
}

test('blank nodes that can be exchanged give one case', async () => {
  const { cases } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property ex:N . ex:N sh:path ex:name ; sh:minCount 1 .`,
      '[] a ex:Person ; ex:name "Ada" . [] a ex:Person ; ex:name "Ada" . [] a ex:Person ; ex:name "Bob" .',
    ),
    { mode: { kind: 'sample', count: 5 } },
  );
  expect(cases.map(({ change }) => change.removed.length)).toEqual([1, 1]);
});

test('what hangs on blank nodes tells them apart', async () => {
  const alike = 'ex:t a ex:Team ; ex:member [ ex:name "Ada" ] , [ ex:name "Ada" ] .';
  const different = `${alike} ex:u a ex:Team ; ex:member [ ex:name "Ada" ; ex:knows [ ex:name "Bob" ] ] .`;
  expect(await casesOf(alike)).toHaveLength(1);
  expect(await casesOf(different)).toHaveLength(2);
});

test('the same graph by the violation of other constraints is told as such', async () => {
  const { cases } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property ex:N , ex:M .
       ex:N sh:path ex:name ; sh:minCount 1 . ex:M sh:path ex:name ; sh:hasValue "Ada" .`,
      '[] a ex:Person ; ex:name "Ada" . [] a ex:Person ; ex:name "Ada" .',
    ),
    exhaustive,
  );
  expect(cases.map(({ sameGraphAs }) => sameGraphAs)).toEqual([undefined, 0]);
});
