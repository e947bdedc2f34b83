import { describe, expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { check, graphOf, unitOf, validate } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { findCircles } from './circles.ts';
import { readShapes } from './readShapes.ts';

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);

describe('shapes that refer back to themselves', () => {
  const person =
    'ex:Person sh:targetClass ex:Human ; sh:property [ sh:path ex:knows ; sh:node ex:Person ] , [ sh:path ex:name ; sh:minCount 1 ] .';

  test('hold where nothing refutes them', () =>
    check(
      person,
      'ex:a a ex:Human ; ex:name "A" ; ex:knows ex:b . ex:b ex:name "B" ; ex:knows ex:a, ex:b .',
      [],
    ));

  test('are refuted along the whole way back', () =>
    check(
      person,
      'ex:a a ex:Human ; ex:name "A" ; ex:knows ex:b . ex:b ex:name "B" ; ex:knows ex:c . ex:c ex:knows ex:a .',
      ['ex:a ex:knows ex:b node'],
    ));

  test('refute each other around a circle of nodes, whoever comes first', async () => {
    const data = graphOf('ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:p ex:a ; ex:q ex:bad .');
    const shapes = readShapes(
      graphOf('ex:S sh:property [ sh:path ex:p ; sh:node ex:S ] , [ sh:path ex:q ; sh:class ex:C ] .'),
    );
    for (const first of ['a', 'b', 'c']) {
      const evaluator = createEvaluator(shapes, data, data);
      const verdicts = [first, 'a', 'b', 'c'].map((name) => evaluator.conforms(ex(name), ex('S')));
      expect(verdicts).toEqual([false, false, false, false]);
    }
  });

  test('take time in proportion to the data, however the nodes are connected', async () => {
    const nodes = Array.from({ length: 60 }, (_, i) => `ex:n${i}`);
    const data = nodes.map((node) => `${node} a ex:Human ; ex:name "x" ; ex:knows ${nodes} .`).join('\n');
    await check(person, data, []);
    await check(
      'ex:S sh:targetNode ex:n0 ; sh:property ex:T . ex:T sh:path ex:knows ; sh:property ex:T ; sh:class ex:Human .',
      data,
      [],
    );
  });

  test('report what is found by sh:property once for each node', () =>
    check(
      'ex:S sh:targetNode ex:a ; sh:property ex:T . ex:T sh:path ex:p ; sh:nodeKind sh:Literal ; sh:property ex:T .',
      'ex:a ex:p ex:b . ex:b ex:p ex:a .',
      ['ex:a ex:p ex:b nodeKind', 'ex:b ex:p ex:a nodeKind'],
    ));

  test('are told to their author once, where one with a name is referred to', () => {
    const { findings, notChecked } = readShapes(graphOf(person));
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('refers back to itself'),
    ]);
    expect(findings[0]!.parameter).toBe(sh.node);
    expect(notChecked).toEqual([]);
  });

  test.each([
    ['sh:not', 'ex:S sh:targetNode ex:a ; sh:not ex:S ; sh:class ex:C .'],
    ['sh:xone', 'ex:S sh:targetNode ex:a ; sh:xone ( ex:S ) ; sh:class ex:C .'],
    [
      'sh:qualifiedMaxCount',
      'ex:S sh:targetNode ex:a ; sh:property ex:T ; sh:class ex:C . ex:T sh:path ex:p ; sh:qualifiedMaxCount 0 ; sh:qualifiedValueShape ex:S .',
    ],
  ])('are not asked to conform because they do not: %s', async (parameter, shapes) => {
    const input = unitOf({ shapes, data: 'ex:a ex:p ex:a .' });
    const { violations, notChecked } = await validate(input);
    expect(violations).toHaveLength(1);
    expect(notChecked.map(({ reason }) => reason)).toEqual([
      expect.stringContaining(`${parameter} leads back to its own shape`),
    ]);
  });

  test('may deny another circle', () =>
    check(
      `ex:S sh:targetNode ex:a, ex:b ; sh:property [ sh:path ex:p ; sh:node ex:S ] ; sh:not ex:Chain .
       ex:Chain sh:property [ sh:path ex:next ; sh:node ex:Chain ] , [ sh:path ex:end ; sh:minCount 1 ] .`,
      'ex:a ex:end 1 ; ex:next ex:a . ex:b ex:next ex:b .',
      ['ex:a ex:a not'],
    ));
});

test('circles of a graph are told apart', () => {
  const edges = new Map([
    [1, [2]],
    [2, [3]],
    [3, [2, 4]],
    [4, [5]],
    [5, [6, 4]],
    [7, [7]],
    [8, [1]],
  ]);
  const circles = findCircles(edges.keys(), (node) => edges.get(node) ?? []);
  const groups = [2, 3, 4, 5, 7].map((node) => circles.get(node));
  expect(new Set(groups).size).toBe(3);
  expect([groups[0], groups[2]]).toEqual([groups[1], groups[3]]);
  expect([1, 6, 8].map((node) => circles.get(node))).toEqual([undefined, undefined, undefined]);
});
