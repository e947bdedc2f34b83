import { expect, test } from 'vitest';
import { shortForm } from '../../shacl/model/words.ts';
import { generated, vioProblem } from '../../testing/vios.ts';

/** The reasons of a run, each as `shape parameter: REASON`. Covered constraints are left out. */
async function reasonsFor(shapes: string, data: string): Promise<readonly string[]> {
  const { coverage } = await generated(await vioProblem(shapes, data));
  return coverage.flatMap(({ constraint, reason }) =>
    reason === undefined
      ? []
      : [`${shortForm(constraint.shape)} ${shortForm(constraint.parameter)}: ${reason}`],
  );
}

const name = 'sh:property [ sh:path ex:name ; sh:minCount 1 ]';

test.for<readonly [string, string, string, readonly string[]]>([
  [
    'no node is a target',
    `ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:closed true .`,
    'ex:a a ex:D .',
    ['S sh:closed: NO_FOCUS'],
  ],
  [
    'there are focus nodes, but no values',
    `ex:S sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:node ex:T . ex:T a sh:NodeShape ; sh:class ex:C .`,
    'ex:a a ex:A .',
    ['S sh:property: NO_VALUES', 'P sh:node: NO_VALUES', 'T sh:class: NO_VALUES'],
  ],
  [
    'nothing violates a minimum of 0, and what only that leads to',
    `ex:S sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:maxCount 1 ; sh:minCount 0 ; sh:qualifiedMinCount 0 ; sh:qualifiedValueShape ex:T . ex:T a sh:NodeShape ; sh:class ex:C .`,
    'ex:a ex:p ex:b . ex:b a ex:C .',
    ['P sh:minCount: VACUOUS', 'P sh:qualifiedMinCount: VACUOUS', 'T sh:class: VACUOUS'],
  ],
  [
    'a path that leads from each node to itself always has a value',
    `ex:S sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path [ sh:zeroOrMorePath ex:p ] ; sh:minCount 1 .`,
    'ex:a ex:p ex:b .',
    ['S sh:property: VACUOUS', 'P sh:minCount: VACUOUS'],
  ],
  [
    'a shape that asks for nothing',
    `ex:S sh:targetNode ex:a ; sh:closed true ; sh:property ex:P . ex:P sh:path ex:p .`,
    'ex:a ex:p ex:b .',
    ['S sh:property: VACUOUS'],
  ],
  [
    'without the class the node is no target',
    `ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:class ex:C .`,
    'ex:a a ex:C .',
    ['S sh:class: SELF_TARGET'],
  ],
  [
    'without the property the node is no target',
    `ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property ex:P . ex:P sh:path ex:p ; sh:minCount 1 .`,
    'ex:a ex:p ex:b .',
    ['S sh:property: SELF_TARGET', 'P sh:minCount: SELF_TARGET'],
  ],
  [
    'sh:targetNode names what is judged',
    `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:nodeKind sh:IRI ; sh:pattern "^http" .`,
    'ex:a a ex:C .',
    ['S sh:pattern: IMMUTABLE_TARGET', 'S sh:nodeKind: IMMUTABLE_TARGET'],
  ],
  [
    'no targeted shape leads to it',
    `ex:S sh:targetNode ex:a ; ${name} . ex:T a sh:NodeShape ; sh:class ex:C .`,
    'ex:a ex:name "a" .',
    ['T sh:class: UNREACHABLE'],
  ],
  [
    'shapes in a circle are followed around it',
    `ex:S a sh:NodeShape ; sh:targetNode ex:a ; ${name} ; sh:property ex:P . ex:P sh:path ex:next ; sh:node ex:S .`,
    'ex:a ex:name "a" ; ex:next ex:b . ex:b ex:name "b" .',
    [],
  ],
  [
    'shapes in a large circle are followed for a few steps only',
    `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:node ex:T .
     ex:T sh:property ex:Q . ex:Q sh:path ex:p ; sh:node ex:U . ex:U ${name} ; sh:property ex:R .
     ex:R sh:path ex:q ; sh:node ex:V . ex:V sh:class ex:C ; sh:node ex:S .`,
    'ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:name "c" ; ex:q ex:d . ex:d a ex:C ; ex:p ex:b .',
    ['V sh:class: RECURSIVE'],
  ],
  [
    'a deactivated shape',
    `ex:S sh:targetNode ex:a ; ${name} ; sh:node ex:T . ex:T a sh:NodeShape ; sh:deactivated true ; sh:class ex:C .`,
    'ex:a ex:name "a" .',
    ['S sh:node: VACUOUS', 'T sh:class: DEACTIVATED'],
  ],
])('%s', async ([, shapes, data, expected]) => {
  const found = await reasonsFor(shapes, data);
  expect(new Set(found)).toEqual(new Set(expected));
});

test('what makes nodes targets can be done to others where the target is no name', async () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:in ( ex:b ex:c ) .`;
  expect(await reasonsFor(shapes, 'ex:a ex:p ex:b .')).toEqual([]);
});

test('what a node violates already keeps nothing else from being violated there', async () => {
  const { coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property ex:P , ex:Q .
       ex:P sh:path ex:name ; sh:minCount 1 . ex:Q sh:path ex:age ; sh:minCount 1 .`,
      'ex:a a ex:C ; ex:age 7 .',
    ),
  );
  expect(coverage.map(({ explanation }) => explanation)).toEqual([
    'All focus nodes of S violate it already.',
    undefined,
    'All focus nodes of S violate it already.',
    undefined,
  ]);
});

test('a value of which an ontology says what it is gives way to another', async () => {
  const { cases, coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:class ex:C .`,
      'ex:a ex:p ex:c .',
      'ex:c a ex:C .',
    ),
  );
  expect(coverage.map(({ reason }) => reason)).toEqual([undefined, undefined]);
  expect(cases.map(({ change }) => [change.removed.length, change.added.length])).toEqual([[1, 1]]);
});

test('statements of ontologies are not taken away', async () => {
  const { coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:minCount 1 .`,
      'ex:a ex:name "a" . ex:b a ex:C .',
      'ex:a ex:p ex:b .',
    ),
  );
  expect(coverage.map(({ reason }) => reason)).toEqual(['NOT_DETACHABLE', 'NOT_DETACHABLE']);
});
