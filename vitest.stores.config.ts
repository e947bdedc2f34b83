import { defineConfig } from 'vitest/config';

/** Tests of real triple stores, which `npm run test:stores` starts. */
export default defineConfig({
  test: {
    include: ['server/src/**/*.stores.test.ts'],
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
