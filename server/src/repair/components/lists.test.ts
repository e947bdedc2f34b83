import { test } from 'vitest';
import { checkListing, checkRepair } from '../../testing/checkRepair.ts';

test.each([
  [
    'side by side',
    'sh:uniqueMembers true',
    'ex:a ex:b ex:b ex:c',
    'attested: Remove ex:b from the list -- each member stays where it stands first',
    'ex:a ex:b ex:c',
  ],
  // A round trip: which stop is one too many is not known.
  [
    'apart',
    'sh:uniqueMembers true',
    'ex:a ex:b ex:a',
    'plausible: Remove ex:a from the list -- each member stays where it stands first',
    'ex:a ex:b',
  ],
  [
    'too many because of it',
    'sh:maxListLength 2',
    'ex:a ex:b ex:b',
    'plausible: Remove ex:b from the list -- without repeated members',
    'ex:a ex:b',
  ],
])('a member that is repeated: %s', (_, constraint, before, repair, after) =>
  checkRepair(
    `sh:path ex:stops ; ${constraint}`,
    `ex:r a ex:Room ; ex:stops ( ${before} ) . # keep me`,
    repair,
    `ex:r a ex:Room ; ex:stops ( ${after} ) . # keep me`,
  ),
);

test('a list that is too long is cut, also where it is required', () =>
  checkListing(
    'sh:path ex:stops ; sh:minCount 1 ; sh:maxListLength 2',
    'ex:r a ex:Room ; ex:stops ( ex:a ex:b ex:c ex:d ) .',
    ['removal: Remove ex:c and ex:d from the list'],
  ));

test('a list of named nodes gets a name to be filled in', () =>
  checkRepair(
    'sh:path ex:stops ; sh:minListLength 2',
    'ex:r a ex:Room ; ex:stops ( ex:a ) .',
    'placeholder: Add ex:Member_1 to the list [needs input]',
    'ex:r a ex:Room ; ex:stops ( ex:a ex:Member_1 ) .',
  ));

test('a member is changed where it stands', () =>
  checkRepair(
    'sh:path ex:stops ; sh:memberShape [ sh:datatype xsd:string ]',
    'ex:r a ex:Room ; ex:stops ( "a" 2 "c" ) .',
    'attested: Change 2 to "2" in the list -- the same text',
    'ex:r a ex:Room ; ex:stops ( "a" "2" "c" ) .',
  ));

test('a line break shows in the title', () =>
  checkRepair(
    'sh:path ex:p ; sh:singleLine true',
    'ex:r a ex:Room ; ex:p """Lake\nTrail""" .',
    'attested: Change "Lake\\nTrail" to "Lake Trail" -- the same text on one line',
    'ex:r a ex:Room ; ex:p """Lake Trail""" .',
  ));

test('a slip of a value that is there already is removed', () =>
  checkRepair(
    'sh:path ex:p ; sh:in ( ex:diesel ex:battery ex:gas )',
    'ex:r a ex:Room ; ex:p ex:battery , ex:batery .',
    'attested: Remove ex:batery as ex:p of ex:r -- ex:battery is there already',
    'ex:r a ex:Room ; ex:p ex:battery .',
  ));
