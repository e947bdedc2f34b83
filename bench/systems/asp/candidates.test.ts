import { expect, test } from 'vitest';
import type { Triple } from '../../../server/src/rdf/terms.ts';
import { questionOf, termText } from '../question.testing.ts';
import { CandidateSearch } from './candidates.ts';
import { translatedShapes } from './fragment.ts';

/** The changes that a repair of so many steps may consist of, one per line. The domain is the terms of the graph. */
async function candidates(shapes: string, data: string, steps: number): Promise<string> {
  const { recorded, results } = await questionOf(`#- /data.ttl\n${data}\n#- /shapes.ttl\n${shapes}\n`);
  const { input, evaluator, classes } = recorded;
  const domain = new Set([...input.dataGraph.triples()].flatMap(({ subject, object }) => [subject, object]));
  const failing = results.map(({ rootShape, rootFocusNode }) => ({ shape: rootShape, node: rootFocusNode }));
  const search = new CandidateSearch({
    graph: input.dataGraph,
    editable: input.reportedGraph,
    shapes: translatedShapes(recorded),
    roots: input.shapes.roots,
    classes,
    domain: [...domain],
    failing,
    conforming: input.shapes.roots.flatMap((shape) =>
      evaluator
        .targets(shape)
        .filter((node) => !failing.some((pair) => pair.shape === shape.id && pair.node === node))
        .map((node) => ({ shape: shape.id, node })),
    ),
    kept: failing,
  });
  for (let i = 0; i < steps; i++) search.step();
  const { additions, deletions } = search.found;
  const line = (sign: string) => (triple: Triple) =>
    `${sign} ${[triple.subject, triple.predicate, triple.object].map(termText).join(' ')}`;
  return [...deletions.map(line('-')), ...additions.map(line('+'))].join('\n');
}

test('a missing value may be any term', async () => {
  expect(
    await candidates(
      'ex:S sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
      'ex:a a ex:A . ex:b ex:q 1 .',
      1,
    ),
  ).toMatchInlineSnapshot(`
    "+ ex:a ex:p ex:a
    + ex:a ex:p ex:A
    + ex:a ex:p ex:b
    + ex:a ex:p 1"
  `);
});

test('a value of the wrong class is typed or removed', async () => {
  expect(
    await candidates(
      'ex:S sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:class ex:B ] . ex:C rdfs:subClassOf ex:B .',
      'ex:a a ex:A ; ex:p ex:b .',
      1,
    ),
  ).toMatchInlineSnapshot(`
    "- ex:a ex:p ex:b
    + ex:b rdf:type ex:B
    + ex:b rdf:type ex:C"
  `);
});

test('literals are no subjects', async () => {
  expect(
    await candidates(
      'ex:S sh:targetClass ex:A ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:minCount 1 ] .',
      'ex:a a ex:A ; ex:q 1, ex:b .',
      1,
    ),
  ).toMatchInlineSnapshot(`
    "+ ex:a ex:p ex:a
    + ex:A ex:p ex:a
    + ex:b ex:p ex:a"
  `);
});

test('a second change makes up for what the first one violates', async () => {
  const shapes = `ex:S sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .
ex:T sh:targetClass ex:B ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:minCount 1 ] .`;
  const data = 'ex:a a ex:A ; ex:p ex:b, ex:c . ex:b a ex:B . ex:c a ex:B .';
  expect(await candidates(shapes, data, 1)).toMatchInlineSnapshot(`
    "- ex:a ex:p ex:b
    - ex:a ex:p ex:c"
  `);
  expect(await candidates(shapes, data, 2)).toMatchInlineSnapshot(`
    "- ex:a ex:p ex:b
    - ex:a ex:p ex:c
    - ex:b rdf:type ex:B
    - ex:c rdf:type ex:B
    + ex:A ex:p ex:b
    + ex:b ex:p ex:b
    + ex:c ex:p ex:b
    + ex:B ex:p ex:b
    + ex:A ex:p ex:c
    + ex:b ex:p ex:c
    + ex:c ex:p ex:c
    + ex:B ex:p ex:c"
  `);
});
