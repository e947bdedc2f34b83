import { describe, test } from 'vitest';
import { checkListing, checkRepair } from '../../testing/checkRepair.ts';

describe('a text that is too long', () => {
  test.each<[string, number, string, string[]]>([
    [
      'is cut at a word',
      20,
      '"The quick brown fox jumps"@en',
      [
        'placeholder: Change "The quick brown fox jumps"@en to "The quick brown fox"@en (to be filled in) -- the same text, cut to 19 characters at a word [needs input]',
      ],
    ],
    [
      'or inside one that is long',
      8,
      '"Big conference"',
      [
        'placeholder: Change "Big conference" to "Big conf" (to be filled in) -- the same text, cut to 8 characters [needs input]',
      ],
    ],
    [
      'between characters, not inside of one',
      2,
      '"😀😀😀"',
      [
        'placeholder: Change "😀😀😀" to "😀😀" (to be filled in) -- the same text, cut to 2 characters [needs input]',
      ],
    ],
    [
      'loses needless spaces first',
      5,
      '" ab   cd "',
      ['attested: Change " ab cd " to "ab cd" -- the same text without needless spaces'],
    ],
    [
      'is for its author where the greater part would be lost',
      2,
      '"german"',
      [
        'placeholder: Change "german" to "ge" (to be filled in) -- the same text, cut to 2 characters [needs input]',
      ],
    ],
    [
      'is a date that is written shorter',
      10,
      '"17 May 2024"',
      ['attested: Change "17 May 2024" to "2024-05-17" -- the same day'],
    ],
    [
      'is not cut where it is a number',
      3,
      '12345',
      ['placeholder: Change 12345 to 0 (to be filled in) [needs input]'],
    ],
  ])('%s', (_, length, value, expected) =>
    checkListing(`sh:path ex:p ; sh:maxLength ${length}`, `ex:r a ex:Room ; ex:p ${value} .`, [
      ...expected,
      `removal: Remove ${value.replace('   ', ' ')} as ex:p of ex:r`,
    ]),
  );

  test('another label is short enough', () =>
    checkListing(
      'sh:path rdfs:label ; sh:maxLength 8',
      'ex:r a ex:Room ; rdfs:label "Conference room" ; <http://www.w3.org/2004/02/skos/core#altLabel> "Conf. r." .',
      [
        'plausible: Change "Conference room" to "Conf. r." -- another label of ex:r',
        'placeholder: Change "Conference room" to "Conferen" (to be filled in) -- the same text, cut to 8 characters [needs input]',
        'removal: Remove "Conference room" as rdfs:label of ex:r',
      ],
    ));

  test('other constraints are satisfied, too', () =>
    checkListing('sh:path ex:p ; sh:maxLength 4 ; sh:pattern "[a-z]$"', 'ex:r a ex:Room ; ex:p "abc.e" .', [
      'placeholder: Change "abc.e" to "abc" (to be filled in) -- the same text, cut to 4 characters; without the punctuation at its end [needs input]',
      'removal: Remove "abc.e" as ex:p of ex:r',
    ]));
});

describe('a text that is too short', () => {
  test('is for the user to complete', () =>
    checkRepair(
      'sh:path ex:p ; sh:minLength 4',
      'ex:r a ex:Room ; ex:p "ab"@en . # keep me',
      'placeholder: Change "ab"@en to "abxx"@en (to be filled in) -- too short for sh:minLength 4 [needs input]',
      'ex:r a ex:Room ; ex:p "abxx"@en . # keep me',
    ));

  test('a number gets no leading zeros where others have words', () =>
    checkListing(
      'sh:path ex:p ; sh:minLength 4 ; sh:minCount 1',
      'ex:r a ex:Room ; ex:p "17" . ex:s ex:p "Hall" .',
      ['placeholder: Change "17" to "17xx" (to be filled in) -- too short for sh:minLength 4 [needs input]'],
    ));

  test('a number gets leading zeros', () =>
    checkListing('sh:path ex:p ; sh:minLength 4', 'ex:r a ex:Room ; ex:p "17" .', [
      'plausible: Change "17" to "0017" -- the same number with leading zeros',
      'removal: Remove "17" as ex:p of ex:r',
    ]));

  test('another label is long enough', () =>
    checkListing(
      'sh:path rdfs:label ; sh:minLength 4 ; sh:minCount 1',
      'ex:r a ex:Room ; rdfs:label "R" ; <http://www.w3.org/2004/02/skos/core#prefLabel> "Room R" .',
      [
        'plausible: Change "R" to "Room R" -- another label of ex:r',
        'placeholder: Change "R" to "Rxxx" (to be filled in) -- too short for sh:minLength 4 [needs input]',
      ],
    ));
});

test('a blank node has no length: it gets a name', () =>
  checkRepair(
    'sh:path ex:p ; sh:minLength 0',
    'ex:r a ex:Room ; ex:p [ ex:q ex:b ] .',
    'placeholder: Name the node ex:p_1 [needs input]',
    'ex:r a ex:Room ; ex:p ex:p_1 .\nex:p_1 ex:q ex:b .',
  ));
