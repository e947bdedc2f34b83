import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { SyntheticTerms } from './syntheticTerms.ts';

const prefixes = `
  @prefix : <http://example.org/depot/> . @prefix v: <http://example.org/vocabulary#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const data = `
  :tram-7 a v:Tram ; v:name "Harbour line"@en, "Hafenlinie"@de ; v:seats 84 ; v:since "2011-06-01"^^xsd:date ;
    v:stateOf v:running ; v:depot :north-yard .
  :tram-8 a v:Tram ; v:name "Hill line"@en ; v:seats 120 ; v:since "2014-09-15"^^xsd:date ; v:depot :north-yard .
`;

const shapes =
  'v:S sh:property [ sh:path v:seats ; sh:maxInclusive 200 ], [ sh:path v:stateOf ; sh:in ( v:running v:parked ) ] .';

function read(text: string) {
  const { graph, errors } = new TurtleDocument('file:///depot.ttl', 1, prefixes + text);
  expect(errors).toEqual([]);
  return graph;
}

/** The synthetic terms among those that a change inserts. */
function syntheticIn(added: string, removed = ''): readonly string[] {
  const terms = new SyntheticTerms(read(data), read(shapes));
  const triples = (text: string) => [...new IndexedGraph(read(text).triples()).triples()];
  return terms.in({ added: triples(added), removed: triples(removed) }).map(termToNTriples);
}

test.each<[what: string, added: string, removed?: string]>([
  ['a value of others', ':tram-7 v:seats 120 .'],
  ['a text in another form', ':tram-7 v:seats "84" .'],
  ['a name as a text', ':tram-7 v:depot "north-yard" .'],
  ['a name as words', ':tram-7 v:depot "north yard" .'],
  ['a letter left out', ':tram-7 v:name "Habour line"@en .', ':tram-7 v:name "Harbour line"@en .'],
  ['a letter typed twice', ':tram-7 v:name "Harbourr line"@en .', ':tram-7 v:name "Harbour line"@en .'],
  ['swapped letters', ':tram-7 v:stateOf v:runinng .', ':tram-7 v:stateOf v:running .'],
  ['a key beside', ':tram-7 v:stateOf v:tunning .', ':tram-7 v:stateOf v:running .'],
  ['cut short', ':tram-7 v:name "Harb"@en .', ':tram-7 v:name "Harbour line"@en .'],
  ['two texts in one', ':tram-7 v:name "Harbour line, Hill line"@en .'],
  ['a wrong tag', ':tram-7 v:name "Hill line"@eng .'],
  ['a number among the others', ':tram-7 v:seats 99 .'],
  ['a date among the others', ':tram-7 v:since "2012-03-04"^^xsd:date .'],
  ['a number near what shapes name', ':tram-7 v:seats 201 .'],
  ['a date as people write it', ':tram-7 v:since "01.06.2011" .', ':tram-7 v:since "2011-06-01"^^xsd:date .'],
  ['the next in a row', ':tram-9 a v:Tram .'],
  ['a second one', ':tram-7 v:depot :north-yard_2 . :north-yard_2 v:depot :north-yard .'],
])('%s is natural', (_, added, removed) => expect(syntheticIn(added, removed)).toEqual([]));

test.each<[what: string, added: string, synthetic: string]>([
  ['a lone letter', ':tram-7 v:name "x" .', '"x"'],
  ['a letter behind a value', ':tram-7 v:name "Harbour linex" .', '"Harbour linex"'],
  ['a padded text', ':tram-7 v:name "Harbour lineeeeee" .', '"Harbour lineeeeee"'],
  ['a number far away', ':tram-7 v:seats 100000 .', '"100000"^^<http://www.w3.org/2001/XMLSchema#integer>'],
  [
    'a date far away',
    ':tram-7 v:since "1066-10-14"^^xsd:date .',
    '"1066-10-14"^^<http://www.w3.org/2001/XMLSchema#date>',
  ],
  ['a numbered thing', ':tram-7 v:depot :Thing_1 .', '<http://example.org/depot/Thing_1>'],
  [
    'an unknown property',
    ':tram-7 v:unknownProperty 84 .',
    '<http://example.org/vocabulary#unknownProperty>',
  ],
  ['a language without words', ':tram-7 v:name "Hill line"@zxx .', '"Hill line"@zxx'],
])('%s is synthetic', (_, added, synthetic) => expect(syntheticIn(added)).toEqual([synthetic]));

test('brackets are synthetic where others have none, but not what is stated inside', () => {
  const added = ':tram-7 v:depot [ v:seats 84 ] .';
  expect(syntheticIn(added)).toEqual([expect.stringMatching(/^_:/)]);
  expect(syntheticIn('[] v:seats 84 .')).toEqual([]);
});

test('terms are counted once for each change', () => {
  const terms = new SyntheticTerms(read(data), read(shapes));
  const change = (text: string) => ({ added: [...read(text).triples()], removed: [] });
  const changes = [change(':tram-7 v:name "x", "Hill line" ; v:motto "x" .'), change(':tram-8 v:name "x" .')];
  expect(terms.of(changes)).toEqual({ inserted: 4, synthetic: 3 });
});
