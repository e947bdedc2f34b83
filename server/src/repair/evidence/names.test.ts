import { expect, test } from 'vitest';
import { boundedEditDistance } from '../../base/editDistance.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { isReordered, isSameNumber } from '../slips/oneTypo.ts';
import { sampleRegex } from '../values/sampleRegex.ts';
import {
  containsNameParts,
  isCutShort,
  nameParts,
  propertyDistance,
  typoDistance,
} from './nameSimilarity.ts';

test.each([
  ['http://a.b/c#Room_2', 'Room_2', 'http://a.b/c#'],
  ['http://a.b/c/Room_2', 'Room_2', 'http://a.b/c/'],
  ['urn:x:Room', 'Room', 'urn:x:'],
  ['http://a.b/c/', 'c/', 'http://a.b/c/'],
])('%s', (iri, local, namespace) => expect([localName(iri), namespaceOf(iri)]).toEqual([local, namespace]));

test.each([
  ['Room_2Sensor', ['room', '2', 'sensor']],
  ['supplyAirTEMPSetpoint', ['supply', 'air', 'temp', 'setpoint']],
  ['5-Zone-PVAV', ['5', 'zone', 'pvav']],
  ['Küche1', ['küche', '1']],
])('parts of %s', (name, parts) => expect(nameParts(name)).toEqual(parts));

test.each([
  ['Room_2_Sensor', 'Room_2', true],
  ['Sensor-room2', 'Room_2', true],
  ['Room_21_Sensor', 'Room_2', false],
  ['Room_2', 'Room_2', false],
  ['Sensor', 'Room_2', false],
])('%s named after %s: %s', (name, other, expected) => expect(containsNameParts(name, other)).toBe(expected));

test.each([
  ['Celcius', 'Celsius', 1],
  ['alcie', 'alice', 1],
  ['in_active', 'Inactive', 0],
  ['cat', 'dog', Number.POSITIVE_INFINITY],
  ['b1', 'b2', Number.POSITIVE_INFINITY],
  ['DEG_C', 'DEG_F', Number.POSITIVE_INFINITY],
  ['W-PER-M2-K', 'A-PER-M2', Number.POSITIVE_INFINITY],
  ['Room_1_Sensr', 'Room_1_Sensor', 1],
  ['Supply_Air_Tempreture', 'SupplyAirTemperature', 2],
  ['', '', Number.POSITIVE_INFINITY],
  ['ab', 'ba', Number.POSITIVE_INFINITY],
  ['Room_01', 'Room_1', Number.POSITIVE_INFINITY],
])('%s is a slip of %s: %s', (a, b, distance) => expect(typoDistance(a, b)).toBe(distance));

test.each([
  ['lon', 'long', true],
  ['cardiology', 'cardio', true],
  ['lead_contr', 'leadContract', true],
  ['part', 'partOf', false],
  ['north', 'northeast', false],
  ['phase100', 'phase1000', false],
  ['lo', 'lon', false],
  ['long', 'long', false],
])('%s is cut off %s, or the other way round: %s', (one, other, expected) =>
  expect(isCutShort(one, other)).toBe(expected),
);

test.each([
  ['epsgCode', 'codeEPSG', true],
  ['codeOfUnit', 'codeEPSG', false],
  ['rateEurToUsd', 'rateUsdToEur', false],
  ['widthToLength', 'lengthToWidth', false],
  ['code', 'code', false],
])('%s has the two words of %s in the other order: %s', (one, other, expected) =>
  expect([isReordered(one, other), isReordered(other, one)]).toEqual([expected, expected]),
);

test.each([
  ['Room_01', 'Room_1', true],
  ['zip01067', 'zip1067', true],
  ['Room_01', 'Room_10', false],
  ['Room_1', 'Room_1', false],
  ['dose_0.05mg', 'dose_0.5mg', false],
  ['lib-1.05', 'lib-1.5', false],
  ['2024-05', '2024-5', false],
  ['Room_105', 'Room_15', false],
])('%s is %s with other zeros before a number: %s', (one, other, expected) =>
  expect([isSameNumber(one, other), isSameNumber(other, one)]).toEqual([expected, expected]),
);

test('editDistance stops at its limit', () => {
  expect(boundedEditDistance('kitten', 'sitting', 3)).toBe(3);
  expect(boundedEditDistance('kitten', 'sitting', 2)).toBe(Number.POSITIVE_INFINITY);
});

test.each<[string, string | undefined]>([
  ['^[A-Z]{2}-\\d{3}$', 'AA-000'],
  ['^(foo|bar)+$', 'foo'],
  ['@', '@'],
  ['^\\+?[0-9 ]+$', '0'],
  ['^[^@]+@[^@]+\\.[a-z]{2,}$', 'x@x.aa'],
  ['^\\p{Lu}\\p{L}*$', 'X'],
  ['^https?://', 'http://'],
  ['^(?=.*x).{3}$', undefined],
  ['^[a-z&&[^x]]$', undefined],
  ['(', undefined],
  ['^a{1,3}b?$', 'a'],
  ['^\\S+$', 'x'],
  ['^\\.\\*$', '.*'],
  ['', ''],
])('a sample of /%s/ is %s', (pattern, sample) => expect(sampleRegex(pattern, '')).toBe(sample));

test.each([
  ['hasTitle', 'title', 1],
  ['observedProperties', 'observedProperty', 1],
  ['partOf', 'isPartOf', 1],
  ['has_part', 'hasPart', 0],
  ['epsgCode', 'codeEPSG', Number.POSITIVE_INFINITY],
  ['hasPart', 'isPartOf', Number.POSITIVE_INFINITY],
  ['part', 'partOf', Number.POSITIVE_INFINITY],
  ['has', 'is', Number.POSITIVE_INFINITY],
])('property %s for %s: distance %i', (name, meant, distance) =>
  expect([propertyDistance(name, meant), propertyDistance(meant, name)]).toEqual([distance, distance]),
);
