import { defineConfig } from 'vitest/config';
import { sharedCache } from './vitest.config.ts';

/** Tests of real triple stores, which `npm run test:stores` starts. */
export default defineConfig({
  plugins: [sharedCache],
  test: {
    include: ['server/src/**/*.stores.test.ts'],
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    // What `npm test` has transformed is not transformed again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
