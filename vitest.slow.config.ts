import { defineConfig } from 'vitest/config';

/** Tests that start processes and take their time. `npm run test:slow` builds first. */
export default defineConfig({
  test: {
    include: ['server/src/**/*.slow.test.ts'],
    testTimeout: 120_000,
    // They wait for time-outs; beside each other they would wait for the processor.
    fileParallelism: false,
  },
});
