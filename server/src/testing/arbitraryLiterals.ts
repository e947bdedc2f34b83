import fc from 'fast-check';

/**
 * A few literals, as Turtle, from one or two groups of related ones, so that comparisons in a case are meaningful. They
 * include well-formed and ill-formed literals of all common datatypes.
 */
export function fewLiterals(): fc.Arbitrary<readonly string[]> {
  const some = fc.oneof(
    ...groups.map((group) => fc.uniqueArray(fc.constantFrom(...group), { minLength: 2, maxLength: 5 })),
  );
  return fc.oneof(
    { weight: 3, arbitrary: some },
    { weight: 1, arbitrary: fc.tuple(some, some).map((both) => [...new Set(both.flat())]) },
  );
}

/** The datatype of a literal in the notation below. */
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

/** The values of a group are close to each other, on both sides of limits at which engines disagree. */
const groups: readonly (readonly string[])[] = [
  ['0', '1', '2', '-1', '3', ...typed('xsd:integer', '007', '+1', 'x', '1.5', '', ' 1')],
  ['9007199254740992', '9007199254740993', '9007199254740994', '-9007199254740993'],
  ['1', '1.0', '1e0', ...typed('xsd:decimal', '5.', '.5', '-0.0', '1e0', '+-1', '.'), '2.5'],
  ['0.1', '1e-1', ...typed('xsd:float', '0.1'), ...typed('xsd:decimal', '0.10000000000000000001', '0.1000')],
  [...typed('xsd:double', 'NaN', 'INF', '-INF', '+INF', '-0', '0', '1e400', 'x', 'inf'), '1'],
  [...typed('xsd:float', 'NaN', 'INF', '16777217', '16777216', '1e', '1'), '16777217', '1e0'],
  [...typed('xsd:int', '2147483647', '2147483648', '-2147483648', '-2147483649'), '2147483648'],
  [...typed('xsd:byte', '127', '128', '-128', '1'), ...typed('xsd:unsignedByte', '255', '256', '-1', '1')],
  [...typed('xsd:short', '32767', '32768'), ...typed('xsd:unsignedShort', '65535', '65536'), '32767'],
  [
    ...typed('xsd:long', '9223372036854775807', '9223372036854775808', '-9223372036854775808'),
    ...typed('xsd:unsignedLong', '18446744073709551615', '18446744073709551616'),
    ...typed('xsd:unsignedInt', '4294967295', '4294967296'),
  ],
  [...typed('xsd:nonNegativeInteger', '0', '-0', '-1', '+2'), ...typed('xsd:positiveInteger', '1', '0')],
  [...typed('xsd:negativeInteger', '-1', '0'), ...typed('xsd:nonPositiveInteger', '0', '1', '-1')],
  ['true', 'false', ...typed('xsd:boolean', '1', '0', 'yes', 'TRUE'), '1'],
  typed(
    'xsd:dateTime',
    '2024-01-01T12:00:00',
    '2024-01-01T12:00:00Z',
    '2024-01-01T13:00:00+01:00',
    '2024-01-02T02:00:01Z',
    '2024-01-02T03:00:00+14:00',
  ),
  typed(
    'xsd:dateTime',
    '2024-01-01T24:00:00',
    '2024-01-02T00:00:00',
    '2024-01-01T12:00:00.0001',
    '2024-01-01T12:00:00.0002',
    '2023-02-29T00:00:00',
    '2024-01-01T25:00:00',
    '2024-01-01',
    'now',
  ),
  typed(
    'xsd:dateTime',
    '-0001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '12024-01-01T00:00:00Z',
    '2024-01-01T00:00:00Z',
    '24-01-01T00:00:00Z',
  ),
  [
    ...typed('xsd:dateTimeStamp', '2024-01-01T12:00:00Z', '2024-01-01T13:00:00+01:00', '2024-01-01T12:00:00'),
    ...typed('xsd:dateTime', '2024-01-01T12:00:00Z', '2024-01-02T12:00:00Z'),
  ],
  [
    ...typed('xsd:date', '2024-01-01', '2024-01-02', '2024-01-01Z', '2024-01-02+14:00', '2024-03-01+15:00'),
    ...typed('xsd:date', '2023-02-29', '2024-1-1', '12024-01-01', '2024-02-29', '2024-02-28'),
  ],
  [
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
  ],
  [
    ...typed('xsd:gYear', '2023', '2024', '2024Z', '-0001', '24'),
    ...typed('xsd:gYearMonth', '2024-01', '2024-02', '2024-13'),
    ...typed('xsd:date', '2024-01-01'),
  ],
  [
    ...typed('xsd:gMonthDay', '--02-29', '--03-01', '--02-30', '02-01'),
    ...typed('xsd:gMonth', '--01', '--12', '--13'),
    ...typed('xsd:gDay', '---01', '---31', '---32', '01'),
  ],
  typed('xsd:duration', 'P1M', 'P30D', 'P27D', 'P1Y', 'P12M', 'P1DT', 'P', 'PT36H', '-P1M', 'P1Y1D', 'P1.5D'),
  typed('xsd:dayTimeDuration', 'P1D', 'PT24H', 'PT2H', 'PT120M', 'PT7201S', 'PT10H', '-P1D', 'PT0.5S', 'P1M'),
  [
    ...typed('xsd:yearMonthDuration', 'P1Y', 'P12M', 'P13M', 'P2M', 'P10M', '-P1Y', 'P1D'),
    ...typed('xsd:duration', 'P1Y', 'P365D'),
  ],
  ['""', '"x"', '"X"', '"y"', '"xy"', '"x y"', '"xyz"', '"x\\ny"', '"-a.b"', '"Y"', '"a"'],
  ['"é"', '"z"', '"😀"', '"\\uE000"', '"x😀"', '"ab"', '"e"'],
  [
    '"x"',
    ...typed('xsd:normalizedString', 'x', 'x  y', 'x\\ny'),
    ...typed('xsd:token', 'x', 'x  y', ' x', 'x\u00A0y'),
    ...typed('xsd:anyURI', 'http://example.org/ns#a', 'x', 'y'),
  ],
  [
    ...typed('xsd:language', 'en', 'en_GB'),
    ...typed('xsd:Name', 'x:y', '1x'),
    ...typed('xsd:NCName', 'x', 'x:y'),
    ...typed('xsd:NMTOKEN', '-x', 'x y'),
    '"x"',
  ],
  [
    ...typed('xsd:hexBinary', '0a', '0A', '0', 'xy'),
    ...typed('xsd:base64Binary', 'TQ==', 'TQ', 'TWFu'),
    ...typed('rdf:JSON', '{}', '{x}'),
    ...typed('rdf:HTML', '<b>'),
  ],
  [...typed('ex:unit', '5', '10', 'x'), '5', '"5"', ...typed('xsd:anyURI', '5')],
  ...Array<readonly string[]>(4).fill(['"x"@en', '"y"@en', '"x"@de', '"z"@DE', '"x"']),
  [
    '"x"@en-GB',
    '"z"@en-gb',
    '"x"@eng',
    '"x"@en',
    '"x"@de-AT',
    '"x"@de-Latn-AT',
    '"x"@de-1996',
    '"x"@x-de',
    '"x"@fr',
    ...typed('rdf:langString', 'x'),
  ],
];
