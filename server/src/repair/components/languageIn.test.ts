import { test } from 'vitest';
import { checkListing, checkRepair } from '../../testing/checkRepair.ts';

test.each<[string, string, string, string[]]>([
  [
    'the only language',
    '"en"',
    '"x"',
    ['attested: Change "x" to "x"@en -- the only language that is allowed'],
  ],
  [
    'one of several, the usual one first',
    '"en" "de"',
    '"x" . ex:s ex:p "Z"@de',
    [
      'plausible: Change "x" to "x"@de -- 1 of 1 texts of other nodes are in de',
      'plausible: Change "x" to "x"@en -- one of the languages that are allowed',
    ],
  ],
  [
    'the same language elsewhere',
    '"en-GB" "de"',
    '"x"@en-US',
    ['plausible: Change "x"@en-US to "x"@en-GB -- the same language as en-US'],
  ],
  [
    'its other code',
    '"en" "de"',
    '"x"@deu',
    ['attested: Change "x"@deu to "x"@de -- the same language as deu'],
  ],
  [
    'its name',
    '"en" "de"',
    '"x"@german',
    ['attested: Change "x"@german to "x"@de -- the same language as german'],
  ],
  [
    'the code of the country',
    '"cs" "de"',
    '"x"@cz',
    ['attested: Change "x"@cz to "x"@cs -- the same language as cz'],
  ],
  [
    'one to translate into',
    '"en" "de"',
    '"x"@fr',
    [
      'placeholder: Change "x"@fr to "x"@en (to be filled in) -- fr is not allowed [needs input]',
      'placeholder: Change "x"@fr to "x"@de (to be filled in) -- fr is not allowed [needs input]',
    ],
  ],
  [
    'a label for a node',
    '"en"',
    'ex:b . ex:b rdfs:label "B"@en',
    [
      'plausible: Change ex:b to "B"@en -- the label of ex:b',
      'plausible: Change ex:b to "http://example.org/ns#b"@en -- the IRI as text',
    ],
  ],
])('%s', (_, languages, data, expected) =>
  checkListing(`sh:path ex:p ; sh:languageIn ( ${languages} )`, `ex:r a ex:Room ; ex:p ${data} .`, [
    ...expected,
    `removal: Remove ${data.split(' ')[0]} as ex:p of ex:r`,
  ]),
);

test('not one that may not come twice', () =>
  checkListing(
    'sh:path ex:p ; sh:languageIn ( "en" "de" ) ; sh:uniqueLang true ; sh:minCount 2',
    'ex:r a ex:Room ; ex:p "x", "y"@en .',
    ['plausible: Change "x" to "x"@de -- one of the languages that are allowed'],
  ));

test('a text by two ways', () =>
  checkRepair(
    'sh:path [ sh:alternativePath ( ex:p ex:q ) ] ; sh:languageIn ( "en" )',
    'ex:r a ex:Room ; ex:p "x" ; ex:q "x" .',
    'attested: Change "x" to "x"@en in 2 places -- the only language that is allowed',
    'ex:r a ex:Room ; ex:p "x"@en ; ex:q "x"@en .',
  ));
