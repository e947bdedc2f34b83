import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  problemsOf,
  readUnit,
  roomFixture,
  suggestionsFor,
} from '../../testing/checkRepair.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

describe('what was meant is certain', () => {
  test.each<[string, string, string, string, string]>([
    ['same text', 'xsd:integer', '"12"', '12', 'the same text'],
    ['the lexical form is kept', 'xsd:integer', '"012"', '012', 'the same text'],
    ['boolean', 'xsd:boolean', '"true"', 'true', 'the same text'],
    ['boolean in another case', 'xsd:boolean', '"True"', 'true', 'as XML Schema writes it'],
    ['boolean in words', 'xsd:boolean', '"no"', 'false', 'as XML Schema writes it'],
    ['spaces around', 'xsd:integer', '" 12 "', '12', 'the same text without the spaces around it'],
    ['decimal comma', 'xsd:decimal', '"0,3048"', '0.3048', 'as XML Schema writes it'],
    ['decimal comma after a zero', 'xsd:decimal', '"0,304"', '0.304', 'as XML Schema writes it'],
    ['three decimals', 'xsd:decimal', '"4.505"', '4.505', 'the same text'],
    ['thousands and a point', 'xsd:decimal', '"1,234.5"', '1234.5', 'as XML Schema writes it'],
    ['fraction of nothing', 'xsd:integer', '12.0', '12', 'as XML Schema writes it'],
    ['date', 'xsd:date', '"2020-01-31"', '"2020-01-31"^^xsd:date', 'the same text'],
    [
      'date without leading zeros',
      'xsd:date',
      '"2020-1-9"',
      '"2020-01-09"^^xsd:date',
      'as XML Schema writes it',
    ],
    ['day first', 'xsd:date', '"1.2.2020"', '"2020-02-01"^^xsd:date', 'as XML Schema writes it'],
    ['no month', 'xsd:date', '"02/13/2020"', '"2020-02-13"^^xsd:date', 'as XML Schema writes it'],
    [
      'the start of a day',
      'xsd:date',
      '"2020-01-31T00:00:00Z"',
      '"2020-01-31Z"^^xsd:date',
      'as XML Schema writes it',
    ],
    [
      'time after a space',
      'xsd:dateTime',
      '"2020-01-31 12:00:00"',
      '"2020-01-31T12:00:00"^^xsd:dateTime',
      'as XML Schema writes it',
    ],
    ['number in words', 'xsd:integer', '"five"', '5', 'as XML Schema writes it'],
    ['number as text', 'xsd:string', '0012', '"0012"', 'the same text'],
    ['text without its language', 'xsd:string', '"Bad"@de', '"Bad"', 'the same text'],
    ['IRI as text', 'xsd:anyURI', '<http://a.b/>', '"http://a.b/"^^xsd:anyURI', 'the IRI as text'],
  ])('%s', (_, datatype, before, after, evidence) =>
    checkRepair(
      `sh:path ex:p ; sh:datatype ${datatype}`,
      `ex:r a ex:Room ; ex:p ${before} . # keep me`,
      `attested: Change ${before} to ${after} -- ${evidence}`,
      `ex:r a ex:Room ; ex:p ${after} . # keep me`,
    ),
  );
});

describe('what was meant is for the user to decide', () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      'comma for thousands or for decimals',
      'xsd:decimal',
      '"1,304"',
      [
        'to 1.304 (to be filled in) -- the comma read as a decimal comma',
        'to "1304"^^xsd:decimal (to be filled in) -- the comma read as a separator of thousands',
      ],
    ],
    [
      'day and month in either order',
      'xsd:date',
      '"02/03/2020"',
      [
        'to "2020-03-02"^^xsd:date (to be filled in) -- the day read before the month',
        'to "2020-02-03"^^xsd:date (to be filled in) -- the month read before the day',
      ],
    ],
    [
      'a year alone',
      'xsd:date',
      '"2023"',
      ['to "2023-01-01"^^xsd:date (to be filled in) -- only the year is stated'],
    ],
    ['no number', 'xsd:integer', '"big"', ['to 0 (to be filled in)']],
    ['fraction', 'xsd:integer', '"1.5"', ['to 2 (to be filled in) -- rounded']],
    ['no truth value', 'xsd:boolean', '"perhaps"', ['to false (to be filled in)']],
  ])('%s', (_, datatype, before, after) =>
    checkListing(`sh:path ex:p ; sh:datatype ${datatype}`, `ex:r a ex:Room ; ex:p ${before} .`, [
      ...after.map((each) => `placeholder: Change ${before} ${each} [needs input]`),
      `removal: Remove ${before} as ex:p of ex:r`,
    ]),
  );
});

test('a zero as third decimal may end a thousand', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:decimal', 'ex:r a ex:Room ; ex:p "4.500" .', [
    'plausible: Change "4.500" to 4.500 -- the same text',
    'placeholder: Change "4.500" to "4500"^^xsd:decimal (to be filled in) -- the point read as a separator of thousands [needs input]',
    'removal: Remove "4.500" as ex:p of ex:r',
  ]));

