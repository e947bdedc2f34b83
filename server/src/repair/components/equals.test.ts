import { test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';

test.each<[string, string, string, string[]]>([
  [
    'what the other side has and nothing contradicts',
    'sh:path [ sh:inversePath ex:owns ] ; sh:equals ex:owner',
    'ex:r a ex:Room . ex:bea ex:owns ex:r ; ex:name "Bea" .',
    [
      'implied: Add ex:bea as ex:owner of ex:r -- sh:equals gives ^ex:owns and ex:owner the same values',
      'removal: Remove ex:r as ex:owns of ex:bea',
    ],
  ],
  [
    'as a possibility what a node would have beside another value',
    'sh:path [ sh:inversePath ex:owns ] ; sh:equals ex:owner',
    'ex:r a ex:Room ; ex:owner ex:ann . ex:ann ex:owns ex:r . ex:bea ex:owns ex:r .',
    [
      'plausible: Add ex:bea as ex:owner of ex:r -- sh:equals gives ^ex:owns and ex:owner the same values',
      'removal: Remove ex:r as ex:owns of ex:bea',
    ],
  ],
  [
    'what one side lacks',
    'sh:path ex:p ; sh:equals ex:q',
    'ex:r a ex:Room ; ex:p "a", "b" ; ex:q "a" .',
    [
      'plausible: Add "b" as ex:q of ex:r -- sh:equals gives ex:p and ex:q the same values',
      'removal: Remove "b" as ex:p of ex:r',
    ],
  ],
  [
    'what the other side lacks',
    'sh:path ex:p ; sh:equals ex:q',
    'ex:r a ex:Room ; ex:p "a" ; ex:q "a", "b" .',
    [
      'plausible: Add "b" as ex:p of ex:r -- sh:equals gives ex:p and ex:q the same values',
      'removal: Remove "b" as ex:q of ex:r',
    ],
  ],
  [
    'not where it does not fit',
    'sh:path ex:p ; sh:equals ex:q ; sh:datatype xsd:string',
    'ex:r a ex:Room ; ex:p "a" ; ex:q "a", 1 .',
    ['removal: Remove 1 as ex:q of ex:r'],
  ],
  [
    'along a sequence',
    'sh:path ( ex:p ex:q ) ; sh:equals ex:s',
    'ex:r a ex:Room ; ex:p ex:b ; ex:s 1, 2 . ex:b ex:q 1 .',
    [
      'plausible: Add 2 as ex:q of ex:b -- sh:equals gives ex:p/ex:q and ex:s the same values',
      'removal: Remove 2 as ex:s of ex:r',
    ],
  ],
  [
    'a literal has no place along an inverse path',
    'sh:path [ sh:inversePath ex:p ] ; sh:equals ex:s',
    'ex:r a ex:Room ; ex:s ex:b, "x" . ex:b ex:p ex:r .',
    ['removal: Remove "x" as ex:s of ex:r'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));
