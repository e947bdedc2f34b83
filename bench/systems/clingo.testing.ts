import { spawnSync } from 'node:child_process';
import { describe, test } from 'vitest';

/**
 * A group of tests that run clingo. Where it is not installed, the group is skipped with a note, or fails if
 * REQUIRE_SHARED=1 is set.
 */
export function describeClingo(name: string, body: () => void): void {
  if (spawnSync('clingo', ['--version']).status === 0) describe(name, body);
  else if (process.env.REQUIRE_SHARED === '1') {
    test(name, () => {
      throw new Error("REQUIRE_SHARED=1, but there is no clingo: install Debian's package gringo");
    });
  } else test.skip(`${name} (skipped: clingo is not installed)`, () => {});
}
