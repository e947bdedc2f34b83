import { test } from 'vitest';
import { checkListing, checkRepair } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

const reviewed =
  'sh:path ex:reviewer ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Prof ; sh:class ex:Member ]';

test.each<[string, string, string, string[]]>([
  [
    'attaches a node of the right shape, or completes one that is there',
    reviewed,
    'ex:r a ex:Room ; ex:reviewer ex:al . ex:al a ex:Prof . ex:dan a ex:Prof, ex:Member .',
    [
      'plausible: Add type ex:Member to ex:al -- 1 of 1 other ex:Prof have both types',
      'plausible: Add ex:dan as ex:reviewer of ex:r -- the only one that fits [needs input]',
      'placeholder: Add new ex:Prof_1 (a ex:Prof) as ex:reviewer of ex:r [needs input]',
    ],
  ],
  [
    'what is implied, all that is missing at once',
    'sh:path ex:feeds ; sh:qualifiedMinCount 3 ; sh:qualifiedValueShape [ sh:class ex:Vav ]',
    `ex:r a ex:Room ; ex:feeds ex:v0, ex:z . ex:v0 a ex:Vav . ex:z a ex:Zone . ex:y a ex:Zone ; ex:fedBy ex:r .
     ex:v1 a ex:Vav ; ex:fedBy ex:r . ex:v2 a ex:Vav ; ex:fedBy ex:r . ex:fedBy owl:inverseOf ex:feeds .`,
    ['implied: Add ex:v1 and ex:v2 as ex:feeds of ex:r -- implied by ex:fedBy (owl:inverseOf ex:feeds)'],
  ],
  [
    'what is implied, filled up with placeholders',
    'sh:path ex:feeds ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:Vav ]',
    'ex:r a ex:Room . ex:v1 a ex:Vav ; ex:fedBy ex:r . ex:fedBy owl:inverseOf ex:feeds .',
    [
      'placeholder: Add ex:v1 and new ex:Vav_1 (a ex:Vav) as ex:feeds of ex:r -- implied by ex:fedBy (owl:inverseOf ex:feeds) [needs input]',
    ],
  ],
  [
    'placeholders only',
    'sh:path ex:feeds ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:Vav ]',
    'ex:r a ex:Room .',
    [
      'placeholder: Add new ex:Vav_1 (a ex:Vav) and new ex:Vav_2 (a ex:Vav) as ex:feeds of ex:r [needs input]',
    ],
  ],
  [
    'literals',
    'sh:path ex:code ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:datatype xsd:integer ]',
    'ex:r a ex:Room ; ex:code "a" .',
    ['placeholder: Add 0 as ex:code of ex:r (to be filled in) [needs input]'],
  ],
  [
    'a misspelt value is corrected, not joined by another',
    'sh:path ex:mark ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:in ( "excellent" "sufficient" ) ]',
    'ex:r a ex:Room ; ex:mark "sufficent", "see page 3" .',
    [
      'attested: Change "sufficent" to "sufficient" -- the nearest of what sh:in allows',
      'plausible: Add "excellent" as ex:mark of ex:r -- allowed by sh:in [needs input]',
      'plausible: Add "sufficient" as ex:mark of ex:r -- allowed by sh:in [needs input]',
    ],
  ],
  [
    'a value of its own stays, and another is added',
    'sh:path ex:conforms ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:hasValue ex:NormA ]',
    'ex:r a ex:Room ; ex:conforms ex:NormB .',
    ['implied: Add ex:NormA as ex:conforms of ex:r -- required by sh:hasValue'],
  ],
  [
    'a value that counts for a sibling as well',
    'sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true ], [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:D ] ; sh:qualifiedMinCount 0',
    'ex:r a ex:Room ; ex:p ex:a . ex:a a ex:C, ex:D .',
    [
      'placeholder: Add new ex:C_1 (a ex:C) as ex:p of ex:r [needs input]',
      'removal: Remove type ex:D from ex:a',
    ],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

test('writes the new node and what makes it count', () =>
  checkRepair(
    'sh:path ex:p ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:C ; sh:property [ sh:path ex:q ; sh:minCount 1 ; sh:class ex:D ] ]',
    block`
      ex:r a ex:Room .
      ex:d a ex:D .`,
    'placeholder: Add new ex:C_1 (a ex:C) as ex:p of ex:r -- the only one that fits [needs input]',
    block`
      ex:r a ex:Room ;
        ex:p ex:C_1 .
      ex:C_1 a ex:C ;
        ex:q ex:d .
      ex:d a ex:D .`,
  ));
