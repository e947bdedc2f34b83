import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * All configurations transform sources alike, and read what another one of them has transformed. Vitest would keep a cache for
 * each, because it counts the text of the configuration in.
 */
export const sharedCache: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'shared-cache',
  configResolved(config) {
    config.configFileDependencies.length = 0;
  },
};

export default defineConfig({
  plugins: [sharedCache],
  test: {
    include: [
      'server/src/**/*.test.ts',
      'client/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/*.{slow,long,stores}.test.ts'],
    // The laws that take long try a tenth of their inputs; `npm run test:all` has them try all.
    env: { LAW_SHARE: process.env.LAW_SHARE ?? '0.1' },
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
