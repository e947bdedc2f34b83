import fc from 'fast-check';
import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runs } from '../../testing/runs.ts';
import { isomorphic } from '../isomorphism.ts';
import { terms } from '../terms.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';
import { type TriplesByGraph, trigOf, triplesByGraph, turtleOf, withoutGraphBlocks } from './turtleOf.ts';

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

/** The same statements in graph blocks, some without a dot. */
const arbitraryTriG = fc
  .tuple(arbitraryTurtle({ isRdf12: true }), fc.array(fc.nat(4), { minLength: 20, maxLength: 20 }))
  .map(([{ text, statements }, blocks]) => {
    let written = text;
    for (const [i, { start, end }] of [...statements.entries()].reverse()) {
      const statement = text.slice(start, end);
      const name = [undefined, '', 'GRAPH ex:g', '<urn:g>', '_:a # name\n'][blocks[i % blocks.length]!];
      if (name === undefined || /^(?:@|prefix\b|base\b|version\b)/i.test(statement)) continue;
      const inside = i % 2 === 0 ? statement : statement.slice(0, -1);
      written = `${written.slice(0, start)}${name}{${inside}}${written.slice(end)}`;
    }
    return read(written, 'file:///folder/in.trig');
  });

test('a blank node inside a triple term has one label in all graphs', () => {
  const document = read(
    '@prefix ex: <http://e.org/> . ex:a ex:p <<( _:b ex:q 1 )>> . ex:g { ex:c ex:p _:b . }',
    'file:///folder/in.trig',
  );
  const text = trigOf(triplesByGraph(document), document.prefixes, uri);
  expect(text.match(/_:\w+/g)).toHaveLength(2);
});

test('TriG is written with each triple in its graph', () => {
  fc.assert(
    fc.property(arbitraryTriG, (document) => {
      const graphs = triplesByGraph(document);
      const written = read(trigOf(graphs, document.prefixes, uri), 'file:///folder/out.trig');
      expect(written.errors).toEqual([]);
      // Of graph names, those that are blank nodes have other labels.
      const asTriples = (found: TriplesByGraph) =>
        [...found].flatMap(([graph, triples]) =>
          triples.flatMap(({ subject, predicate, object }) => {
            const name = graph ?? terms.iri('urn:default');
            const triple = terms.tripleTerm({ subject, predicate, object });
            return [
              {
                subject: name,
                predicate: name === graph && terms.isIri(name) ? name : predicate,
                object: triple,
              },
            ];
          }),
        );
      expect(isomorphic(asTriples(triplesByGraph(written)), asTriples(graphs))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

test('TriG without its blocks is Turtle that states the same, with all comments', () => {
  fc.assert(
    fc.property(arbitraryTriG, (document) => {
      const text = withoutGraphBlocks(document);
      const turtle = TurtleDocument.as(undefined, { uri: document.uri, version: 1, text });
      expect(turtle.errors).toEqual([]);
      expect(isomorphic(turtle.graph.triples(), document.graph.triples())).toBe(true);
      expect(turtle.comments.length).toBe(document.comments.length);
    }),
    { numRuns: runs(300) },
  );
});
