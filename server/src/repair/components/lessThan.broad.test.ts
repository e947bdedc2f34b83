import { expect, test } from 'vitest';
import { checkListing, roomFixture, suggestionsFor } from '../../testing/checkRepair.ts';

/** Other nodes whose dates are a few days apart. */
const othersInOrder =
  'ex:s a ex:Room ; ex:from "2021-02-01"^^xsd:date ; ex:to "2021-02-05"^^xsd:date . ex:t a ex:Room ; ex:from "2021-04-10"^^xsd:date ; ex:to "2021-04-12"^^xsd:date . ex:u a ex:Room ; ex:from "2022-06-01"^^xsd:date ; ex:to "2022-06-04"^^xsd:date .';

test.each<[string, string, string, string[]]>([
  [
    'the wrong way round',
    'sh:path ex:start ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:start 5 ; ex:end 3 .',
    [
      'plausible: Swap 5 and 3 as ex:start and ex:end of ex:r -- the two values are the wrong way round',
      'placeholder: Change 3 to 6 (to be filled in) [needs input]',
      'placeholder: Change 5 to 2 (to be filled in) [needs input]',
      'removal: Remove 5 as ex:start of ex:r',
      'removal: Remove 3 as ex:end of ex:r',
    ],
  ],
  [
    'the wrong way round, and then as far apart as those of others',
    'sh:path ex:from ; sh:lessThan ex:to',
    `ex:r a ex:Room ; ex:from "2021-09-08"^^xsd:date ; ex:to "2021-09-05"^^xsd:date . ${othersInOrder}`,
    [
      'plausible: Swap "2021-09-08"^^xsd:date and "2021-09-05"^^xsd:date as ex:from and ex:to of ex:r -- the two values are the wrong way round; those of 3 others are in order',
      'placeholder: Change "2021-09-05"^^xsd:date to "2021-09-09"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2021-09-08"^^xsd:date to "2021-09-04"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2021-09-08"^^xsd:date as ex:from of ex:r',
      'removal: Remove "2021-09-05"^^xsd:date as ex:to of ex:r',
    ],
  ],
  [
    'another year, if the two would be too far apart the other way round',
    'sh:path ex:from ; sh:lessThan ex:to',
    `ex:r a ex:Room ; ex:from "2021-09-05"^^xsd:date ; ex:to "2012-09-08"^^xsd:date . ${othersInOrder}`,
    [
      'plausible: Change "2012-09-08"^^xsd:date to "2021-09-08"^^xsd:date -- in the same year, the two are as far apart as those of others',
      'plausible: Change "2021-09-05"^^xsd:date to "2012-09-05"^^xsd:date -- in the same year, the two are as far apart as those of others',
      'plausible: Swap "2021-09-05"^^xsd:date and "2012-09-08"^^xsd:date as ex:from and ex:to of ex:r -- the two values are the wrong way round [needs input]',
      'placeholder: Change "2012-09-08"^^xsd:date to "2021-09-06"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2021-09-05"^^xsd:date to "2012-09-07"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2021-09-05"^^xsd:date as ex:from of ex:r',
      'removal: Remove "2012-09-08"^^xsd:date as ex:to of ex:r',
    ],
  ],
  [
    'a slip in the year or a whole year, without others to tell by',
    'sh:path ex:from ; sh:lessThan ex:to',
    'ex:r a ex:Room ; ex:from "2024-03-02"^^xsd:date ; ex:to "2023-03-05"^^xsd:date .',
    [
      'plausible: Change "2023-03-05"^^xsd:date to "2024-03-05"^^xsd:date -- in the same year [needs input]',
      'plausible: Change "2024-03-02"^^xsd:date to "2023-03-02"^^xsd:date -- in the same year [needs input]',
      'plausible: Swap "2024-03-02"^^xsd:date and "2023-03-05"^^xsd:date as ex:from and ex:to of ex:r -- the two values are the wrong way round; they are nearer with one year corrected [needs input]',
      'placeholder: Change "2023-03-05"^^xsd:date to "2024-03-03"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2024-03-02"^^xsd:date to "2023-03-04"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2024-03-02"^^xsd:date as ex:from of ex:r',
      'removal: Remove "2023-03-05"^^xsd:date as ex:to of ex:r',
    ],
  ],
  [
    'the turn of the year',
    'sh:path ex:from ; sh:lessThan ex:to',
    'ex:r a ex:Room ; ex:from "2024-12-31T23:50:00"^^xsd:dateTime ; ex:to "2024-01-01T00:20:00"^^xsd:dateTime .',
    [
      'plausible: Change "2024-01-01T00:20:00"^^xsd:dateTime to "2025-01-01T00:20:00"^^xsd:dateTime -- over the turn of the year [needs input]',
      'plausible: Change "2024-12-31T23:50:00"^^xsd:dateTime to "2023-12-31T23:50:00"^^xsd:dateTime -- over the turn of the year [needs input]',
      'plausible: Swap "2024-12-31T23:50:00"^^xsd:dateTime and "2024-01-01T00:20:00"^^xsd:dateTime as ex:from and ex:to of ex:r -- the two values are the wrong way round; they are nearer with one year corrected [needs input]',
      'placeholder: Change "2024-01-01T00:20:00"^^xsd:dateTime to "2024-12-31T23:50:01"^^xsd:dateTime (to be filled in) [needs input]',
      'placeholder: Change "2024-12-31T23:50:00"^^xsd:dateTime to "2024-01-01T00:19:59"^^xsd:dateTime (to be filled in) [needs input]',
      'removal: Remove "2024-12-31T23:50:00"^^xsd:dateTime as ex:from of ex:r',
      'removal: Remove "2024-01-01T00:20:00"^^xsd:dateTime as ex:to of ex:r',
    ],
  ],
  [
    'two digits of the year swapped',
    'sh:path ex:from ; sh:lessThan ex:to',
    'ex:r a ex:Room ; ex:from "2021-02-01"^^xsd:date ; ex:to "2012-06-30"^^xsd:date .',
    [
      'plausible: Change "2012-06-30"^^xsd:date to "2021-06-30"^^xsd:date -- in the same year [needs input]',
      'plausible: Change "2021-02-01"^^xsd:date to "2012-02-01"^^xsd:date -- in the same year [needs input]',
      'plausible: Swap "2021-02-01"^^xsd:date and "2012-06-30"^^xsd:date as ex:from and ex:to of ex:r -- the two values are the wrong way round; they are nearer with one year corrected [needs input]',
      'placeholder: Change "2012-06-30"^^xsd:date to "2021-02-02"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2021-02-01"^^xsd:date to "2012-06-29"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2021-02-01"^^xsd:date as ex:from of ex:r',
      'removal: Remove "2012-06-30"^^xsd:date as ex:to of ex:r',
    ],
  ],
  [
    'no slip in the year, for dates that are near each other as they are',
    'sh:path ex:from ; sh:lessThan ex:to',
    'ex:r a ex:Room ; ex:from "2024-03-09"^^xsd:date ; ex:to "2024-03-02"^^xsd:date .',
    [
      'plausible: Swap "2024-03-09"^^xsd:date and "2024-03-02"^^xsd:date as ex:from and ex:to of ex:r -- the two values are the wrong way round',
      'placeholder: Change "2024-03-02"^^xsd:date to "2024-03-10"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2024-03-09"^^xsd:date to "2024-03-01"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2024-03-09"^^xsd:date as ex:from of ex:r',
      'removal: Remove "2024-03-02"^^xsd:date as ex:to of ex:r',
    ],
  ],
  [
    'the same value twice',
    'sh:path ex:start ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:start "2024-02-28"^^xsd:date ; ex:end "2024-02-28"^^xsd:date .',
    [
      'placeholder: Change "2024-02-28"^^xsd:date to "2024-02-29"^^xsd:date (to be filled in) [needs input]',
      'placeholder: Change "2024-02-28"^^xsd:date to "2024-02-27"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2024-02-28"^^xsd:date as ex:start of ex:r',
      'removal: Remove "2024-02-28"^^xsd:date as ex:end of ex:r',
    ],
  ],
  [
    'a text among dates',
    'sh:path ex:start ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:start "2024-02-28" ; ex:end "2024-03-01"^^xsd:date .',
    [
      'attested: Change "2024-02-28" to "2024-02-28"^^xsd:date -- the same text',
      'removal: Remove "2024-02-28" as ex:start of ex:r',
      'removal: Remove "2024-03-01"^^xsd:date as ex:end of ex:r',
    ],
  ],
  [
    'a date among times',
    'sh:path ex:start ; sh:lessThan ex:end ; sh:datatype xsd:date',
    'ex:r a ex:Room ; ex:start "2024-02-28"^^xsd:date ; ex:end "2024-03-01T00:00:00"^^xsd:dateTime .',
    [
      'attested: Change "2024-03-01T00:00:00"^^xsd:dateTime to "2024-03-01"^^xsd:date -- as XML Schema writes it',
      'placeholder: Change "2024-03-01T00:00:00"^^xsd:dateTime to "2024-02-29"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "2024-02-28"^^xsd:date as ex:start of ex:r',
      'removal: Remove "2024-03-01T00:00:00"^^xsd:dateTime as ex:end of ex:r',
    ],
  ],
  [
    'a text that is no date',
    'sh:path ex:start ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:start "soon" ; ex:end "2024-03-01"^^xsd:date .',
    [
      'placeholder: Change "soon" to "2024-02-29"^^xsd:date (to be filled in) [needs input]',
      'removal: Remove "soon" as ex:start of ex:r',
      'removal: Remove "2024-03-01"^^xsd:date as ex:end of ex:r',
    ],
  ],
  [
    'a number with more than a number in it',
    'sh:path ex:start ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:start "40 or so" ; ex:end 28 .',
    ['removal: Remove "40 or so" as ex:start of ex:r', 'removal: Remove 28 as ex:end of ex:r'],
  ],
  [
    'what fits on the other side only',
    'sh:path ex:start ; sh:lessThan ex:end ; sh:maxInclusive 4',
    'ex:r a ex:Room ; ex:start 4 ; ex:end 2 .',
    [
      'plausible: Swap 4 and 2 as ex:start and ex:end of ex:r -- the two values are the wrong way round',
      'placeholder: Change 2 to 5 (to be filled in) [needs input]',
      'placeholder: Change 4 to 1 (to be filled in) [needs input]',
      'removal: Remove 4 as ex:start of ex:r',
      'removal: Remove 2 as ex:end of ex:r',
    ],
  ],
  [
    'or equal',
    'sh:path ex:start ; sh:lessThanOrEquals ex:end',
    'ex:r a ex:Room ; ex:start 2.5 ; ex:end 2.25 .',
    [
      'plausible: Swap 2.5 and 2.25 as ex:start and ex:end of ex:r -- the two values are the wrong way round',
      'placeholder: Change 2.25 to 2.5 (to be filled in) [needs input]',
      'placeholder: Change 2.5 to 2.25 (to be filled in) [needs input]',
      'removal: Remove 2.5 as ex:start of ex:r',
      'removal: Remove 2.25 as ex:end of ex:r',
    ],
  ],
  [
    'along a path',
    'sh:path ( ex:phase ex:start ) ; sh:lessThan ex:end',
    'ex:r a ex:Room ; ex:phase ex:b ; ex:end 3 . ex:b ex:start 7 .',
    [
      'plausible: Change 7 to 3 and change 3 to 7 -- the two values are the wrong way round',
      'placeholder: Change 3 to 8 (to be filled in) [needs input]',
      'placeholder: Change 7 to 2 (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:phase of ex:r',
      'removal: Remove 7 as ex:start of ex:b',
      'removal: Remove 3 as ex:end of ex:r',
    ],
  ],
  [
    'in the place of a value',
    'sh:path ex:p ; sh:node [ sh:property [ sh:path ex:start ; sh:lessThan ex:end ] ]',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:start 5 ; ex:end 3 .',
    [
      'plausible: Swap 5 and 3 as ex:start and ex:end of ex:b -- the two values are the wrong way round',
      'placeholder: Change 3 to 6 (to be filled in) [needs input]',
      'placeholder: Change 5 to 2 (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

test.for([
  [3, 'likely'],
  [12, 'certain'],
] as const)('among %i others in order, a swap is %s', async ([count, certainty]) => {
  const others = Array.from(
    { length: count },
    (_, i) =>
      `ex:o${i} a ex:Room ; ex:from "20${10 + i}-02-01"^^xsd:date ; ex:to "20${10 + i}-02-05"^^xsd:date .`,
  ).join('\n');
  const data = `ex:r a ex:Room ; ex:from "2021-09-08"^^xsd:date ; ex:to "2021-09-05"^^xsd:date .\n${others}`;
  const { repairs } = await suggestionsFor(roomFixture('sh:path ex:from ; sh:lessThan ex:to', data));
  expect(repairs[0]?.certainty).toBe(certainty);
});
