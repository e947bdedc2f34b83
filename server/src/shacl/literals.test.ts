import { describe, expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import { isWellFormed } from './lexicalForms.ts';
import { compareValues, literalValue } from './literalValue.ts';

/** `integer 5`: a literal by its type's local name and lexical form. */
function literal(text: string): number {
  const space = text.indexOf(' ');
  const name = space < 0 ? text : text.slice(0, space);
  const namespace = name === 'JSON' || name === 'langString' ? namespaces.rdf : namespaces.xsd;
  return terms.literal(space < 0 ? '' : text.slice(space + 1), terms.iri(namespace + name));
}

describe('lexical forms', () => {
  test.each([
    'boolean true | boolean 0 | decimal -1. | decimal +.5 | integer +007 | double 1e5 | double -INF | double NaN | float .5E-3',
    'byte -128 | byte 127 | unsignedByte 255 | short -32768 | int 2147483647 | long -9223372036854775808',
    'unsignedLong 18446744073709551615 | positiveInteger 1 | nonNegativeInteger -0 | negativeInteger -1 | nonPositiveInteger 0',
    'date 2024-02-29 | date 2000-02-29Z | date -0004-02-29 | date 12024-12-31+14:00 | dateTime 2024-01-01T24:00:00 | dateTime 2024-01-01T23:59:59.999-05:30',
    'dateTimeStamp 2024-01-01T00:00:00Z | time 00:00:00Z | gYear -0001 | gYearMonth 2024-12 | gMonth --12Z | gMonthDay --02-29 | gDay ---31',
    'duration P1Y2M3DT4H5M6.7S | duration -P1D | duration PT0S | dayTimeDuration P1DT2H | yearMonthDuration -P1Y',
    'hexBinary 0aFF | hexBinary | base64Binary TQ== | base64Binary T W F u | anyURI a b | language de-AT-1996',
    'normalizedString  a  b  | token a b | token | NMTOKEN -1.a | Name :é | NCName a-1 | string anything | JSON {"a": [1]} | unknown x',
  ])('%s', (line) => {
    for (const form of line.split(' | ')) expect([form, isWellFormed(literal(form))]).toEqual([form, true]);
  });

  test.each([
    'boolean TRUE | boolean yes | decimal 1e5 | decimal . | integer 1.0 | integer  1 | double 1e | double inf | float +-1',
    'byte 128 | byte -129 | unsignedByte -1 | short 32768 | int 2147483648 | long 9223372036854775808 | unsignedLong -1',
    'positiveInteger 0 | nonNegativeInteger -1 | negativeInteger 0 | nonPositiveInteger 1',
    'date 2023-02-29 | date 1900-02-29 | date 2024-04-31 | date 2024-13-01 | date 24-01-01 | date 02024-01-01 | date 2024-01-01+14:01',
    'dateTime 2024-01-01T24:00:01 | dateTime 2024-01-01 | dateTime 2024-01-01T10:60:00 | dateTimeStamp 2024-01-01T00:00:00 | time 25:00:00',
    'gMonthDay --02-30 | gMonthDay --04-31 | gDay ---32 | gMonth --13 | gYear 24',
    'duration P | duration P1DT | duration 1D | dayTimeDuration P1M | yearMonthDuration P1D | duration P1.5D',
    'hexBinary 0 | hexBinary 0g | base64Binary TQ= | base64Binary TR== | language de_AT | token a  b | token  a | NMTOKEN a b',
    'Name 1a | NCName a:b | JSON {a} | langString untagged | time 12:00',
  ])('not %s', (line) => {
    for (const form of line.split(' | ')) expect([form, isWellFormed(literal(form))]).toEqual([form, false]);
  });
});

describe('order', () => {
  test.each([
    ['integer 9007199254740992', '<', 'integer 9007199254740993'],
    ['integer 10', '=', 'decimal 10.000'],
    ['decimal 0.1', '=', 'double 0.1'],
    ['decimal 0.1', '=', 'float 0.1'],
    ['float 0.1', '>', 'double 0.1'],
    ['integer 1', '<', 'double INF'],
    ['double -INF', '<', 'decimal -99999999999999999999999999'],
    ['double -0', '=', 'double 0'],
    ['double NaN', '?', 'double NaN'],
    ['byte 5', '<', 'unsignedLong 6'],
    ['string a', '<', 'string b'],
    ['string a', '<', 'string ab'],
    ['string \uE000', '<', 'string 😀'],
    ['boolean false', '<', 'boolean 1'],
    ['string 1', '?', 'integer 1'],
    ['integer x', '?', 'integer 1'],
    ['dateTime 2024-01-01T12:00:00Z', '=', 'dateTime 2024-01-01T13:00:00+01:00'],
    ['dateTime 2024-01-01T24:00:00', '=', 'dateTime 2024-01-02T00:00:00'],
    ['dateTime 2024-01-01T12:00:00.1', '<', 'dateTime 2024-01-01T12:00:00.10001'],
    ['dateTime 2024-01-01T12:00:00', '?', 'dateTime 2024-01-01T13:00:00Z'],
    ['dateTime 2024-01-01T12:00:00', '<', 'dateTime 2024-01-02T02:00:01Z'],
    ['dateTime 2024-01-02T02:00:01Z', '>', 'dateTime 2024-01-01T12:00:00'],
    ['dateTime 2024-01-01T12:00:00', '?', 'dateTime 2024-01-02T02:00:00Z'],
    ['dateTime -0001-01-01T00:00:00', '<', 'dateTime 0000-01-01T00:00:00'],
    ['dateTime 99999999999-01-01T00:00:00', '<', 'dateTime 100000000000-01-01T00:00:00'],
    ['date 2024-02-29', '<', 'date 2024-03-01'],
    ['date 2024-03-01+14:00', '=', 'date 2024-02-29-10:00'],
    ['date 2024-01-01', '?', 'dateTime 2024-01-01T00:00:00'],
    ['time 24:00:00', '<', 'time 00:00:01'],
    ['time 10:00:00+02:00', '=', 'time 08:00:00Z'],
    ['gYear 2023', '<', 'gYear 2024'],
    ['gYearMonth 2024-01', '<', 'gYearMonth 2024-02'],
    ['gMonthDay --02-29', '<', 'gMonthDay --03-01'],
    ['gDay ---01', '<', 'gDay ---31'],
    ['dayTimeDuration PT120M', '=', 'dayTimeDuration PT2H'],
    ['dayTimeDuration -P1D', '<', 'dayTimeDuration PT0S'],
    ['yearMonthDuration P1Y', '=', 'yearMonthDuration P12M'],
    ['duration P1M', '?', 'duration P30D'],
    ['duration P1M', '>', 'duration P27D'],
    ['duration P1Y', '<', 'dayTimeDuration P367D'],
    ['hexBinary 00', '?', 'hexBinary 00'],
  ])('%s %s %s', (a, expected, b) => {
    const [left, right] = [literalValue(literal(a)), literalValue(literal(b))];
    const order = left && right && compareValues(left, right);
    expect(order === undefined ? '?' : '<=>'[order + 1]).toBe(expected);
  });
});
