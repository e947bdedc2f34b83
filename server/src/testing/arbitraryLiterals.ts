import fc from 'fast-check';

/**
 * Few literals of one or two families, as Turtle, so that those of a case meet in comparisons. Well-formed and
 * ill-formed ones of all usual datatypes occur, with the edges at which engines disagree.
 */
export function fewLiterals(): fc.Arbitrary<readonly string[]> {
  const names = Object.keys(families) as (keyof typeof families)[];
  const family = fc.oneof(...names.map(some));
  return fc.oneof(
    { weight: 3, arbitrary: family },
    { weight: 2, arbitrary: fc.tuple(family, family).map((both) => [...new Set(both.flat())]) },
  );
}

function some(family: keyof typeof families): fc.Arbitrary<readonly string[]> {
  return fc.uniqueArray(fc.constantFrom(...families[family]), { minLength: 2, maxLength: 5 });
}

/** The datatype of a literal that is written as below. */
export function datatypeOf(literal: string): string {
  const typed = /\^\^(\S+)$/.exec(literal);
  if (typed) return typed[1]!;
  if (literal.startsWith('"')) return /"@\S+$/.test(literal) ? 'rdf:langString' : 'xsd:string';
  if (/e/i.test(literal) && literal !== 'true' && literal !== 'false') return 'xsd:double';
  if (/^[a-z]/.test(literal)) return 'xsd:boolean';
  return literal.includes('.') ? 'xsd:decimal' : 'xsd:integer';
}

const typed = (datatype: string, ...forms: readonly string[]) =>
  forms.map((form) => `"${form}"^^${datatype}`);

const families = {
  numbers: [
    ...['0', '1', '2', '-1', '2.5', '1.0', '0.1', '1e0', '1e-1', '9007199254740992', '9007199254740993'],
    ...typed('xsd:integer', '007', 'x', '1.5', '', ' 1', '+1'),
    ...typed('xsd:decimal', '0.10000000000000000001', '-0.0', '.5', '5.', '1e0', '+-1', '.'),
    ...typed('xsd:double', 'NaN', 'INF', '-INF', '+INF', '-0', '0', '0.1', '1e400', 'x', 'inf'),
    ...typed('xsd:float', 'NaN', '0.1', '16777217', 'INF', '1e'),
    ...typed('xsd:int', '2147483647', '2147483648', '-2147483648', '1'),
    ...typed('xsd:byte', '127', '128', '-128'),
    ...typed('xsd:long', '9223372036854775807', '9223372036854775808'),
    ...typed('xsd:unsignedLong', '18446744073709551615', '-1'),
    ...typed('xsd:unsignedByte', '255', '256'),
    ...typed('xsd:nonNegativeInteger', '0', '-0', '-1', '+2'),
    ...typed('xsd:positiveInteger', '1', '0'),
    ...typed('xsd:negativeInteger', '-1', '0'),
    ...typed('xsd:nonPositiveInteger', '0', '1'),
    ...typed('xsd:short', '32767', '32768'),
    'true',
    'false',
    ...typed('xsd:boolean', '1', '0', 'yes', 'TRUE'),
  ],
  moments: [
    ...typed(
      'xsd:dateTime',
      '2024-01-01T12:00:00',
      '2024-01-01T12:00:00Z',
      '2024-01-01T13:00:00+01:00',
      '2024-01-01T24:00:00',
      '2024-01-02T00:00:00',
      '2024-01-02T02:00:01Z',
      '2024-01-01T12:00:00.0001Z',
      '2024-01-01T12:00:00.0002Z',
      '-0001-01-01T00:00:00Z',
      '12024-01-01T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-01-01T25:00:00Z',
      '2024-01-01',
      'now',
    ),
    ...typed('xsd:dateTimeStamp', '2024-01-01T12:00:00Z', '2024-01-01T12:00:00'),
    ...typed('xsd:date', '2024-01-01', '2024-01-02', '2024-01-01Z', '2024-01-02+14:00', '2024-03-01+15:00'),
    ...typed('xsd:date', '2023-02-29', '2024-1-1', '12024-01-01', '2024-02-29'),
    ...typed(
      'xsd:time',
      '12:00:00',
      '13:00:00',
      '24:00:00',
      '00:00:00',
      '10:00:00Z',
      '11:00:00+02:00',
      '12:60:00',
    ),
    ...typed('xsd:gYear', '2023', '2024', '2024Z', '-0001', '24'),
    ...typed('xsd:gYearMonth', '2024-01', '2024-02', '2024-13'),
    ...typed('xsd:gMonthDay', '--02-29', '--03-01', '--02-30', '02-01'),
    ...typed('xsd:gMonth', '--01', '--12', '--13'),
    ...typed('xsd:gDay', '---01', '---31', '---32', '01'),
  ],
  durations: [
    ...typed(
      'xsd:duration',
      'P1M',
      'P30D',
      'P27D',
      'P1Y',
      'P12M',
      'P1DT',
      'P',
      'PT36H',
      '-P1M',
      'P1Y1D',
      'P1.5D',
    ),
    ...typed(
      'xsd:dayTimeDuration',
      'P1D',
      'PT24H',
      'PT2H',
      'PT120M',
      'PT7201S',
      'PT10H',
      '-P1D',
      'PT0.5S',
      'P1M',
    ),
    ...typed('xsd:yearMonthDuration', 'P1Y', 'P12M', 'P13M', 'P2M', 'P10M', '-P1Y', 'P1D'),
    '1',
    '"P1D"',
  ],
  strings: [
    ...[
      '""',
      '"x"',
      '"X"',
      '"y"',
      '"xy"',
      '"x y"',
      '"xyz"',
      '"é"',
      '"z"',
      '"😀"',
      '"\\uE000"',
      '"x\\ny"',
      '"-a.b"',
      '"a"',
    ],
    ...typed('xsd:normalizedString', 'x', 'x  y', 'x\\ny'),
    ...typed('xsd:token', 'x', 'x  y', ' x'),
    ...typed('xsd:anyURI', 'http://example.org/ns#a', 'x y'),
    ...typed('xsd:language', 'en', 'en_GB'),
    ...typed('xsd:Name', 'x:y', '1x'),
    ...typed('xsd:NCName', 'x', 'x:y'),
    ...typed('xsd:NMTOKEN', '-x', 'x y'),
    ...typed('xsd:hexBinary', '0a', '0A', '0', 'xy'),
    ...typed('xsd:base64Binary', 'TQ==', 'TQ', 'TWFu'),
    ...typed('rdf:JSON', '{}', '{x}'),
    ...typed('rdf:HTML', '<b>'),
    ...typed('ex:unit', '5', '10', 'x'),
    '1',
    '"x"@en',
  ],
  tagged: [
    ...['x', 'y', 'é'].map((text) => `"${text}"@en`),
    ...['en-GB', 'eng', 'de', 'de-AT', 'de-Latn-AT', 'fr', 'x-de', 'de-1996'].map((tag) => `"x"@${tag}`),
    ...['DE', 'en-gb', 'FR'].map((tag) => `"z"@${tag}`),
    '"x"',
    ...typed('rdf:langString', 'x'),
  ],
} as const;
