import { defineConfig } from 'vitest/config';

/** Tests that start processes and take their time. `npm run test:slow` builds first. */
export default defineConfig({
  test: {
    include: [
      'server/src/**/*.slow.test.ts',
      'scripts/**/*.slow.test.ts',
      'bench/**/*.slow.test.ts',
      'server/src/shacl/{w3c,buildingsAndQudt,units}.data.test.ts',
      'server/src/vio/paperExample.data.test.ts',
    ],
    // The suites that npm test runs with the built-in engine are run with the reference engine here, and a few seeds are
    // a thousand.
    env: { TEST_REFERENCE_ENGINE: '1' },
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 120_000,
    // They wait for time-outs; beside each other they would wait for the processor.
    fileParallelism: false,
  },
});
