import { defineConfig } from 'vitest/config';
import { sharedCache } from './vitest.config.ts';

/**
 * Tests that start processes, the built programs as editors and shells run them, that judge many thousand nodes, that
 * take many seconds for one table or law, or that sweep the dictionary of terms, which each file has for itself here.
 * `npm run test:slow` builds first.
 */
export default defineConfig({
  plugins: [sharedCache],
  test: {
    include: ['{server/src,client/src,scripts,bench}/**/*.slow.test.ts'],
    // Of long tables some rows are tried; `npm run test:all` has them try all.
    env: { LAW_SHARE: process.env.LAW_SHARE ?? '0.05' },
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 120_000,
    // What a file sets up takes as long as a test on a machine with other work to do.
    hookTimeout: 120_000,
    // As many as there are processors: what they wait for is a result, never a time.
    maxWorkers: 2,
    // What `npm test` has transformed is not transformed again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
