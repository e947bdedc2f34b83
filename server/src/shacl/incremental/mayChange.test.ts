import { expect, test } from 'vitest';
import { localName } from '../../rdf/iri.ts';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { leadsToAnyOf } from './mayChange.ts';

const shapes = `
  ex:Asked sh:path ex:p ; sh:minCount 1 .
  ex:Near a sh:NodeShape ; sh:property ex:Asked .
  ex:Far a sh:NodeShape ; sh:targetNode ex:x ; sh:not [ sh:or ( ex:Near ex:Other ) ] .
  ex:Other a sh:NodeShape ; sh:targetNode ex:x ; sh:nodeKind sh:IRI .`;

test.each([
  ['Asked', ['Asked', 'Far', 'Near']],
  ['Other', ['Far', 'Other']],
  ['Far', ['Far']],
  ['Missing', []],
])('%s is what these shapes lead to', (wanted, leading) => {
  const { graph } = new TurtleDocument('file:///shapes.ttl', 1, suppliedPrefixes + shapes);
  const read = readShapes(graph);
  const leads = leadsToAnyOf([terms.iri(`http://example.org/ns#${wanted}`)], read);
  const named = read.shapes.filter((shape) => terms.isIri(shape.id) && leads(shape));
  expect(named.map(({ id }) => localName(terms.value(id))).sort()).toEqual(leading);
});
