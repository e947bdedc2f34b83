import { expect, test } from 'vitest';
import { checkHistories } from './checkHistories.testing.ts';

/** More for a long run: `EDITS=500000 npm run test:long -- incremental`. */
const wanted = Number(process.env.EDITS ?? 20_000);

test.each([
  ['data, shapes and context', {}],
  ['data, shapes with queries and context', { queries: true }],
  ['data, shapes with queries and rules, and context', { queries: true, rules: true }],
])(
  `after ${wanted} random edits of %s the results are those of a fresh validation`,
  async (_, mix) => {
    let edits = 0;
    let telling = 0;
    for (let batch = 1; edits < wanted; batch++) {
      const checked = await checkHistories({ histories: 100, edits: 40, ...mix });
      edits += checked.edits;
      telling += checked.telling;
      if (batch % 25 === 0) console.log(`${edits} edits checked, ${telling} of them changed results`);
    }
    console.log(`${edits} edits checked, ${telling} of them changed results`);
    // Otherwise the edits would not tell much.
    expect(telling / edits).toBeGreaterThan(0.1);
  },
  6e7,
);
