import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'a slip of the pen',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ], [ sh:path ex:floor ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:nmae "B" .',
    [
      'attested: Change ex:nmae to ex:name for "B" of ex:b -- the nearest allowed name is ex:name',
      'removal: Remove "B" as ex:nmae of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'a slip beside the right one',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ; sh:maxCount 1 ], [ sh:path ex:floor ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:nmae "B" ; ex:name "C" .',
    ['removal: Remove "B" as ex:nmae of ex:b', 'removal: Remove ex:b as ex:p of ex:r'],
  ],
  [
    'said already',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ], [ sh:path ex:floor ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:nmae "B" ; ex:name "B" .',
    [
      'attested: Remove "B" as ex:nmae of ex:b -- ex:name says it already',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'a slip whose value needs a cast',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:flooor "1" .',
    [
      'plausible: Remove "1" as ex:flooor of ex:b and add 1 as ex:floor of ex:b -- the nearest allowed name is ex:floor; the same text',
      'removal: Remove "1" as ex:flooor of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'a described property with a name much alike is no slip',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:label ] ]',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b ex:labels "B" .
      #- /context.ttl
      ex:labels rdfs:comment "All of them." .`,
    [
      'plausible: Change ex:labels to ex:label for "B" of ex:b -- the nearest allowed name is ex:label',
      'removal: Remove "B" as ex:labels of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'a broader property',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:part ] ]',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b ex:window ex:w .
      #- /context.ttl
      ex:window rdfs:subPropertyOf ex:part .`,
    [
      'plausible: Change ex:window to ex:part for ex:w of ex:b -- ex:window is an rdfs:subPropertyOf ex:part',
      'removal: Remove ex:w as ex:window of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'an equivalent property',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:part ] ]',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b ex:has ex:w .
      #- /context.ttl
      ex:has owl:equivalentProperty ex:part .`,
    [
      'attested: Change ex:has to ex:part for ex:w of ex:b -- ex:has is an owl:equivalentProperty of ex:part',
      'removal: Remove ex:w as ex:has of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'the inverse property',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ] ]',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b ex:partOf ex:w . ex:w ex:k 1 .
      #- /context.ttl
      ex:partOf owl:inverseOf ex:part .`,
    [
      'attested: Remove ex:w as ex:partOf of ex:b and add ex:b as ex:part of ex:w -- ex:partOf is an owl:inverseOf of ex:part',
      'removal: Remove ex:w as ex:partOf of ex:b',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'values of a property shape',
    'sh:path ex:p ; sh:closed true ; sh:ignoredProperties ( ex:name )',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:name "B" ; ex:k 1 .',
    ['removal: Remove 1 as ex:k of ex:b'],
  ],
  [
    'what hangs on a blank node goes with it',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:size [ ex:value 3 ; ex:unit [ ex:symbol "m" ] ] .',
    ['removal: Remove ex:b as ex:p of ex:r', 'removal: Remove the node with ex:value 3 as ex:size of ex:b'],
  ],
  [
    'what context states stays',
    'sh:path ex:p ; sh:node [ sh:closed true ; sh:property [ sh:path ex:name ] ]',
    block`
      ex:r a ex:Room ; ex:p ex:b . ex:b ex:name "B" .
      #- /context.ttl
      ex:b ex:k 1 .`,
    ['removal: Remove ex:b as ex:p of ex:r'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
