import { describe, expect, test } from 'vitest';
import type { GraphDelta } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';

import { graphOf, print, printViolation, unitOf } from '../../testing/shaclCheck.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import type { EvaluatorOptions } from '../evaluator.ts';
import { affectedFocuses } from './affected.ts';
import { changedInput, changesClasses } from './changedInput.ts';
import { recordValidation } from './recordedValidation.ts';

test('the impact of a change of one value is about that value alone', async () => {
  const { shapes, dataGraph, classGraph } = unitOf({
    shapes:
      'ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ; sh:maxCount 2 ] .',
    data: 'ex:a ex:p "1", "2", "3", "4" .',
  });
  const recorded = await recordValidation({ dataGraph, reportedGraph: dataGraph, classGraph, shapes });
  const removed = [...graphOf('ex:a ex:p "2" .').triples()];
  const { before, after } = await recorded.impactOf(changedInput(recorded.input, { added: [], removed }));
  expect(before.map(printViolation)).toEqual(['ex:a ex:p "2" datatype', 'ex:a ex:p maxCount']);
  expect(after.map(printViolation)).toEqual(['ex:a ex:p maxCount']);
});

test('a value that is judged by what others say is touched by a change of that', async () => {
  const { shapes, dataGraph, classGraph } = unitOf({
    shapes: `ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:node ex:V ] .
      ex:V a sh:NodeShape ; sh:property [ sh:path ( ex:q ex:r ) ; sh:maxCount 1 ] .`,
    data: 'ex:a ex:p ex:b, ex:c . ex:b ex:q ex:d . ex:d ex:r 1 .',
  });
  const recorded = await recordValidation({ dataGraph, reportedGraph: dataGraph, classGraph, shapes });
  const added = [...graphOf('ex:d ex:r 2 .').triples()];
  const { after } = await recorded.impactOf(changedInput(recorded.input, { added, removed: [] }));
  expect(after.map(printViolation)).toEqual(['ex:a ex:p ex:b node']);
});

test('an edit after which a path takes too many steps at all nodes is judged as the whole text is', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `ex:n${i}`);
  const closures = (depth: number): string =>
    depth === 0 ? 'ex:p' : `[ sh:zeroOrMorePath ( ${closures(depth - 1)} ex:p ) ]`;
  const { shapes, dataGraph, classGraph } = unitOf({
    shapes: `ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:name ; sh:minCount 1 ] , ex:P .
      ex:P sh:path ( ex:from ${closures(45)} ) ; sh:equals ex:q .`,
    data: names.map((name) => `${name} ex:p ${names.join(', ')} .`).join('\n'),
  });
  const probe = { numberOf: () => 1, numberOfWork: () => 1, enter: () => 0, leave() {}, patience: 0.01 };
  const input = { dataGraph, reportedGraph: dataGraph, classGraph, shapes };
  const before = await recordValidation(input, { probe });
  expect(before.result.notChecked).toEqual([]);
  const added = [...graphOf(names.map((name) => `${name} ex:from ex:n0 .`).join('\n')).triples()];
  const change = changedInput(input, { added, removed: [] });
  const after = await before.updated(change);
  const whole = await recordValidation(change.input, { probe });
  expect(after.result.notChecked).toEqual(whole.result.notChecked);
  expect(after.result.notChecked[0]?.reason).toContain('sh:equals of P follows a path with too many steps');
  const found = after.result.violations.map(printViolation).toSorted();
  expect(found).toEqual(whole.result.violations.map(printViolation).toSorted());
  expect(found).toHaveLength(names.length);
});

test('a class that becomes a subclass makes its instances targets that a shape filters', async () => {
  const { shapes, dataGraph, classGraph } = unitOf({
    shapes: `ex:S sh:nodeKind sh:Literal ; sh:targetNode
      [ sh:nodes [ sh:instancesOf ex:C ] ; sh:filterShape [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] ] .`,
    data: 'ex:a a ex:D ; ex:p 1 . ex:b a ex:D .',
  });
  const recorded = await recordValidation({ dataGraph, reportedGraph: dataGraph, classGraph, shapes });
  const added = [...graphOf('ex:D rdfs:subClassOf ex:C .').triples()];
  const { result } = await recorded.updated(changedInput(recorded.input, { added, removed: [] }));
  expect(result.violations.map(printViolation)).toEqual(['ex:a ex:a nodeKind']);
});

test('the target of a shape is named where the query of what it filters is given up', async () => {
  const { shapes, dataGraph, classGraph } = unitOf({
    shapes: `ex:S sh:nodeKind sh:Literal ; sh:targetNode
      [ sh:nodes [ sh:path ex:next ; sh:nodes [ sh:instancesOf ex:C ] ] ; sh:filterShape [ sh:nodeKind sh:IRI ] ] .`,
    data: 'ex:a a ex:C ; ex:next ex:b . ex:b a ex:C ; ex:next ex:c .',
  });
  const input = { dataGraph, reportedGraph: dataGraph, classGraph, shapes };
  const options: Pick<EvaluatorOptions, 'term' | 'queryBudget'> = {
    queryBudget: { milliseconds: 5000, maxRows: 1 },
  };
  const { result } = await recordValidation(input, options);
  expect(result.notChecked.map(({ reason }) => reason)).toEqual([
    'sh:targetNode of S selects nothing: The query has more than 1 intermediate results.',
  ]);
});

describe('a change of a few triples', () => {
  const shapes = `
    ex:PersonShape sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ,
      [ sh:path ex:knows ; sh:class ex:Person ] .`;
  const data = `
    ex:ann a ex:Person ; ex:name "Ann" ; ex:knows ex:bob .
    ex:bob a ex:Person ; ex:name "Bob" .
    ex:cat a ex:Person ; ex:name "Cat" .
    ex:dan a ex:Student . ex:Student rdfs:subClassOf ex:Person .`;

  const affectedBy = (text: string) => {
    const { shapes: shapesGraph, dataGraph, classGraph } = unitOf({ shapes, data });
    const delta: GraphDelta = { added: [], removed: [...graphOf(text).triples()] };
    const classesBefore = new ClassHierarchy(classGraph);
    const classesAfter = changesClasses(delta)
      ? new ClassHierarchy(new OverlayGraph(classGraph, delta))
      : classesBefore;
    const change = { before: dataGraph, delta, classesBefore, classesAfter };
    return affectedFocuses(change, shapesGraph, shapesGraph.roots).map(({ node }) => print(node));
  };

  test.each([
    ['a value of the path', `ex:ann ex:name "Ann" .`, ['ex:ann']],
    ['a type that a value needs', `ex:bob a ex:Person .`, ['ex:ann', 'ex:bob']],
    ['a type that nothing asks for', `ex:bob a ex:Robot .`, []],
    ['something that no shape looks at', `ex:cat ex:age 3 .`, []],
    ['a class of a few', `ex:Student rdfs:subClassOf ex:Person .`, ['ex:dan']],
  ])('affects only those who looked at it: %s', (_, changed, expected) => {
    expect(affectedBy(changed).toSorted()).toEqual(expected);
  });
});
