import { describe, test } from 'vitest';
import { checkListing } from '../../testing/checkRepair.ts';

/** Checks what is offered for the value of a room before dropping it. */
function check(constraints: string, value: string, expected: readonly string[], rest = ''): Promise<void> {
  return checkListing(`sh:path ex:p ; ${constraints}`, `ex:r a ex:Room ; ex:p ${value} .${rest}`, [
    ...expected,
    `removal: Remove ${value} as ex:p of ex:r`,
  ]);
}

describe('the outermost value that is allowed', () => {
  test.each<[string, string, string, string]>([
    ['sh:maxInclusive 100', '250', '100', 'the bound'],
    ['sh:minInclusive 5', '3', '5', 'the bound'],
    ['sh:maxInclusive 100', '250.55', '100.00', 'the bound'],
    ['sh:maxInclusive 10.5', '12', '10', 'next to the bound'],
    ['sh:minInclusive 10.5', '2', '11', 'next to the bound'],
    ['sh:minInclusive -10.5', '-20', '-10', 'next to the bound'],
    ['sh:maxInclusive 1.5e1', '20.0', '15.0', 'the bound'],
    ['sh:maxInclusive 100', '2.5e2', '100.0e0', 'the bound'],
    ['sh:maxExclusive 100', '100', '99', 'next to the bound'],
    ['sh:maxExclusive 100', '100.00', '99.99', 'next to the bound'],
    ['sh:minExclusive 0 ; sh:maxExclusive 1', '1.0', '0.9', 'next to the bound'],
    ['sh:minExclusive 0 ; sh:maxExclusive 0.1', '0.1', '0.09', 'next to the bound'],
    [
      'sh:maxExclusive "2024-01-01"^^xsd:date',
      '"2024-05-01"^^xsd:date',
      '"2023-12-31"^^xsd:date',
      'next to the bound',
    ],
    [
      'sh:minExclusive "2024-02-28"^^xsd:date',
      '"2024-01-01"^^xsd:date',
      '"2024-02-29"^^xsd:date',
      'next to the bound',
    ],
    [
      'sh:minExclusive "2023-12-31T23:59:59Z"^^xsd:dateTime',
      '"2023-05-01T00:00:00Z"^^xsd:dateTime',
      '"2024-01-01T00:00:00Z"^^xsd:dateTime',
      'next to the bound',
    ],
    ['sh:maxExclusive "2024"^^xsd:gYear', '"2030"^^xsd:gYear', '"2023"^^xsd:gYear', 'next to the bound'],
    [
      'sh:maxExclusive "2024-01"^^xsd:gYearMonth',
      '"2024-03"^^xsd:gYearMonth',
      '"2023-12"^^xsd:gYearMonth',
      'next to the bound',
    ],
    [
      'sh:minExclusive "10:00:00"^^xsd:time',
      '"09:00:00"^^xsd:time',
      '"10:00:01"^^xsd:time',
      'next to the bound',
    ],
    [
      'sh:minExclusive "PT30M"^^xsd:dayTimeDuration',
      '"PT5M"^^xsd:dayTimeDuration',
      '"PT31M"^^xsd:dayTimeDuration',
      'next to the bound',
    ],
    ['sh:minInclusive "b"', '"a"', '"b"', 'the bound'],
  ])('%s, not %s: %s', (constraint, value, expected, words) => {
    const parameter = constraint.includes('maxExclusive') ? 'maxExclusive' : /sh:(\w+)/.exec(constraint)![1];
    return check(constraint, value, [
      `placeholder: Change ${value} to ${expected} (to be filled in) -- ${words} of sh:${parameter} [needs input]`,
    ]);
  });

  test('not where the bounds leave no room', () => check('sh:minExclusive 0 ; sh:maxExclusive 1', '1', []));
});

