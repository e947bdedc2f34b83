import { expect, test } from 'vitest';
import { printViolation, unitOf, validate } from '../../testing/shaclCheck.ts';
import { splitResults } from './reported.ts';

test.each([
  ['described in a data file', 'sh:targetClass ex:C', 'ex:a a ex:C .', '', ['ex:a'], []],
  ['described in the context', 'sh:targetClass ex:C', '', 'ex:a a ex:C .', [], ['ex:a']],
  [
    'typed in the context, described in data',
    'sh:targetClass ex:C',
    'ex:a ex:p 1 .',
    'ex:a a ex:C .',
    ['ex:a'],
    [],
  ],
  ['an object of the data', 'sh:targetObjectsOf ex:p', 'ex:b ex:p ex:a .', 'ex:a ex:q 1 .', ['ex:a'], []],
  ['an object of the context', 'sh:targetObjectsOf ex:p', '', 'ex:b ex:p ex:a .', [], ['ex:a']],
  ['named and described nowhere', 'sh:targetNode ex:a', '', '', ['ex:a'], []],
  ['named and described in the context', 'sh:targetNode ex:a', '', 'ex:a ex:p 1 .', [], ['ex:a']],
])('a focus node that is %s', async (_, target, data, context, reported, contextResults) => {
  const input = unitOf({ shapes: `ex:S ${target} ; sh:in () .`, data, context });
  const split = splitResults((await validate(input)).violations, input);
  const nodes = (violations: typeof split.reported) => violations.map((v) => printViolation(v).split(' ')[0]);
  expect([nodes(split.reported), nodes(split.contextResults)]).toEqual([reported, contextResults]);
});

test('a node of the context that validation of a data node leads to is reported', async () => {
  const input = unitOf({
    shapes:
      'ex:S sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:property [ sh:path ex:q ; sh:minCount 1 ] ] .',
    data: 'ex:a a ex:C ; ex:p ex:b .',
    context: 'ex:b a ex:D .',
  });
  const { reported } = splitResults((await validate(input)).violations, input);
  expect(reported.map(printViolation)).toEqual(['ex:b ex:q minCount']);
});
