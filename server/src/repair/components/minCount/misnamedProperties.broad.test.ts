import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  problemsOf,
  readUnit,
  roomFixture,
  suggestionsFor,
} from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';
import { suggestRepairs } from '../../search/suggestRepairs.ts';

const dct = 'http://purl.org/dc/terms/';
const skos = 'http://www.w3.org/2004/02/skos/core#';
const asks = (property: string) => `sh:path ${property} ; sh:minCount 1`;

describe('the value stands under another name of the property', () => {
  test.each<[string, string, string, string, string]>([
    [
      'a misspelt one',
      asks('ex:opened'),
      'ex:r a ex:Room ; ex:openend "1902" . # keep me',
      'attested: Change ex:openend to ex:opened for "1902" of ex:r -- no file knows ex:openend',
      'ex:r a ex:Room ; ex:opened "1902" . # keep me',
    ],
    [
      'a misspelt one, though others have the value that their name says',
      asks('ex:title'),
      block`
        ex:r a ex:Room ; rdfs:label "Blue hall" ; ex:titel "Hall of mirrors" .
        ex:a a ex:Room ; rdfs:label "Foyer" ; ex:title "Foyer" .
        ex:b a ex:Room ; rdfs:label "Stage" ; ex:title "Stage" .
        ex:c a ex:Room ; rdfs:label "Attic" ; ex:title "Attic" .
        ex:d a ex:Room ; rdfs:label "Cellar" ; ex:title "Cellar" .`,
      'attested: Change ex:titel to ex:title for "Hall of mirrors" of ex:r -- no file knows ex:titel',
      block`
        ex:r a ex:Room ; rdfs:label "Blue hall" ; ex:title "Hall of mirrors" .
        ex:a a ex:Room ; rdfs:label "Foyer" ; ex:title "Foyer" .
        ex:b a ex:Room ; rdfs:label "Stage" ; ex:title "Stage" .
        ex:c a ex:Room ; rdfs:label "Attic" ; ex:title "Attic" .
        ex:d a ex:Room ; rdfs:label "Cellar" ; ex:title "Cellar" .`,
    ],
    [
      'a misspelt one with all its values',
      asks('ex:paymentMethods'),
      block`
        ex:r a ex:Room ; ex:paymentMethod ex:cash, ex:card .
        ex:a a ex:Room ; ex:paymentMethods ex:cash . ex:b a ex:Room ; ex:paymentMethods ex:card .`,
      'attested: Change ex:paymentMethod to ex:paymentMethods for ex:card and ex:cash of ex:r -- no file knows ex:paymentMethod',
      block`
        ex:r a ex:Room ; ex:paymentMethods ex:cash, ex:card .
        ex:a a ex:Room ; ex:paymentMethods ex:cash . ex:b a ex:Room ; ex:paymentMethods ex:card .`,
    ],
    [
      'the last word of it',
      asks('ex:withinScope'),
      'ex:r a ex:Room ; ex:scope ex:x . ex:s a ex:Room ; ex:withinScope ex:y .',
      'plausible: Change ex:scope to ex:withinScope for ex:x of ex:r -- no file knows ex:scope',
      'ex:r a ex:Room ; ex:withinScope ex:x . ex:s a ex:Room ; ex:withinScope ex:y .',
    ],
    [
      'one without its last letters',
      asks('ex:long'),
      'ex:r a ex:Room ; ex:lon 9.9 . ex:s a ex:Room ; ex:long 9.8 .',
      'plausible: Change ex:lon to ex:long for 9.9 of ex:r -- no file knows ex:lon',
      'ex:r a ex:Room ; ex:long 9.9 . ex:s a ex:Room ; ex:long 9.8 .',
    ],
    [
      'one that its vocabulary does not have',
      asks(`<${skos}prefLabel>`),
      `ex:r a ex:Room ; <${skos}name> "A"@en . ex:s a ex:Room ; <${skos}prefLabel> "B"@en .`,
      `plausible: Change <${skos}name> to <${skos}prefLabel> for "A"@en of ex:r -- its vocabulary has no <${skos}name>, and this is missing`,
      block`
        @prefix skos: <${skos}> .
        ex:r a ex:Room ; skos:prefLabel "A"@en . ex:s a ex:Room ; <${skos}prefLabel> "B"@en .`,
    ],
    [
      'one in another case',
      asks('ex:floorArea'),
      'ex:r a ex:Room ; ex:floor_area 12 .',
      'attested: Change ex:floor_area to ex:floorArea for 12 of ex:r -- no file knows ex:floor_area',
      'ex:r a ex:Room ; ex:floorArea 12 .',
    ],
    [
      'a misspelt one, with the datatype that is asked for',
      `${asks('ex:opened')} ; sh:datatype xsd:date`,
      'ex:r a ex:Room ; ex:opend "2019-03-04" .',
      'attested: Remove "2019-03-04" as ex:opend of ex:r and add "2019-03-04"^^xsd:date as ex:opened of ex:r -- no file knows ex:opend',
      'ex:r a ex:Room ; ex:opened "2019-03-04"^^xsd:date .',
    ],
    [
      'in a mistaken namespace',
      asks('<https://vocab.example/terms#storey>'),
      'ex:r a ex:Room ; <http://vocab.example/terms/storey> 3 .',
      'attested: Change <http://vocab.example/terms/storey> to <https://vocab.example/terms#storey> for 3 of ex:r -- no file knows <http://vocab.example/terms/storey>',
      'ex:r a ex:Room ; <https://vocab.example/terms#storey> 3 .',
    ],
    [
      'of an older vocabulary, with all values',
      asks(`<${dct}description>`),
      block`
        ex:r a ex:Room ;
          <http://purl.org/dc/elements/1.1/description> "Hall"@en, "Saal"@de .`,
      `attested: Change <http://purl.org/dc/elements/1.1/description> to <http://purl.org/dc/terms/description> for "Hall"@en and "Saal"@de of ex:r -- <http://purl.org/dc/elements/1.1/description> is <http://purl.org/dc/terms/description> in another vocabulary`,
      block`
        @prefix dcterms: <http://purl.org/dc/terms/> .
        ex:r a ex:Room ;
          dcterms:description "Hall"@en, "Saal"@de .`,
    ],
  ])('%s', (_, property, before, line, after) => checkRepair(property, before, line, after));
});

