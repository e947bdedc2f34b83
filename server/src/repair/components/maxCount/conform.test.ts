import { expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'nothing tells them apart',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b .',
    ['plausible: Remove ex:b as ex:in of ex:r', 'plausible: Remove ex:a as ex:in of ex:r'],
  ],
  [
    'one does not satisfy the other constraints',
    'sh:path ex:name ; sh:datatype xsd:string ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "A", "B" . ex:x ex:name "X" .',
    ['plausible: Remove "B" as ex:name of ex:r', 'plausible: Remove "A" as ex:name of ex:r'],
  ],
  [
    'one says the same as another',
    'sh:path ex:floor ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:floor 1, "1" .',
    [
      'attested: Remove "1" as ex:floor of ex:r -- "1" says the same as 1',
      'plausible: Remove 1 as ex:floor of ex:r',
    ],
  ],
  [
    'one is implied by another triple',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b . ex:b ex:has ex:r . ex:a ex:p 1 . ex:has owl:inverseOf ex:in .',
    [
      'attested: Remove ex:a as ex:in of ex:r -- ex:b is implied by ex:has (owl:inverseOf ex:in)',
      'plausible: Remove ex:b as ex:in of ex:r',
    ],
  ],
  [
    'one is described nowhere',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b . ex:a ex:p 1 .',
    [
      'attested: Remove ex:b as ex:in of ex:r -- no file describes ex:b',
      'plausible: Remove ex:a as ex:in of ex:r',
    ],
  ],
  [
    'several too many: one to keep in each',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b, ex:c .',
    [
      'plausible: Remove ex:c and ex:b as ex:in of ex:r',
      'plausible: Remove ex:c and ex:a as ex:in of ex:r',
      'plausible: Remove ex:a and ex:b as ex:in of ex:r',
    ],
  ],
  [
    'what context states stays',
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room ; ex:in ex:a .
      #- /context.ttl
      ex:r ex:in ex:b .`,
    ['plausible: Remove ex:a as ex:in of ex:r'],
  ],
  [
    'nothing can be taken away',
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room .
      #- /context.ttl
      ex:r ex:in ex:a, ex:b .`,
    [
      'reason: No repair found: the result rests on what context.ttl states, which is context and not changed.',
    ],
  ],
  [
    'alternative path',
    'sh:path [ sh:alternativePath ( rdfs:label ex:label ) ] ; sh:maxCount 1',
    'ex:r a ex:Room ; rdfs:label "a" ; ex:label "b" .',
    ['plausible: Remove "b" as ex:label of ex:r', 'plausible: Remove "a" as rdfs:label of ex:r'],
  ],
  [
    'sequence path: the step that leads to no other value',
    'sh:path ( ex:in ex:name ) ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:b . ex:b ex:name "b", "c" .',
    ['plausible: Remove "c" as ex:name of ex:b', 'plausible: Remove "b" as ex:name of ex:b'],
  ],
  [
    'a value by two ways',
    'sh:path [ sh:alternativePath ( rdfs:label ex:label ) ] ; sh:maxCount 0',
    'ex:r a ex:Room ; rdfs:label "a" ; ex:label "a" .',
    ['plausible: Remove "a" as rdfs:label of ex:r and remove "a" as ex:label of ex:r'],
  ],
  [
    'a blank node goes with what is said of it',
    'sh:path ex:p ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:p [ ex:v 1 ; ex:of [ ex:k 2 ] ], ex:b . ex:b ex:v 1 .',
    ['plausible: Remove ex:b as ex:p of ex:r', 'plausible: Remove the node with ex:v 1 as ex:p of ex:r'],
  ],
  [
    'a path with repetition: the triple that takes no other value along',
    'sh:path ( [ sh:oneOrMorePath ex:in ] ex:name ) ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:b . ex:b ex:in ex:c ; ex:name "b" . ex:c ex:name "c" . ex:d ex:in ex:b .',
    ['plausible: Remove "c" as ex:name of ex:c', 'plausible: Remove "b" as ex:name of ex:b'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

test('comments stay', () =>
  checkRepair(
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room ;
        ex:in ex:a, # first
          ex:b . # second`,
    'plausible: Remove ex:b as ex:in of ex:r',
    block`
      ex:r a ex:Room ;
        ex:in ex:a . # first
          # second`,
  ));

test('a blank node that others point to keeps its description', async () => {
  const data = 'ex:r a ex:Room ; ex:in _:x . ex:s ex:in _:x . _:x ex:v 2 .';
  const { repairs } = await suggestionsFor(roomFixture('sh:path ex:in ; sh:maxCount 0', data));
  expect(textAfter(repairs[0]!)).toBe('ex:r a ex:Room . ex:s ex:in _:x . _:x ex:v 2 .');
});
