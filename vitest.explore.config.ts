import { readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { defineConfig } from 'vitest/config';

/** Tests with random inputs, under the seed that `npm run test:explore` has drawn. */
export default defineConfig({
  test: {
    include: globSync('server/src/**/*.test.ts').filter(isRandom),
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 600_000,
    maxWorkers: 2,
  },
});

/** True for tests that draw their inputs, themselves or by a helper that they import. */
function isRandom(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const helpers = [...text.matchAll(/from '((?:\.\.\/)+testing\/[^']+)'/g)].map(([, name]) =>
    path.join(path.dirname(file), name!),
  );
  return [file, ...helpers].some((each) => readFileSync(each, 'utf8').includes("from 'fast-check'"));
}
