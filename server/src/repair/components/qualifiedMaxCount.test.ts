import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';

test.each<[string, string, string, string[]]>([
  [
    'one of those that count',
    'sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMaxCount 1',
    'ex:r a ex:Room ; ex:p ex:a, ex:b, ex:c . ex:a a ex:C . ex:b a ex:C, ex:D . ex:c a ex:D .',
    [
      'plausible: Remove ex:b as ex:p of ex:r',
      'plausible: Remove ex:a as ex:p of ex:r',
      'removal: Remove type ex:C from ex:b',
      'removal: Remove type ex:C from ex:a',
      'removal: Remove ex:a as ex:p of ex:r and remove type ex:C from ex:a -- nothing else refers to ex:a',
      'removal: Remove ex:b as ex:p of ex:r and remove types ex:C and ex:D from ex:b -- nothing else refers to ex:b',
    ],
  ],
  [
    'duplicates first',
    'sh:path ex:p ; sh:qualifiedValueShape [ sh:datatype xsd:string ] ; sh:qualifiedMaxCount 1',
    'ex:r a ex:Room ; ex:p "a", "A", 3 .',
    [
      'attested: Remove "a" as ex:p of ex:r -- "a" says the same as "A"',
      'plausible: Remove "A" as ex:p of ex:r',
      'placeholder: Change "a" to "a"@en (to be filled in) [needs input]',
      'placeholder: Change "A" to "A"@en (to be filled in) [needs input]',
    ],
  ],
  [
    'two too many',
    'sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMaxCount 0',
    'ex:r a ex:Room ; ex:p ex:a, ex:b . ex:a a ex:C . ex:b a ex:C .',
    [
      'plausible: Remove ex:b and ex:a as ex:p of ex:r',
      'removal: Remove type ex:C from ex:b and remove type ex:C from ex:a',
      'removal: Remove ex:b and ex:a as ex:p of ex:r, remove type ex:C from ex:b and remove type ex:C from ex:a -- nothing else refers to ex:b, ex:a',
    ],
  ],
  [
    'a property that makes it count',
    'sh:path ex:p ; sh:qualifiedValueShape [ sh:property [ sh:path ex:main ; sh:hasValue true ] ] ; sh:qualifiedMaxCount 1',
    'ex:r a ex:Room ; ex:p ex:a, ex:b . ex:a ex:main true . ex:b ex:main true .',
    [
      'plausible: Remove ex:b as ex:p of ex:r',
      'plausible: Remove ex:a as ex:p of ex:r',
      'removal: Remove true as ex:main of ex:b',
      'removal: Remove true as ex:main of ex:a',
    ],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
