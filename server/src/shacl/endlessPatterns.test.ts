import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { endlessPatternBelow } from './endlessPatterns.ts';
import { readShapes } from './shapesGraph/readShapes.ts';

test.each([
  ['its own pattern', 'ex:S sh:pattern "^(a|a)*\\\\1$" .', true],
  ['that of a shape it refers to', 'ex:S sh:node ex:T . ex:T sh:pattern "^(a|a)*\\\\1$" .', true],
  ['a pattern with an end', 'ex:S sh:node ex:T . ex:T sh:pattern "^a+$" .', false],
])('a shape may take forever for %s: %s', (_, shapes, isEndless) => {
  const { graph, errors } = new TurtleDocument(
    'file:///shapes.ttl',
    1,
    `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://e.org/> . ex:S a sh:NodeShape . ex:T a sh:NodeShape . ${shapes}`,
  );
  expect(errors).toEqual([]);
  const why = endlessPatternBelow(readShapes(graph), [terms.iri('http://e.org/S')]);
  expect(why !== undefined).toBe(isEndless);
});
