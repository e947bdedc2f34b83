import { expect, test } from 'vitest';
import { otherFormat } from './otherFormat.ts';
import { TurtleDocument } from './turtleDocument.ts';

const of = (text: string) => otherFormat(new TurtleDocument('file:///data/d.x', 0, text));
const iri = '<http://e.org/a>';

test.each([
  ['{ "http://e.org/a": { "http://e.org/p": [ { "value": "x" } ] } }', 'RDF/JSON'],
  ['{ "a": 1 }', 'JSON'],
  ['<?xml version="1.0"?>\n<a/>', 'XML'],
  ['<!DOCTYPE html>\n<html>', 'an HTML page'],
])('%s', (text, name) => {
  expect(of(text)).toMatch(new RegExp(`^This is ${name}[ ,(].*(?:riot --output=turtle d\\.x|download)`));
});

test.each(['id,name\n1,Ann\n', '"id";"name, first"\r\n1;"Ann; B."\r\n', 'id\tname\tage\n1\tAnn\t7'])(
  'a table: %j',
  (text) => {
    expect(of(text)).toMatch(/^This is a table \(CSV or TSV\), and only Turtle.* Make RDF of its rows first/);
  },
);

test.each([
  [`${iri} ${iri} "x"@en ${iri} .`, /^This is N-Quads.* \.nq/],
  [
    '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    /RDF\/XML.* \.rdf/,
  ],
  [`${iri} { ${iri} ${iri} 1 . }`, /^This is TriG.* \.trig/],
  [`@prefix ex: <http://e.org/> .\nGRAPH ex:g { ex:a ex:b 1 }`, /^This is TriG.* \.trig/],
  ['<rdf:RDF/>', /^This is RDF\/XML.* \.rdf/],
  ['{ "@context": {}, "@id": "http://e.org/a" }', /^This is JSON-LD.* \.jsonld/],
  ['[ { "@id": "http://e.org/a" } ]', /^This is JSON-LD.* \.jsonld/],
])('what is read in a file of another name is told to be renamed: %s', (text, message) => {
  expect(of(text)).toMatch(message);
});

test('TriG with mistakes is TriG', () => {
  const text = `${iri} { ${iri} ${iri} }\n{ ${iri} ${iri} 1 }`;
  const document = new TurtleDocument('file:///data/d.trig', 0, text);
  expect(document.errors).toHaveLength(1);
  expect(otherFormat(document)).toBeUndefined();
});

test.each([
  `${iri} ${iri} 1 .`,
  `[ ${iri} "x" ] .`,
  `${iri} ${iri} .`,
  `ex:a ${iri} 1 .`,
  `${iri} ${iri} "{" "}" .`,
  'a b, c .\nd e, f .',
  'ex:a ex:p 1, 2\nex:b ex:p 1, 2',
  'name, age',
  '',
])('Turtle, with mistakes or without: %s', (text) => {
  expect(of(text)).toBeUndefined();
});
