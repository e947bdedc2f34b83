import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** The absolute path of test data that is kept beside the repository; undefined when it is missing. */
export function sharedData(path: string): string | undefined {
  return existsSync(root + path) ? root + path : undefined;
}

/**
 * A group of tests over shared data. When the data is missing, the group is skipped with a note, or fails if
 * REQUIRE_SHARED=1 is set.
 */
export function describeShared(name: string, path: string, body: (path: string) => void): void {
  const found = sharedData(path);
  if (found !== undefined) describe(name, () => body(found));
  else if (process.env.REQUIRE_SHARED === '1') {
    test(name, () => {
      throw new Error(`REQUIRE_SHARED=1, but ../shared/data/${path} is absent`);
    });
  } else test.skip(`${name} (skipped: ../shared/data/${path} is absent)`, () => {});
}
