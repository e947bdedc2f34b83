import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests with random inputs, under the seed that `npm run test:explore` has drawn. */
export default defineConfig({
  test: {
    include: testFiles('server/src').filter(isRandom),
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});

function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

/** True for tests that draw their inputs, themselves or by a helper that they import. */
function isRandom(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const helpers = [...text.matchAll(/from '(\.[^']*(?:\/testing\/[^/']+|\.testing\.ts))'/g)].map(([, name]) =>
    path.join(path.dirname(file), name!),
  );
  return [file, ...helpers].some((each) => readFileSync(each, 'utf8').includes("from 'fast-check'"));
}
