import { test } from 'vitest';
import { checkRepair } from '../../testing/checkRepair.ts';

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
    'plausible: Remove ex:b from the list -- without what is repeated',
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
