import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { check } from '../../testing/check.ts';
import { termPrinter } from './termPrinter.ts';

test.each([
  ['file:///home/me/data.ttl#x', '<#x>'],
  ['file:///home/me/data.ttl', '<>'],
  ['file:///home/me/other.ttl#x', '<other.ttl#x>'],
  ['http://example.org/a/b', '<http://example.org/a/b>'],
  ['http://example.org/b', 'ex:b'],
])('%s is printed as %s', (iri, printed) => {
  const print = termPrinter([new Map([['ex', 'http://example.org/']])], 'file:///home/me/data.ttl');
  expect(print(terms.iri(iri))).toBe(printed);
});

test('messages name the nodes of a file without a base as they are written', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
<#a> ex:p "x" .
#         ^^^ sh:nodeKind: ex:p of <#a> is not an IRI: "x"
#- /shapes.ttl
ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ] .
`));

test('what is not checked is named with the prefixes of the shapes file', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:a ex:p "x" .
#- /shapes.ttl
@prefix my: <http://example.org/shapes#> . @prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
my:S sh:targetSubjectsOf ex:p ; sh:node my:Missing .
#                                       ^^^^^^^^^^ shapes: The shape my:Missing is not described in the linked shapes files, so nothing is checked against it.
`));

test('of a very long term, the beginning is printed in results', () => {
  const print = termPrinter([], 'file:///home/me/data.ttl');
  expect(print(terms.literal('9'.repeat(3000)))).toBe(`"${'9'.repeat(1999)}…`);
  expect(print(terms.literal('9'.repeat(1998)))).toBe(`"${'9'.repeat(1998)}"`);
});
