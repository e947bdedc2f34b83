import { expect, test } from 'vitest';
import { parseJson } from './parseJson.ts';

test('lists a million deep and long strings are no matter', () => {
  const deep = '['.repeat(1_000_000);
  expect(parseJson(deep)).toMatchObject({ problem: 'is not JSON: column 1000001' });
  const long = `["${'\\n'.repeat(5_000_000)}`;
  expect(parseJson(long)).toMatchObject({ problem: 'is not JSON: column 10000003' });
});
