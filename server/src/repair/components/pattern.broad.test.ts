import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../testing/checkRepair.ts';

const code = '^[A-Z]{2}-[0-9]{3}$';

/** Checks what is offered for a text before dropping it, but for placeholders. */
async function check(pattern: string, value: string, expected: readonly string[], flags = ''): Promise<void> {
  const suggestions = await suggestionsFor(`
#- /data.ttl
ex:r a ex:Room ; ex:p ${value} .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:p ; sh:pattern ${JSON.stringify(pattern)} ${flags && `; sh:flags "${flags}"`} ] .
`);
  const lines = listing(suggestions).split('\n');
  expect(lines.filter((line) => /^(attested|plausible)/.test(line))).toEqual(expected);
}

test('an address in angle brackets that lacks its scheme', () =>
  check('^mailto:', '<a@b.example> . ex:s ex:p <mailto:c@b.example>', [
    'attested: Change <file:///workspace/a@b.example> to <mailto:a@b.example> -- the address that the text spells out',
  ]));

test('a code in small letters that has the sign of the others between its parts already', () =>
  check(code, '"ab-123" . ex:s ex:p "CD-456" . ex:t ex:p "EF-789"', [
    'attested: Change "ab-123" to "AB-123" -- in capital letters',
  ]));

test('one that has not, in small letters as well', () =>
  check(code, '"ab 123" . ex:s ex:p "CD-456" . ex:t ex:p "EF-789"', [
    'attested: Change "ab 123" to "AB-123" -- in capital letters, with "-" between its parts, as all 2 others',
  ]));

test('an IRI that lacks the step at its end that the pattern names', () =>
  check('/genesis$', '<https://law.example/lineage/art6>', [
    'plausible: Change <https://law.example/lineage/art6> to <https://law.example/lineage/art6/genesis> -- with "/genesis" after it',
  ]));

describe('what was meant is certain', () => {
  test.each<[string, string, string, string, string]>([
    ['spaces', code, 'AB-123 ', 'AB-123', 'without the spaces around it'],
    ['case', code, 'ab-123', 'AB-123', 'in capital letters'],
    ['case of the first letter only', '^[A-Z]', 'kitchen', 'Kitchen', 'with a capital letter at the start'],
    ['separators', code, 'AB_123', 'AB-123', 'with "-" between its parts'],
    ['no separator', code, 'AB123', 'AB-123', 'with "-" between letters and digits'],
    [
      'a missing separator among others',
      '^10\\.[0-9]{4}/',
      '10.1234jkl.20',
      '10.1234/jkl.20',
      'with "/" between letters and digits',
    ],
    [
      'no separator in a number',
      '^[0-9]{4}-[0-9]{3}[0-9X]$',
      '20493630',
      '2049-3630',
      'with "-" between its parts',
    ],
    [
      'no separators in a code',
      '^\\d{2}\\.\\d{3}\\.\\d{3}$',
      '12345678',
      '12.345.678',
      'with "." between its parts',
    ],
    ['no space in a short code', '^[A-Z]{2} [A-Z0-9]{3}$', 'DEHAM', 'DE HAM', 'with " " between its parts'],
    ['case and separators', code, 'ab 123', 'AB-123', 'in capital letters, with "-" between its parts'],
    ['separators too many', '^\\d{13}$', '978-3-16-148410-0', '9783161484100', 'without separators'],
    ['quotes', code, "'AB-123'", 'AB-123', 'without the text around it'],
    ['a full stop', code, 'AB-123.', 'AB-123', 'without the punctuation at its end'],
    ['a dash that is no hyphen', code, 'AB–123', 'AB-123', 'with plain characters'],
    [
      'a date, where other parts of it would fit',
      '^\\d{4}(-?\\d\\d(-?\\d\\d)?)?$',
      '17/05/2024',
      '2024-05-17',
      'the same day',
    ],
    ['the name of a month', '^\\d{4}-\\d\\d-\\d\\d$', '17 May 2024', '2024-05-17', 'the same day'],
    ['a date without separators', '^\\d{8}$', '2024-05-17', '20240517', 'the same day'],
    ['day first', '^\\d{4}-\\d\\d-\\d\\d$', '31.12.2020', '2020-12-31', 'the same day'],
    [
      'the case of what the pattern names',
      '^urn:uuid:[0-9a-f]+$',
      'URN:uuid:0a',
      'urn:uuid:0a',
      'in small letters',
    ],
  ])('%s', (_, pattern, before, after, evidence) =>
    check(pattern, `"${before}"`, [`attested: Change "${before}" to "${after}" -- ${evidence}`]),
  );
});

