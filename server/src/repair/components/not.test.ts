import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'a type that is forbidden',
    'sh:path ex:p ; sh:not [ sh:class ex:C ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D .',
    ['plausible: Remove type ex:C from ex:b -- sh:not forbids it', 'removal: Remove ex:b as ex:p of ex:r'],
  ],
  [
    'a type that is right for another node',
    'sh:path ex:p ; sh:not [ sh:class ex:C ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D . ex:hall ex:p ex:b .',
    ['removal: Remove ex:b as ex:p of ex:r -- sh:not forbids it', 'removal: Remove type ex:C from ex:b'],
  ],
  [
    'what a premise asks for is added, and the premise stays',
    'sh:path ex:doc ; sh:not [ sh:property [ sh:path ex:status ; sh:hasValue "published" ], [ sh:path ex:issued ; sh:maxCount 0 ] ]',
    'ex:r a ex:Room ; ex:doc ex:b . ex:b ex:status "published" .',
    [
      'placeholder: Add "" as ex:issued of ex:b (to be filled in) [needs input]',
      'removal: Remove "published" as ex:status of ex:b -- sh:not forbids it',
      'removal: Remove ex:b as ex:doc of ex:r',
    ],
  ],
  [
    'all types that lead to the class',
    'sh:path ex:p ; sh:not [ sh:class ex:C ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:E . ex:E rdfs:subClassOf ex:C .',
    [
      'plausible: Remove types ex:C and ex:E from ex:b -- sh:not forbids it',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'types that context states: only the reference is ours',
    'sh:path ex:p ; sh:not [ sh:class ex:C ]',
    block`
      ex:r a ex:Room ; ex:p ex:b .
      #- /context.ttl
      ex:b a ex:C .`,
    ['removal: Remove ex:b as ex:p of ex:r'],
  ],
  [
    'a value that is forbidden, where one is needed',
    'sh:path ex:state ; sh:minCount 1 ; sh:not [ sh:hasValue "unknown" ] ; sh:in ( "on" "off" "unknown" )',
    'ex:r a ex:Room ; ex:state "unknown" .',
    [
      'placeholder: Change "unknown" to "on" (to be filled in) -- allowed by sh:in [needs input]',
      'placeholder: Change "unknown" to "off" (to be filled in) -- allowed by sh:in [needs input]',
    ],
  ],
  [
    'a property that values must not have',
    'sh:path ex:p ; sh:not [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:q 1, 2 ; ex:k 3 .',
    [
      'plausible: Remove 1 and 2 as ex:q of ex:b -- sh:not forbids it',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'a forbidden range',
    'sh:path ex:floor ; sh:not [ sh:minInclusive 100 ]',
    'ex:r a ex:Room ; ex:floor 100 .',
    [
      'placeholder: Change 100 to 99 (to be filled in) [needs input]',
      'removal: Remove 100 as ex:floor of ex:r',
    ],
  ],
  [
    'along a sequence path',
    'sh:path ( ex:p ex:q ) ; sh:not [ sh:class ex:C ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:q ex:c . ex:c a ex:C .',
    [
      'plausible: Remove type ex:C from ex:c -- sh:not forbids it',
      'removal: Remove ex:b as ex:p of ex:r',
      'removal: Remove ex:c as ex:q of ex:b',
    ],
  ],
  [
    'one of two that must not hold together',
    'sh:path ex:p ; sh:not [ sh:and ( [ sh:class ex:C ] [ sh:class ex:D ] ) ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D .',
    [
      'plausible: Remove type ex:C from ex:b -- sh:not forbids it',
      'plausible: Remove type ex:D from ex:b -- sh:not forbids it',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'both of two of which neither may hold',
    'sh:path ex:p ; sh:not [ sh:or ( [ sh:class ex:C ] [ sh:class ex:D ] ) ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D .',
    [
      'plausible: Remove types ex:C and ex:D from ex:b -- sh:not forbids it',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'not not: what is lacking',
    'sh:path ex:p ; sh:not [ sh:not [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:D .',
    [
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'inside sh:node',
    'sh:path ex:p ; sh:node [ sh:not [ sh:class ex:C ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D .',
    ['plausible: Remove type ex:C from ex:b -- sh:not forbids it', 'removal: Remove ex:b as ex:p of ex:r'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
