import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { remedyFor } from './suiteInfo.ts';

const rows = readFileSync(new URL('../../../../../docs/benchmarks.md', import.meta.url), 'utf8').matchAll(
  /^\| ([A-Z_]+) \| [^|]+ \| ([^|]+) \|$/gm,
);

test.for([...rows])('the documentation and the hints say the same about $1', ([, reason, remedy]) => {
  expect(remedyFor(reason!)).toBe(remedy);
});