test('a day after the end of the month is its last day, which is likely only', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:date', 'ex:r a ex:Room ; ex:p "2023-11-31"^^xsd:date .', [
    'plausible: Change "2023-11-31"^^xsd:date to "2023-11-30"^^xsd:date -- the month has 30 days',
    'removal: Remove "2023-11-31"^^xsd:date as ex:p of ex:r',
  ]));

test('no removal of what has to be there', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:integer ; sh:minCount 1', 'ex:r a ex:Room ; ex:p "big" .', [
    'placeholder: Change "big" to 0 (to be filled in) [needs input]',
  ]));

describe('the language of a text', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'that others use',
      'ex:r a ex:Room ; rdfs:label "Zimmer" . ex:s rdfs:label "Bad"@de .',
      ['plausible: Change "Zimmer" to "Zimmer"@de -- 1 of 1 texts of other nodes are in de'],
    ],
    [
      'that others of its class use',
      'ex:r a ex:Room ; rdfs:label "Bad" . ex:s a ex:Room ; rdfs:label "Hall"@en . ex:t a ex:Room ; rdfs:label "Attic"@en . ex:u rdfs:label "Haus"@de . ex:v rdfs:label "Garten"@de .',
      ['plausible: Change "Bad" to "Bad"@en -- 2 of 2 texts of other ex:Room are in en'],
    ],
    [
      'of the other texts of the node, whatever others have',
      'ex:r a ex:Room ; rdfs:label "Stue" ; rdfs:comment "Rommet i midten."@nb ; ex:alt "Dagligstue"@nb . ex:s rdfs:label "Kitchen"@en . ex:t rdfs:label "Attic"@en .',
      [
        'attested: Change "Stue" to "Stue"@nb -- the other 2 texts of ex:r are in nb',
        'plausible: Change "Stue" to "Stue"@en -- 2 of 2 texts of other nodes are in en',
      ],
    ],
    [
      'in which the node has no text yet',
      'ex:r a ex:Room ; rdfs:label "Salon"@fr, "Parlour" . ex:s rdfs:label "Cuisine"@fr, "Kitchen"@en . ex:t rdfs:label "Cave"@fr, "Cellar"@en .',
      [
        'plausible: Change "Parlour" to "Parlour"@en -- 2 of 4 texts of other nodes are in en',
        'plausible: Change "Parlour" to "Parlour"@fr -- the other text of ex:r is in fr',
      ],
    ],
    [
      'that has its letters',
      'ex:r a ex:Room ; rdfs:label "Küche" . ex:s rdfs:label "Bath"@en, "Büro"@de . ex:t rdfs:label "Hall"@en . ex:u rdfs:label "Attic"@en .',
      [
        'plausible: Change "Küche" to "Küche"@de -- 1 of 4 texts of other nodes are in de',
        'plausible: Change "Küche" to "Küche"@en -- 3 of 4 texts of other nodes are in en',
      ],
    ],
    [
      'that nothing shows',
      'ex:r a ex:Room ; rdfs:label "Sala" .',
      [
        'placeholder: Change "Sala" to "Sala"@en (to be filled in) -- no text shows the language [needs input]',
      ],
    ],
  ])('%s', (_, data, expected) =>
    checkListing('sh:path rdfs:label ; sh:datatype rdf:langString', data, [
      ...expected,
      `removal: Remove ${/rdfs:label .*?("[^"]*")(?=[ ;.])/.exec(data)![1]} as rdfs:label of ex:r`,
    ]),
  );
});

test('no text shows the language, and the one that stands for it is taken', () =>
  checkListing(
    'sh:path rdfs:label ; sh:datatype rdf:langString ; sh:uniqueLang true ; sh:minCount 2',
    'ex:r a ex:Room ; rdfs:label "Sala" , "Room"@en .',
    ['placeholder: Change "Sala" to "Sala"@de (to be filled in) -- no text shows the language [needs input]'],
  ));

