import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/**
 * The absolute path of a file or folder of the test data that is kept beside the repository and not in it,
 * undefined where that is absent.
 */
export function sharedData(path: string): string | undefined {
  return existsSync(root + path) ? root + path : undefined;
}

/**
 * A group of tests over shared data. Where the data is absent the group is skipped and says so, or fails when
 * REQUIRE_SHARED=1 asks for it.
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