test('a date of which the pattern wants the year alone loses the day', () =>
  check('^\\d{4}$', '"17/05/2024"', ['plausible: Change "17/05/2024" to "2024" -- the day is given up']));

test('the code of a language, where the property is about languages', async () => {
  const shapes = (property: string) => `sh:path ${property} ; sh:pattern "^[a-z]{2}$"`;
  await checkListing(shapes('ex:language'), 'ex:r a ex:Room ; ex:language "german" .', [
    'attested: Change "german" to "de" -- the code of german',
    'removal: Remove "german" as ex:language of ex:r',
  ]);
  await checkListing(shapes('ex:p'), 'ex:r a ex:Room ; ex:p "german" .', [
    'placeholder: Change "german" to "aa" (to be filled in) -- what sh:pattern asks for [needs input]',
    'removal: Remove "german" as ex:p of ex:r',
  ]);
});

describe('what was meant is likely', () => {
  test.each<[string, string, string, string, string]>([
    ['a beginning', '^ISO-[0-9]+$', '9001', 'ISO-9001', 'with "ISO-" before it'],
    ['an end', '^[0-9]+ kW$', '12', '12 kW', 'with " kW" after it'],
    [
      'a country in place of the 0 of a telephone number',
      '^\\+49 \\d{2,5} \\d{4,8}$',
      '0711 123456',
      '+49 711 123456',
      'with "+49 " in place of the 0',
    ],
    ['leading zeros', code, 'AB-7', 'AB-007', 'with leading zeros'],
    ['leading zeros of the last number', '^[A-C]/[0-9]/[0-9]{2}$', 'A/0/3', 'A/0/03', 'with leading zeros'],
    [
      'three things at once',
      code,
      'ab 7',
      'AB-007',
      'in capital letters, with "-" between its parts, with leading zeros',
    ],
    ['the part that matches', code, 'Code: AB-123 (old)', 'AB-123', 'the part of it that matches'],
    [
      'the part that matches one of several',
      '^1[0-9]{8}$|^11[0-9]{6}X$',
      'GND 11852786X',
      '11852786X',
      'the part of it that matches',
    ],
    ['a digit may be a number', '^[0-9]+$', '5-6', '56', 'without separators'],
  ])('%s', (_, pattern, before, after, evidence) =>
    check(pattern, `"${before}"`, [`plausible: Change "${before}" to "${after}" -- ${evidence}`]),
  );
});

test('flags count', async () => {
  await check('^[a-z]+$', '"Ab "', ['attested: Change "Ab " to "Ab" -- without the spaces around it'], 'i');
  await check('a.b', '"A.B"', ['attested: Change "A.B" to "a.b" -- in small letters'], 'q');
});

test('language and datatype stay', () =>
  check('^[A-Z]', '"raum"@de', [
    'attested: Change "raum"@de to "Raum"@de -- with a capital letter at the start',
  ]));

test('a text that shows what is asked for, where nothing else is known', () =>
  checkListing(`sh:path ex:p ; sh:pattern "${code}"`, 'ex:r a ex:Room ; ex:p "none" .', [
    'plausible: Remove "none" as ex:p of ex:r -- "none" says nothing',
    'placeholder: Change "none" to "AA-000" (to be filled in) -- what sh:pattern asks for [needs input]',
  ]));

test('patterns that may take forever are not tried out', () =>
  check('^(?=a)([a-z]+-?)+[0-9]$', '"ab-1 "', []));

test('others that repeat what is repeated are', () =>
  check('^([a-z]+-?)+[0-9]$', '"ab-1 "', [
    'attested: Change "ab-1 " to "ab-1" -- without the spaces around it',
  ]));

