import { describe, expect, test } from 'vitest';
import { namesOneTypoAway, typoCertainty } from './oneTypo.ts';

describe('names one typing error away', () => {
  test.for([
    ['letter left out', 'Sensr', 'Sensor'],
    ['letter too many', 'Senssor', 'Sensor'],
    ['two letters swapped', 'Senosr', 'Sensor'],
    ['wrong letter', 'Sebsor', 'Sensor'],
    ['other case', 'sensor', 'Sensor'],
    ['last letter left out', 'Senso', 'Sensor'],
  ])('%s', ([, name, meant]) => {
    expect([...namesOneTypoAway(name!)]).toContain(meant);
  });

  test('numbers are no typing errors', () => {
    expect([...namesOneTypoAway('Room_12')]).not.toContain('Room_1');
    expect([...namesOneTypoAway('Room_12')]).not.toContain('Room_21');
  });

  test('of short names, nobody can tell', () => {
    expect([...namesOneTypoAway('Pa')]).toEqual([]);
  });
});

test.for<readonly [name: string, meant: string, expected: string | undefined]>([
  ['Temprature', 'Temperature', 'clear'],
  ['KiloMeterr', 'KiloMeter', 'clear'],
  ['KioW', 'KiloW', 'clear'],
  ['KilMo', 'KiloM', 'clear'],
  ['pump-3-fam', 'pump-3-fan', 'possible'],
  ['pump-3-fax', 'pump-3-fan', undefined],
  ['North_Hall_XN_2-Supply-Damper', 'North_Hall_ZN_2-Supply-Damper', 'clear'],
  ['North_Hall_AN_2-Supply-Damper', 'North_Hall_ZN_2-Supply-Damper', undefined],
  ['KiloN', 'KiloM', undefined],
  ['Room_A', 'Room_B', undefined],
  ['Room_1', 'Room_2', undefined],
  ['DEG_F', 'DEG_C', undefined],
])('%s for %s: %s', ([name, meant, expected]) => {
  expect(typoCertainty(name, meant)).toBe(expected);
});
