import { expect, test } from 'vitest';
import { changeLines, generated, vioProblem } from '../testing/vios.ts';

const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Type ; sh:property ex:L .
  ex:L sh:path ex:literal ; sh:datatype xsd:string ; sh:maxCount 1 .`;
const ontology = 'ex:Finite a ex:Type ; ex:literal "finite" .';
/** The same text in a language, or with another datatype. */
const wrongFinite =
  /^\+ <http:\/\/example.org\/ns#Finite> <http:\/\/example.org\/ns#literal> "finite"(@|\^\^)/;

test('what is said about nodes that only ontologies describe stays as it is', async () => {
  const { cases, coverage } = await generated(await vioProblem(shapes, 'ex:a ex:type ex:Finite .', ontology));
  expect(cases).toEqual([]);
  expect(new Set(coverage.map(({ reason }) => reason))).toEqual(new Set(['NO_FOCUS']));
  expect(coverage[0]?.explanation).toBe(
    'All of its focus nodes are described by ontologies only, and none by the data.',
  );
});

test('where cases may be about such nodes, a wrong value stands beside what the ontology states', async () => {
  const suite = await generated(await vioProblem(shapes, 'ex:a ex:type ex:Finite .', ontology), {
    ontologyNodes: true,
  });
  expect(suite.coverage.flatMap(({ reason }) => reason ?? [])).toEqual([]);
  expect(suite.cases.flatMap(changeLines)).toContainEqual(expect.stringMatching(wrongFinite));
});

test('a node that the data describe as well can be given a wrong value', async () => {
  const { cases, coverage } = await generated(
    await vioProblem(shapes, 'ex:Finite ex:comment "few" .', ontology),
  );
  expect(coverage.flatMap(({ reason }) => reason ?? [])).toEqual([]);
  expect(cases.flatMap(changeLines)).toContainEqual(expect.stringMatching(wrongFinite));
});

test('edits that would describe such a node further are left out', async () => {
  const { cases, coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ( ex:unit ex:label ) ; sh:maxCount 1 .`,
      'ex:a ex:unit ex:u .',
      'ex:u ex:label "one" .',
    ),
  );
  expect(cases).toEqual([]);
  expect(coverage.map(({ explanation }) => explanation)).toContain(
    'Every way to violate it changes nodes that only ontologies describe.',
  );
});

const stating = 'ex:Finite a ex:Type .';
const ofTypes = 'ex:S a sh:NodeShape ; sh:targetClass ex:Type ; sh:property ex:P .';

test('mistakes do not describe such nodes, unless they may', async () => {
  // The value is written the wrong way round: the ontology's node becomes the subject.
  const mode = { kind: 'mistakes', frequencies: { inverseDirection: 1 } } as const;
  const problem = await vioProblem(
    `ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property ex:P . ex:P sh:path ex:type ; sh:minCount 1 .`,
    'ex:a a ex:Thing ; ex:type ex:Finite . ex:b a ex:Thing ; ex:type ex:c . ex:c a ex:Type .',
    stating,
  );
  const changes = async (ontologyNodes: boolean) =>
    (await generated(problem, { mode, ontologyNodes })).cases.map(changeLines);
  expect(await changes(false)).toHaveLength(1);
  expect(await changes(true)).toHaveLength(2);
});

test('mistakes that only such nodes show are no cases, unless they may be', async () => {
  const mode = { kind: 'mistakes', frequencies: { misspeltProperty: 1 } } as const;
  const problem = await vioProblem(
    `${ofTypes} ex:P sh:path [ sh:inversePath ex:type ] ; sh:minCount 1 .`,
    'ex:a ex:type ex:Finite .',
    stating,
  );
  const cases = async (ontologyNodes: boolean) => (await generated(problem, { mode, ontologyNodes })).cases;
  expect(await cases(false)).toEqual([]);
  expect((await cases(true)).length).toBeGreaterThan(0);
});
