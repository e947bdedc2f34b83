import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'the side with other values',
    'sh:path ex:label ; sh:disjoint ex:alias',
    'ex:r a ex:Room ; ex:label "a" ; ex:alias "a", "b" .',
    [
      'plausible: Remove "a" as ex:alias of ex:r -- ex:label has no other value',
      'removal: Remove "a" as ex:label of ex:r',
    ],
  ],
  [
    'the side that can do without',
    'sh:path ex:label ; sh:minCount 1 ; sh:disjoint ex:alias',
    'ex:r a ex:Room ; ex:label "a" ; ex:alias "a" .',
    ['attested: Remove "a" as ex:alias of ex:r -- ex:label cannot do without it'],
  ],
  [
    'what is implied stays',
    'sh:path ex:next ; sh:disjoint ex:part',
    'ex:r a ex:Room ; ex:next ex:b ; ex:part ex:b . ex:b ex:partOf ex:r . ex:partOf owl:inverseOf ex:part .',
    [
      'attested: Remove ex:b as ex:next of ex:r -- as ex:part it is implied by ex:partOf (owl:inverseOf ex:part)',
      'removal: Remove ex:b as ex:part of ex:r',
    ],
  ],
  [
    'nothing tells the sides apart',
    'sh:path ex:p ; sh:disjoint ex:q',
    'ex:r a ex:Room ; ex:p "a" ; ex:q "a" .',
    ['removal: Remove "a" as ex:p of ex:r', 'removal: Remove "a" as ex:q of ex:r'],
  ],
  [
    'an alternative name gives way, also where the main one has others',
    'sh:path ex:mainLabel ; sh:disjoint ex:altLabel',
    'ex:r a ex:Room ; ex:mainLabel "a"@en, "b"@nl ; ex:altLabel "a"@en .',
    [
      'plausible: Remove "a"@en as ex:altLabel of ex:r -- ex:mainLabel is the more specific of the two',
      'removal: Remove "a"@en as ex:mainLabel of ex:r',
    ],
  ],
  [
    'what few others have gives way',
    'sh:path ex:owner ; sh:disjoint ex:tenant',
    'ex:r a ex:Room ; ex:owner ex:o ; ex:tenant ex:o . ex:s a ex:Room ; ex:owner ex:p . ex:t a ex:Room ; ex:owner ex:q ; ex:tenant ex:w .',
    ['removal: Remove ex:o as ex:tenant of ex:r', 'removal: Remove ex:o as ex:owner of ex:r'],
  ],
  [
    'what context states stays',
    'sh:path ex:p ; sh:disjoint ex:q',
    block`
      ex:r a ex:Room ; ex:p "a" .
      #- /context.ttl
      ex:r ex:q "a" .`,
    ['removal: Remove "a" as ex:p of ex:r'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
