import { expect, test } from 'vitest';
import { generated, vioProblem } from '../../testing/vios.ts';

test('a blank node that is detached with its description is one operation, as in the paper', async () => {
  const { cases } = await generated(
    await vioProblem(
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:address ; sh:minCount 1 .',
      'ex:a ex:address [ ex:street "Main Street" ; ex:place [ ex:name "Salem" ] ] .',
    ),
  );
  expect(cases.map(({ statistics: { operations, inverseSize } }) => [operations, inverseSize])).toEqual([
    [1, 4],
  ]);
});

test('a blank node that something else refers to stays', async () => {
  const { cases } = await generated(
    await vioProblem(
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:address ; sh:minCount 1 .',
      'ex:a ex:address _:there . ex:b ex:address _:there . _:there ex:street "Main Street" .',
    ),
  );
  expect(cases.map(({ statistics: { operations, inverseSize } }) => [operations, inverseSize])).toEqual([
    [1, 1],
  ]);
});
