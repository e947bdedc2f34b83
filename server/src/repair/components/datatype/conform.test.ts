import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  problemsOf,
  readUnit,
  roomFixture,
} from '../../../testing/checkRepair.ts';
import { suggestRepairs } from '../../search/suggestRepairs.ts';

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

describe('what was meant is not certain', () => {
  test.each<[string, string, string, string]>([
    ['comma for thousands or for decimals', 'xsd:decimal', '"1,304"', '0.0'],
    ['the 31st of a short month', 'xsd:date', '"2020-02-31"', '"2000-01-01"^^xsd:date'],
    ['day and month in either order', 'xsd:date', '"02/03/2020"', '"2000-01-01"^^xsd:date'],
    ['no number', 'xsd:integer', '"big"', '0'],
    ['fraction', 'xsd:integer', '"1.5"', '0'],
  ])('%s', (_, datatype, before, placeholder) =>
    checkListing(`sh:path ex:p ; sh:datatype ${datatype}`, `ex:r a ex:Room ; ex:p ${before} .`, [
      `placeholder: Change ${before} to ${placeholder} (to be filled in) [needs input]`,
      `removal: Remove ${before} as ex:p of ex:r`,
    ]),
  );
});

test('no removal of what has to be there', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:integer ; sh:minCount 1', 'ex:r a ex:Room ; ex:p "big" .', [
    'placeholder: Change "big" to 0 (to be filled in) [needs input]',
  ]));

test('a language that others use', () =>
  checkListing(
    'sh:path rdfs:label ; sh:datatype rdf:langString',
    'ex:r a ex:Room ; rdfs:label "Zimmer" . ex:s rdfs:label "Bad"@de .',
    [
      'plausible: Change "Zimmer" to "Zimmer"@de -- the same text in the usual language',
      'removal: Remove "Zimmer" as rdfs:label of ex:r',
    ],
  ));

test('a number with its unit', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:decimal', 'ex:r a ex:Room ; ex:p "2.5 m" .', [
    'plausible: Change "2.5 m" to 2.5 -- the number without "m"',
    'removal: Remove "2.5 m" as ex:p of ex:r',
  ]));

test('a value that other constraints refuse, too, is read on', async () => {
  const fixture = roomFixture(
    'sh:path ex:p ; sh:datatype xsd:integer ; sh:maxInclusive 100',
    'ex:r a ex:Room ; ex:p " 250 " .',
  );
  const [problem] = await problemsOf(readUnit(fixture));
  const suggestions = await suggestRepairs(problem!, { max: 1 }, new AbortController().signal);
  expect(listing(suggestions)).toBe(
    'placeholder: Change " 250 " to 100 (to be filled in) -- the same text without the spaces around it; the bound of sh:maxInclusive [needs input, also fixes 1]',
  );
});

test('an ill-typed literal', () =>
  checkListing('sh:path ex:p ; sh:datatype xsd:integer', 'ex:r a ex:Room ; ex:p "12.0"^^xsd:integer .', [
    'attested: Change "12.0"^^xsd:integer to 12 -- as XML Schema writes it',
    'removal: Remove "12.0"^^xsd:integer as ex:p of ex:r',
  ]));
