import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'client/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/*.{slow,long,stores}.test.ts'],
    // The laws that take long try a fifth of their inputs; `npm run test:all` has them try all.
    env: { LAW_SHARE: process.env.LAW_SHARE ?? '0.2' },
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests share nothing but the term dictionary, which only grows: modules are loaded once per worker. What sweeps the
    // dictionary is a test of test:slow, where each file has its own.
    isolate: false,
    maxWorkers: 2,
    // What has not changed since the last run is not read and transformed again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
