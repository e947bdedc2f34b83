import fc from 'fast-check';
import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runs } from '../../testing/runs.ts';
import { isomorphic } from '../isomorphism.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';
import { turtleOf } from './turtleOf.ts';

const uri = 'file:///folder/out.ttl';

const read = (text: string, from = uri) => new TurtleDocument(from, 1, text);

test('blank nodes that are used once are in brackets, lists in parentheses, prefixes are those in use', () => {
  const text = block`
    @prefix ex: <http://example.org/> .
    @prefix no: <http://example.org/no#> .
    ex:a a ex:B , ex:C .
    ex:a ex:p _:n , _:l , _:twice . _:n ex:q 1 ; ex:r _:twice .
    _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "x"@en ;
      <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> ( "2026-01-01"^^<http://www.w3.org/2001/XMLSchema#date> ) .
    _:c1 ex:next _:c2 . _:c2 ex:next _:c1 .
    _:alone ex:see <in.ttl#x> , <other.ttl> .
    ex:t ex:says <<( ex:s ex:p _:in )>> . _:in ex:p () .
  `;
  expect(turtleOf(read(text, 'file:///folder/in.ttl'), uri)).toMatchInlineSnapshot(`
    "@prefix ex: <http://example.org/> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

    ex:a a ex:B , ex:C ;
      ex:p [ ex:q 1 ;
        ex:r _:b1 ] , ( "x"@en "2026-01-01"^^xsd:date ) , _:b1 .

    [ ex:see <in.ttl#x> , <other.ttl> ] .

    ex:t ex:says <<( ex:s ex:p _:b2 )>> .

    _:b2 ex:p () .

    _:b3 ex:next [ ex:next _:b3 ] .
    "
  `);
});

test('what is written states the same', () => {
  fc.assert(
    fc.property(arbitraryTurtle(), ({ text }) => {
      const document = read(text);
      const written = read(turtleOf(document, uri));
      expect(written.errors).toEqual([]);
      expect(isomorphic([...written.graph.triples()], [...document.graph.triples()])).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

test('nodes and lists that are deep or long', () => {
  const deep = `<a> <p> ${'[ <p> '.repeat(3000)}1${' ]'.repeat(3000)} .`;
  const long = `<a> <p> ( ${'1 '.repeat(20_000)}) .`;
  const lists = `<a> <p> ${'( '.repeat(3000)}${') '.repeat(3000)}.`;
  for (const text of [deep, long, lists]) {
    const document = read(text);
    const written = read(turtleOf(document, uri));
    expect(written.errors).toEqual([]);
    expect(written.graph.size).toBe(document.graph.size);
  }
});
