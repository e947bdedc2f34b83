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
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 60_000,
    // Tests share nothing but the term dictionary, which only grows: modules are loaded once per worker.
    isolate: false,
    maxWorkers: 2,
  },
});