describe('a number with a unit', () => {
  const first = async (property: string, data: string) => {
    const suggestions = await suggestionsFor(
      roomFixture(
        `${property} ; sh:minCount 1`,
        `@prefix ex: <http://example.org/ns#> . @prefix qudt: <http://qudt.org/schema/qudt/> . @prefix unit: <http://qudt.org/vocab/unit/> . ${data}`,
      ),
    );
    return listing(suggestions).split('\n')[0];
  };

  test.each<[string, string, string, string]>([
    [
      'that the node states',
      'sh:path ex:span ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:span "4.5 m" ; qudt:hasUnit unit:M .',
      'attested: Change "4.5 m" to 4.5 -- ex:r has qudt:hasUnit unit:M',
    ],
    [
      'that differs from what the node states',
      'sh:path ex:span ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:span "450 cm" ; qudt:hasUnit unit:M .',
      'plausible: Change "450 cm" to 4.5 -- the same: ex:r has qudt:hasUnit unit:M',
    ],
    [
      'that the shape of the property states',
      'sh:path ex:span ; sh:datatype xsd:integer ; <http://qudt.org/schema/qudt/unit> <http://qudt.org/vocab/unit/MIN>',
      'ex:r a ex:Room ; ex:span "2 h" .',
      'plausible: Change "2 h" to 120 -- the same: the shape has qudt:unit unit:MIN',
    ],
    [
      'that the property is named after',
      'sh:path ex:areaInHectares ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:areaInHectares "2 km²" .',
      'plausible: Change "2 km²" to "200"^^xsd:decimal -- the same: by the name of ex:areaInHectares',
    ],
    [
      'that some read as a power of two',
      'sh:path ex:byteCount ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:byteCount "7,5 kB" .',
      'plausible: Change "7,5 kB" to 7500 -- about the same: by the name of ex:byteCount',
    ],
    [
      'that the description of the property names',
      'sh:path ex:span ; sh:datatype xsd:decimal ; sh:description "The free width, in centimetres"',
      'ex:r a ex:Room ; ex:span "1.2 m" .',
      'plausible: Change "1.2 m" to "120"^^xsd:decimal -- the same: by the description of ex:span',
    ],
    [
      'of another dimension',
      'sh:path ex:span ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:span "4.5 kg" ; qudt:hasUnit unit:M .',
      'placeholder: Change "4.5 kg" to 4.5 (to be filled in) -- the number without "kg" [needs input]',
    ],
    [
      'where nothing says what unit is meant, although others have plain numbers',
      'sh:path ex:span ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:span "2.5 m" . ex:s ex:span 3.5 . ex:t ex:span 4.5 .',
      'placeholder: Change "2.5 m" to 2.5 (to be filled in) -- the number without "m" [needs input]',
    ],
    [
      'that the name of the property ends in',
      'sh:path ex:heightCm ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:heightCm "380 mm" .',
      'plausible: Change "380 mm" to 38 -- the same: by the name of ex:heightCm',
    ],
    [
      'or what only looks like one at the end of a word',
      'sh:path ex:roomm ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:roomm "380 mm" .',
      'placeholder: Change "380 mm" to 380 (to be filled in) -- the number without "mm" [needs input]',
    ],
    [
      'or the name of the property',
      'sh:path ex:pages ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:pages "328 pages" .',
      'plausible: Change "328 pages" to 328 -- the name of the property says "pages"',
    ],
    [
      'or a word of it',
      'sh:path ex:codeEPSG ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:codeEPSG "EPSG:25832" .',
      'plausible: Change "EPSG:25832" to 25832 -- the name of the property says "EPSG:"',
    ],
    [
      'but not one of several words',
      'sh:path ex:priceEuroCents ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:priceEuroCents "5 euro" .',
      'placeholder: Change "5 euro" to 5 (to be filled in) -- the number without "euro" [needs input]',
    ],
    [
      'and not what is counted, which may be numbered',
      'sh:path ex:pageCount ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:pageCount "page 12" .',
      'placeholder: Change "page 12" to 12 (to be filled in) -- the number without "page" [needs input]',
    ],
    [
      'but not two letters of it, which may be a unit',
      'sh:path ex:lengthIn ; sh:datatype xsd:integer',
      'ex:r a ex:Room ; ex:lengthIn "12 in" .',
      'placeholder: Change "12 in" to 12 (to be filled in) -- the number without "in" [needs input]',
    ],
    [
      'and further digits, which are a part of the number',
      'sh:path ex:at ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:at "km 12+500" .',
      'placeholder: Change "km 12+500" to 0.0 (to be filled in) [needs input]',
    ],
    [
      'and a word that makes it uncertain',
      'sh:path ex:span ; sh:datatype xsd:decimal',
      'ex:r a ex:Room ; ex:span "ca. 4.5 m" ; qudt:hasUnit unit:M .',
      'placeholder: Change "ca. 4.5 m" to 4.5 (to be filled in) -- the number without "ca. m" [needs input]',
    ],
  ])('%s', async (_, property, data, expected) => expect(await first(property, data)).toBe(expected));
});

test('a value that other constraints refuse, too, is read on', async () => {
  const fixture = roomFixture(
    'sh:path ex:p ; sh:datatype xsd:integer ; sh:maxInclusive 100',
    'ex:r a ex:Room ; ex:p " 250 " .',
  );
  const [problem] = await problemsOf(readUnit(fixture));
  const suggestions = await suggestRepairs(problem!, { max: 1 }, new AbortController().signal);
  expect(listing(suggestions)).toBe(
    'placeholder: Change " 250 " to 100 (to be filled in) -- the bound of sh:maxInclusive [needs input, also fixes 1]',
  );
});

test('an ill-typed literal', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:integer', 'ex:r a ex:Room ; ex:p "12.0"^^xsd:integer .', [
    'attested: Change "12.0"^^xsd:integer to 12 -- as XML Schema writes it',
    'removal: Remove "12.0"^^xsd:integer as ex:p of ex:r',
  ]));