describe('IRIs', () => {
  test('a node with the same name in the right namespace', () =>
    check(
      '^http://qudt.org/vocab/unit/',
      '<http://qudt.org/unit/M> . <http://qudt.org/vocab/unit/M> a ex:Unit',
      [
        'attested: Change <http://qudt.org/unit/M> to <http://qudt.org/vocab/unit/M> -- <http://qudt.org/vocab/unit/M> has the same name and matches',
      ],
    ));

  test('another scheme', () =>
    check('^https:', '<http://a.b/c>', [
      'plausible: Change <http://a.b/c> to <https://a.b/c> -- with https',
    ]));

  test('another name for a focus node, wherever it occurs', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:room_1 a ex:Room . # one
ex:b ex:has ex:room_1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:pattern "/ns#Room_[0-9]+$" .
`);
    expect(listing(suggestions).split('\n')[0]).toBe(
      'plausible: Rename ex:room_1 to ex:Room_1 -- with a capital letter at the start',
    );
    expect(textAfter(suggestions.repairs[0]!)).toBe('ex:Room_1 a ex:Room . # one\nex:b ex:has ex:Room_1 .');
  });

  test('not for a focus node that context speaks of', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:room_1 a ex:Room .
#- /context.ttl
ex:b ex:has ex:room_1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:pattern "/ns#Room_[0-9]+$" .
`);
    expect(listing(suggestions)).not.toContain('Rename');
  });
});

describe('what others have', () => {
  const others = 'ex:s ex:p "EUR" . ex:t ex:p "EUR" . ex:u ex:p "USD" .';

  test.each<[string, string, readonly string[]]>([
    [
      'is meant where the text begins with it',
      '"Euro"',
      ['plausible: Change "Euro" to "EUR" -- 2 others have "EUR", which has a similar spelling'],
    ],
    [
      'is not meant where only one has it',
      '"US dollars"',
      [
        'placeholder: Change "US dollars" to "AAA" (to be filled in) -- what sh:pattern asks for [needs input]',
      ],
    ],
  ])('%s', (_, value, expected) =>
    checkListing(
      'sh:path ex:p ; sh:pattern "^[A-Z]{3}$" ; sh:minCount 1',
      `ex:r a ex:Room ; ex:p ${value} . ${others}`,
      expected,
    ),
  );
});

describe('a length of time', () => {
  const duration =
    'sh:path ex:time ; sh:pattern "^P(?=[0-9]|T[0-9])(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?)?$"';

  test.each([
    ['30 minutes', 'PT30M'],
    ['1h 30min', 'PT1H30M'],
  ])('%s where the pattern is that of durations', (text, meant) =>
    checkRepair(
      duration,
      `ex:r a ex:Room ; ex:time "${text}" .`,
      `attested: Change "${text}" to "${meant}" -- the same length of time`,
      `ex:r a ex:Room ; ex:time "${meant}" .`,
    ),
  );

  test('not where it is another one', async () => {
    const data = 'ex:r a ex:Room ; ex:time "30 minutes" .';
    expect(
      listing(await suggestionsFor(roomFixture('sh:path ex:time ; sh:pattern "^[0-9]{2}m$"', data))),
    ).not.toContain('PT');
  });

  test.each([
    ['"5d"', 'ex:p', '^[A-Z0-9]+$', ' ex:s ex:p "5B" .', 'attested: Change "5d" to "5D"'],
    ['"12h"', 'ex:p', '^[A-Z0-9-]+$', '', 'attested: Change "12h" to "12H"'],
  ])('which a code may be, too: %s', async (text, property, pattern, others, meant) => {
    const data = `ex:r a ex:Room ; ${property} ${text} .${others}`;
    const repairs = listing(
      await suggestionsFor(roomFixture(`sh:path ${property} ; sh:pattern "${pattern}"`, data)),
    );
    expect(repairs).toContain(meant);
    expect(repairs).not.toContain('length of time');
  });

  test.each([
    ['others have some', 'ex:p', ' ex:s ex:p "PT5M" .'],
    ['the property is for it', 'ex:duration', ''],
  ])('where %s', async (_, property, others) => {
    const data = `ex:r a ex:Room ; ${property} "12h" .${others}`;
    expect(
      listing(await suggestionsFor(roomFixture(`sh:path ${property} ; sh:pattern "^[A-Z0-9]+$"`, data))),
    ).toContain('attested: Change "12h" to "PT12H" -- the same length of time');
  });

  test('is not cut to fit as a duration where any text would do', async () =>
    expect(
      listing(
        await suggestionsFor(
          roomFixture('sh:path ex:p ; sh:pattern "^\\\\S+$"', 'ex:r a ex:Room ; ex:p "2 days" .'),
        ),
      ),
    ).not.toContain('P2D'));
});