test('of another vocabulary it is restated only by choice', () =>
  checkListing(
    asks('<http://xmlns.com/foaf/0.1/name>'),
    'ex:r a ex:Room ; <https://schema.org/name> "Hall" .',
    [
      'plausible: Change <https://schema.org/name> to <http://xmlns.com/foaf/0.1/name> for "Hall" of ex:r -- no file knows <https://schema.org/name>',
      'placeholder: Add "" as <http://xmlns.com/foaf/0.1/name> of ex:r (to be filled in) [needs input]',
    ],
  ));

describe('the property is another one', () => {
  const nothing = (property: string, value = '""') => [
    `placeholder: Add ${value} as ${property} of ex:r (to be filled in) [needs input]`,
  ];

  test('that other nodes have beside the wanted one', () =>
    checkListing(
      asks('ex:height'),
      'ex:r a ex:Room ; ex:weight "7" . ex:s ex:weight "8" ; ex:height "2" .',
      nothing('ex:height'),
    ));

  test.each([
    [
      'whose name says enough by itself',
      'ex:birthWeight',
      'ex:r ex:weight 3.4 . ex:a ex:birthWeight 3.2 . ex:b ex:birthWeight 3.5 .',
    ],
    [
      'that several nodes have',
      'ex:withinScope',
      'ex:r ex:scope "a" . ex:c ex:scope "b" . ex:a ex:withinScope "a" . ex:b ex:withinScope "c" .',
    ],
    [
      'that ends other names of the data as well',
      'ex:withinScope',
      'ex:r ex:scope "d" . ex:c ex:outOfScope "b" . ex:a ex:withinScope "a" . ex:b ex:withinScope "c" .',
    ],
    [
      'whose number is not among those of others',
      'ex:seatCapacity',
      'ex:r ex:capacity 900 . ex:a ex:seatCapacity 40 . ex:b ex:seatCapacity 60 .',
    ],
  ])('%s is perhaps it', async (_, property, data) => {
    const rooms = ['r', 'a', 'b'].map((name) => `ex:${name} a ex:Room .`).join(' ');
    const { repairs } = await suggestionsFor(roomFixture(asks(property), `${rooms} ${data}`));
    const changes = repairs.filter(({ repair }) => repair.title.startsWith('Change '));
    expect(changes.filter(({ certainty }) => certainty !== 'possible')).toEqual([]);
  });

  test('whose words have their meaning by their order', () =>
    checkListing(
      asks('ex:rateUsdToEur'),
      'ex:r a ex:Room ; ex:rateEurToUsd "1.08" . ex:s a ex:Room ; ex:rateUsdToEur "0.93" . ex:t a ex:Room ; ex:rateUsdToEur "0.92" .',
      nothing('ex:rateUsdToEur'),
    ));

  test('that a linked file describes', () =>
    checkListing(
      asks('ex:colour'),
      block`
        ex:r a ex:Room ; ex:colours "red" .
        #- /context.ttl
        ex:colours rdfs:comment "All that occur." .`,
      nothing('ex:colour'),
    ));

  test('that a shape asks for, too', () =>
    checkListing(
      `${asks('ex:colour')} ] , [ sh:path ex:colours ; sh:maxCount 9`,
      'ex:r a ex:Room ; ex:colours "red" .',
      nothing('ex:colour'),
    ));

  test.each([
    ['part', 'partOf'],
    ['member', 'memberOf'],
    ['start', 'startTime'],
  ])('of which it has a word more: ex:%s and ex:%s', (property, asked) =>
    checkListing(
      asks(`ex:${asked}`),
      `ex:r a ex:Room ; ex:${property} ex:wheel . ex:wheel ex:${asked} ex:factory .`,
      [`placeholder: Add new ex:${asked}_1 as ex:${asked} of ex:r [needs input]`],
    ),
  );

  test('whose value does not fit', () =>
    checkListing(
      `${asks('ex:count')} ; sh:datatype xsd:integer`,
      'ex:r a ex:Room ; ex:cuont "many" .',
      nothing('ex:count', '0'),
    ));

  test('whose name differs in a number', () =>
    checkListing(asks('ex:line2'), 'ex:r a ex:Room ; ex:line1 "Quay" .', nothing('ex:line2')));
});

