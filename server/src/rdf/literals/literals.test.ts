import { describe, expect, test } from 'vitest';
import { terms } from '../terms.ts';
import { namespaces } from '../vocab.ts';
import { isWellFormed } from './lexicalForms.ts';
import { compareValues, literalValue } from './literalValue.ts';

/** `integer 5`: a literal by its type's local name and lexical form. */
function literal(text: string): number {
  const space = text.indexOf(' ');
  const name = space < 0 ? text : text.slice(0, space);
  const namespace = /^(?:JSON|langString|dirLangString)$/.test(name) ? namespaces.rdf : namespaces.xsd;
  return terms.literal(space < 0 ? '' : text.slice(space + 1), terms.iri(namespace + name));
}

describe('lexical forms', () => {
  test.each([
    'boolean true | boolean 0 | decimal -1. | decimal +.5 | integer +007 | double 1e5 | double -INF | double +INF | double NaN | float .5E-3',
    'byte -128 | byte 127 | unsignedByte 255 | short -32768 | int 2147483647 | int -2147483648 | int +00002147483647',
    'long -9223372036854775808 | unsignedShort 65535 | unsignedInt 4294967295 | unsignedLong 18446744073709551615',
    'positiveInteger 1 | nonNegativeInteger -0 | negativeInteger -1 | nonPositiveInteger 0 | integer 123456789012345678901234567890',
    'date 2024-02-29 | date 2000-02-29Z | date -0004-02-29 | date 12024-12-31+14:00 | date 2024-01-01-13:59 | date 0000-01-01',
    'dateTime 2024-01-01T24:00:00 | dateTime 2024-01-01T24:00:00.000Z | dateTime 2024-01-01T23:59:59.999-05:30',
    'dateTimeStamp 2024-01-01T00:00:00Z | time 00:00:00Z | time 24:00:00 | gYear -0001 | gYear 2024+14:00 | gYearMonth 2024-12',
    'gMonth --12Z | gMonthDay --02-29 | gMonthDay --12-31 | gDay ---31 | gDay ---01-14:00',
    'duration P1Y2M3DT4H5M6.7S | duration -P1D | duration PT0S | duration PT36H | dayTimeDuration P1DT2H | yearMonthDuration -P1Y',
    'hexBinary 0aFF | hexBinary | base64Binary | base64Binary TQ== | base64Binary T W F u | anyURI a b | language de-AT-1996',
    'normalizedString  a  b  | token a b | token | token a\u00A0b | NMTOKEN -1.a | Name :é | Name 𐀀 | NCName a-1 | string anything',
    'JSON {"a": [1]} | JSON null | unknown x',
  ])('%s', (line) => {
    for (const form of line.split(' | ')) expect([form, isWellFormed(literal(form))]).toEqual([form, true]);
  });

  test.each([
    'boolean TRUE | boolean yes | boolean  true | decimal 1e5 | decimal . | decimal +-1 | integer 1.0 | integer  1 | integer 1\n | integer',
    'double 1e | double inf | double -NaN | double ++1 | double Infinity | float +-1 | float 0x1',
    'byte 128 | byte -129 | unsignedByte -1 | unsignedByte 256 | short 32768 | int 2147483648 | int -2147483649',
    'long 9223372036854775808 | unsignedShort 65536 | unsignedInt 4294967296 | unsignedLong 18446744073709551616 | unsignedLong -1',
    'positiveInteger 0 | nonNegativeInteger -1 | negativeInteger 0 | nonPositiveInteger 1',
    'date 2023-02-29 | date 1900-02-29 | date -0001-02-29 | date 2024-04-31 | date 2024-13-01 | date 2024-00-01 | date 2024-01-00',
    'date 24-01-01 | date 02024-01-01 | date 2024-1-1 | date 2024-01-01+14:01 | date 2024-01-01+15:00 | date 2024-01-01z | date +2024-01-01',
    'dateTime 2024-01-01T24:00:01 | dateTime 2024-01-01 | dateTime 2024-01-01 00:00:00 | dateTime 2024-01-01T10:60:00 | dateTime 2024-01-01T10:00:60',
    'dateTime 2024-01-01T10:00 | dateTime 2024-01-01T10:00:00. | dateTimeStamp 2024-01-01T00:00:00 | time 25:00:00 | time 24:00:01',
    'gMonthDay --02-30 | gMonthDay --04-31 | gMonthDay 02-01 | gDay ---32 | gDay 01 | gMonth --13 | gMonth --1 | gYear 24 | gYearMonth 2024-13',
    'duration P | duration P1DT | duration 1D | duration P1H | duration +P1D | duration P1D2Y | dayTimeDuration P1M | yearMonthDuration P1D | duration P1.5D | duration P-1D',
    'hexBinary 0 | hexBinary 0g | base64Binary TQ= | base64Binary TR== | base64Binary TQ | language de_AT | language deutschland',
    'normalizedString a\tb | token a  b | token  a | token a\nb | NMTOKEN a b | NMTOKEN | Name 1a | Name -a | NCName a:b | NCName',
    'JSON {a} | JSON | langString untagged | dirLangString untagged | time 12:00',
  ])('not %s', (line) => {
    for (const form of line.split(' | ')) expect([form, isWellFormed(literal(form))]).toEqual([form, false]);
  });
});

