import { expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { areAllSuspect, suspectQueries } from './suspectQueries.ts';

const two = 'sh:targetClass ex:A ; sh:targetSubjectsOf ex:q';

test.each([
  ['a condition is asked about', 10, two, false],
  ['a long one, too', 250, 'sh:targetClass ex:A', false],
  ['one that is too long with all targets of its shape makes all nodes suspect', 250, two, true],
])('%s', (_, values, targets, areAll) => {
  const list = Array.from({ length: values }, (_, i) => `ex:value${i}`).join(' ');
  const text = `ex:S a sh:NodeShape ; ${targets} ; sh:property [ sh:path ex:p ; sh:in ( ${list} ) ] .`;
  const { graph } = new TurtleDocument('file:///shapes.ttl', 0, suppliedPrefixes + text);
  expect(areAllSuspect(suspectQueries(readShapes(graph), graph))).toBe(areAll);
});
