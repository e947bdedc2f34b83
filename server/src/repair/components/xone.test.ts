import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'none: what is begun is completed',
    'sh:path ex:p ; sh:xone ( [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:first ; sh:minCount 1 ], [ sh:path ex:last ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:first "A" .',
    [
      'placeholder: Add "" as ex:last of ex:b (to be filled in) [needs input]',
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'two: all but one go',
    'sh:path ex:p ; sh:xone ( [ sh:class ex:C ] [ sh:class ex:D ] )',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D .',
    [
      'removal: Remove type ex:D from ex:b -- sh:xone allows one only',
      'removal: Remove type ex:C from ex:b -- sh:xone allows one only',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'three: one stays',
    'sh:path ex:p ; sh:xone ( [ sh:class ex:C ] [ sh:class ex:D ] [ sh:class ex:E ] )',
    'ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C, ex:D, ex:E .',
    [
      'removal: Remove ex:b as ex:p of ex:r',
      'removal: Remove types ex:D and ex:E from ex:b -- sh:xone allows one only',
      'removal: Remove types ex:C and ex:E from ex:b -- sh:xone allows one only',
      'removal: Remove types ex:C and ex:D from ex:b -- sh:xone allows one only',
    ],
  ],
  [
    'what context states is the one that stays',
    'sh:path ex:p ; sh:xone ( [ sh:class ex:C ] [ sh:class ex:D ] )',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b a ex:C .
      #- /context.ttl
      ex:b a ex:D .`,
    [
      'removal: Remove type ex:C from ex:b -- sh:xone allows one only',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'none, where one would imply the other',
    'sh:path ex:p ; sh:xone ( [ sh:datatype xsd:integer ] [ sh:minInclusive 5 ] )',
    'ex:r a ex:Room ; ex:p "x" .',
    ['placeholder: Change "x" to 0 (to be filled in) [needs input]', 'removal: Remove "x" as ex:p of ex:r'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
