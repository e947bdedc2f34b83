import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { bombData, shapeBombs } from '../../testing/shapeBombs.ts';

// What only a watchdog ends is for the built program: here nobody watches.
const endsByItself = shapeBombs.filter(({ isForWatchdog }) => !isForWatchdog);

test.each(someOf(endsByItself))(
  '$what: it is answered, or named and left out, and the rest is judged',
  async ({ shapes, inference = 'none' }) => {
    const { code, out } = await runInMemory(
      `validate data.ttl --shapes shapes.ttl --format json --inference ${inference}`,
      { files: '', texts: { '/shapes.ttl': shapes, '/data.ttl': bombData } },
    );
    const { results, notChecked } = JSON.parse(out) as {
      readonly results: readonly { readonly path?: string }[];
      readonly notChecked: readonly { readonly reason: string }[];
    };
    expect(code).toBe(1);
    expect(
      results.filter(({ path }) => path === '<http://example.org/missing>').length,
    ).toBeGreaterThanOrEqual(300);
    for (const { reason } of notChecked) expect(reason).toMatch(/ex:B|a rule of ex:Bomb made nodes/);
  },
);