describe('order', () => {
  test.each([
    'integer 9007199254740992 < integer 9007199254740993',
    'integer 9007199254740993 = decimal 9007199254740993.0',
    'long 9223372036854775806 < long 9223372036854775807',
    'unsignedLong 18446744073709551614 < unsignedLong 18446744073709551615',
    'integer -123456789012345678901234567891 < integer -123456789012345678901234567890',
    'integer 10 = decimal 10.000',
    'integer 007 = byte +7',
    'integer -0 = nonNegativeInteger 0',
    'decimal 0.1 < decimal 0.10000000000000000001',
    'decimal 0.1 < decimal 0.2',
    'decimal -.5 < decimal 5.',
    'decimal 0.123456789012345 < decimal 0.123456789012346',
    'decimal 1.00000000000000000000 = integer 1',
    'decimal 0.1 = double 0.1',
    'decimal 0.1 = float 0.1',
    'float 0.1 > double 0.1',
    'float 16777217 = integer 16777217',
    'float 16777217 = double 16777216',
    'double 16777217 = integer 16777217',
    'double 1e400 = double INF',
    'float 1e39 = float INF',
    'integer 1 < double INF',
    'double -INF < decimal -99999999999999999999999999',
    'double +INF = double INF',
    'double -0 = double 0',
    'double 1e0 = integer 1',
    'double NaN ? double NaN',
    'float NaN ? integer 1',
    'byte 5 < unsignedLong 6',
    'string a < string b',
    'string a < string ab',
    'string B < string a',
    'string Z < string a',
    'string z < string é',
    'string \uE000 < string 😀',
    'string a < normalizedString b',
    'token a = string a',
    'NCName a < language b',
    'anyURI a = string a',
    'boolean false < boolean 1',
    'boolean 0 = boolean false',
    'string 1 ? integer 1',
    'boolean 1 ? integer 1',
    'integer x ? integer 1',
    'byte 1000 ? integer 1',
    'dateTime 2024-01-01T12:00:00Z = dateTime 2024-01-01T13:00:00+01:00',
    'dateTime 2024-01-01T12:00:00Z = dateTimeStamp 2024-01-01T13:00:00+01:00',
    'dateTime 2024-01-01T24:00:00 = dateTime 2024-01-02T00:00:00',
    'dateTime 2023-12-31T24:00:00Z = dateTime 2024-01-01T00:00:00Z',
    'dateTime 2024-02-28T24:00:00 = dateTime 2024-02-29T00:00:00',
    'dateTime 2024-01-01T12:00:00.1 < dateTime 2024-01-01T12:00:00.10001',
    'dateTime 2024-01-01T12:00:00.10 = dateTime 2024-01-01T12:00:00.1',
    'dateTime 2024-01-01T12:00:00 ? dateTime 2024-01-01T13:00:00Z',
    'dateTime 2024-01-01T12:00:00 ? dateTime 2024-01-01T12:00:00Z',
    'dateTime 2024-01-01T12:00:00 < dateTime 2024-01-02T02:00:01Z',
    'dateTime 2024-01-02T02:00:01Z > dateTime 2024-01-01T12:00:00',
    'dateTime 2024-01-01T12:00:00 ? dateTime 2024-01-02T02:00:00Z',
    'dateTime 2024-01-01T12:00:00 ? dateTime 2023-12-31T22:00:00Z',
    'dateTime 2024-01-01T12:00:00 > dateTime 2023-12-31T21:59:59Z',
    'dateTime -0001-01-01T00:00:00 < dateTime 0000-01-01T00:00:00',
    'dateTime -0400-02-28T24:00:00 = dateTime -0400-02-29T00:00:00',
    'dateTime 99999999999-01-01T00:00:00 < dateTime 100000000000-01-01T00:00:00',
    'dateTime -99999999999-01-01T00:00:00 > dateTime -100000000000-01-01T00:00:00',
    'dateTime 10000000000-02-29T00:00:00 < dateTime 10000000000-03-01T00:00:00',
    'date 2024-02-29 < date 2024-03-01',
    'date 2024-03-01+14:00 = date 2024-02-29-10:00',
    'date 2024-01-01 ? date 2024-01-01Z',
    'date 2024-01-01 < date 2024-01-02-10:01',
    'date 12024-01-01 > date 9999-12-31',
    'date 2024-01-01 ? dateTime 2024-01-01T00:00:00',
    'time 24:00:00 = time 00:00:00',
    'time 24:00:00 < time 00:00:01',
    'time 10:00:00+02:00 = time 08:00:00Z',
    'time 00:30:00+01:00 < time 00:00:00Z',
    'time 12:00:00 ? time 12:00:00Z',
    'gYear 2023 < gYear 2024',
    'gYear -0002 < gYear -0001',
    'gYear 2024 ? gYear 2024Z',
    'gYear 2024 ? gYearMonth 2024-01',
    'gYearMonth 2024-01 < gYearMonth 2024-02',
    'gMonth --01 < gMonth --12',
    'gMonthDay --02-29 < gMonthDay --03-01',
    'gDay ---01 < gDay ---31',
    'dayTimeDuration PT120M = dayTimeDuration PT2H',
    'dayTimeDuration PT10H > dayTimeDuration PT9H',
    'dayTimeDuration -P1D < dayTimeDuration PT0S',
    'dayTimeDuration PT0.1S < dayTimeDuration PT0.11S',
    'yearMonthDuration P1Y = yearMonthDuration P12M',
    'yearMonthDuration P10M > yearMonthDuration P2M',
    'duration P1Y2M = duration P14M',
    'duration P1M ? duration P30D',
    'duration P1M > duration P27D',
    'duration P1M < duration P32D',
    'duration -P1M ? duration -P30D',
    'duration P1Y < dayTimeDuration P367D',
    'duration P1Y ? dayTimeDuration P366D',
    'duration P400Y = dayTimeDuration P146097D',
    'duration P1Y1D > yearMonthDuration P1Y',
    'duration P99999999999999999999M < duration P99999999999999999999M1D',
    'duration P0M = dayTimeDuration PT0S',
    'hexBinary 00 ? hexBinary 00',
    'base64Binary TQ== ? base64Binary TQ==',
    'unknown 1 ? unknown 2',
    'JSON 1 ? JSON 2',
  ])('%s', (line) => {
    const [, a, expected, b] = /^(.*) ([<=>?]) (.*)$/.exec(line)!;
    expect([a, orderOf(a!, b!), b]).toEqual([a, expected, b]);
    expect([b, orderOf(b!, a!), a]).toEqual([
      b,
      expected!.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<')),
      a,
    ]);
  });
});

function orderOf(a: string, b: string): string {
  const [left, right] = [literalValue(literal(a)), literalValue(literal(b))];
  const order = left && right && compareValues(left, right);
  return order === undefined ? '?' : '<=>'[order + 1]!;
}