test('not the last word of two properties that the shapes ask for', () =>
  checkListing(
    'sh:path ex:lastName ; sh:minCount 1 ] ; sh:property [ sh:path ex:firstName ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "Eva" . ex:s a ex:Room ; ex:lastName "Meyer" .',
    ['placeholder: Add "" as ex:lastName of ex:r (to be filled in) [needs input]'],
  ));

test.each([
  ['two missing properties may have', 'xsd:string', ['possible', 'possible']],
  ['only one missing property may have', 'xsd:integer', ['likely']],
])('a value under a forbidden name that %s', async (_, datatype, expected) => {
  const unit = readUnit(`
#- /data.ttl
ex:r a ex:Room ; ex:foo "x" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:givenName ; sh:minCount 1 ; sh:datatype xsd:string ] ,
    [ sh:path ex:familyName ; sh:minCount 1 ; sh:datatype ${datatype} ] .
`);
  const missing = (await problemsOf(unit)).filter(
    ({ violation }) => violation.constraint.kind === 'minCount',
  );
  const certainties: string[] = [];
  for (const problem of missing) {
    const { repairs } = await suggestRepairs(problem, { max: 10 }, new AbortController().signal);
    const moved = repairs.find(({ repair }) => /Change ex:foo/.test(repair.title));
    if (moved !== undefined) certainties.push(moved.certainty);
  }
  expect(certainties).toEqual(expected);
});
