import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Configurations with this plug-in read what another one of them has transformed. Vitest would keep a cache for each, because it
 * counts the text of the configuration in. Of that, this counts what decides how sources are transformed.
 */
export const sharedCache: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'shared-cache',
  configResolved(config) {
    config.configFileDependencies.length = 0;
  },
  configureVitest({ experimental_defineCacheKeyGenerator: countIn }) {
    countIn(({ environment: { config } }) => JSON.stringify([config.define, config.esbuild, config.oxc]));
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
    // The laws that take long try a twentieth of their inputs; `npm run test:all` has them try all.
    env: { LAW_SHARE: process.env.LAW_SHARE ?? '0.05' },
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