describe('typos', () => {
  test('a lost sign is one, a sign too many as well', async () => {
    const clamp = (value: number, kind: string) =>
      `placeholder: Change ${value} to 0 (to be filled in) -- the bound of sh:${kind} [needs input]`;
    await check('sh:minInclusive 0', '-5', [
      'plausible: Change -5 to 5 -- without the minus sign',
      clamp(-5, 'minInclusive'),
    ]);
    await check('sh:maxInclusive 0', '5', [
      'plausible: Change 5 to -5 -- with a minus sign',
      clamp(5, 'maxInclusive'),
    ]);
  });

  test('per cent where a share is asked for, unless the number is hardly beyond it', async () => {
    const bound = (value: string) =>
      `placeholder: Change ${value} to 1.0 (to be filled in) -- the bound of sh:maxInclusive [needs input]`;
    const share = 'sh:minInclusive 0.0 ; sh:maxInclusive 1.0';
    await check(share, '92.5', [
      'plausible: Change 92.5 to 0.925 -- as a share, of 92.5 per cent',
      bound('92.5'),
    ]);
    await check(share, '1.5', [bound('1.5')]);
  });

  test('a decimal point elsewhere, if there is one place for it only', async () => {
    await check('sh:minInclusive 10 ; sh:maxInclusive 50', '2350.0', [
      'plausible: Change 2350.0 to 23.5 -- the same digits with the decimal point elsewhere',
      'placeholder: Change 2350.0 to 50.0 (to be filled in) -- the bound of sh:maxInclusive [needs input]',
    ]);
    await check('sh:minInclusive 0 ; sh:maxInclusive 50', '2350.0', [
      'placeholder: Change 2350.0 to 50.0 (to be filled in) -- the bound of sh:maxInclusive [needs input]',
    ]);
  });

  test('a decimal point that all others have, with as many digits behind it', async () => {
    const filledIn =
      'placeholder: Change 2250 to 500 (to be filled in) -- the bound of sh:maxInclusive [needs input]';
    await check(
      'sh:maxInclusive 500',
      '2250',
      [
        'plausible: Change 2250 to 225.0 -- the same digits with a decimal point, as all others have one',
        filledIn,
      ],
      ' ex:a ex:p 120.5 . ex:b ex:p 64.0 . ex:c ex:p 31.2 .',
    );
    await check(
      'sh:maxInclusive 500',
      '2250',
      [
        'plausible: Change 2250 to 250 -- without the digit that is there twice, near the numbers of others',
        filledIn,
      ],
      ' ex:a ex:p 120.5 . ex:b ex:p 164 . ex:c ex:p 31.25 .',
    );
  });
});

describe('values that cannot be compared', () => {
  test.each<[string, string, string, string]>([
    ['a number as text', 'sh:minInclusive 5', '"7"', 'attested: Change "7" to 7 -- the same text'],
    [
      'a number that is no whole one',
      'sh:minInclusive 5',
      '"7.5"',
      'attested: Change "7.5" to 7.5 -- the same text',
    ],
    ['a word', 'sh:minInclusive 5', '"five"', 'attested: Change "five" to 5 -- as XML Schema writes it'],
    [
      'a date as text',
      'sh:minInclusive "2020-01-01"^^xsd:date',
      '"31.1.2021"',
      'attested: Change "31.1.2021" to "2021-01-31"^^xsd:date -- as XML Schema writes it',
    ],
    [
      'with its unit',
      'sh:minInclusive 5',
      '"7 m"',
      'placeholder: Change "7 m" to 7 (to be filled in) -- the number without "m" [needs input]',
    ],
  ])('%s', async (_, constraint, value, first) => {
    const offered = /plausible|"7 m"/.test(first)
      ? [
          first,
          `placeholder: Change ${value} to 5 (to be filled in) -- the bound of sh:minInclusive [needs input]`,
        ]
      : [first];
    await check(constraint, value, offered);
  });

  test('text: a number like those of others', () =>
    check(
      'sh:minInclusive 5',
      '"hot"',
      ['placeholder: Change "hot" to 5.0 (to be filled in) -- the bound of sh:minInclusive [needs input]'],
      ' ex:x ex:p 7.5 .',
    ));

  test('a time without a zone', () =>
    check('sh:minInclusive "2024-01-01T00:00:00Z"^^xsd:dateTime', '"2024-01-01T10:00:00"^^xsd:dateTime', [
      'plausible: Change "2024-01-01T10:00:00"^^xsd:dateTime to "2024-01-01T10:00:00Z"^^xsd:dateTime -- the same time in UTC',
      'placeholder: Change "2024-01-01T10:00:00"^^xsd:dateTime to "2024-01-01T00:00:00Z"^^xsd:dateTime (to be filled in) -- the bound of sh:minInclusive [needs input]',
    ]));
});
