import { defineConfig } from 'vitest/config';

/**
 * What is not in the gate: endurance of processes, laws with very many inputs, whole data sets, the reference engine on the big
 * suites, recovery rates. `npm run test:long` builds first.
 */
export default defineConfig({
  test: {
    include: [
      '{server/src,scripts,bench}/**/*.long.test.ts',
      'server/src/shacl/{w3c,buildingsAndQudt,units}.data.test.ts',
      'server/src/vio/paperExample.data.test.ts',
      'server/src/rdf/edits/planEdits.laws.test.ts',
    ],
    // The suites that npm test runs with the built-in engine are run with the reference engine here, and a few seeds are
    // a thousand. Edits are planned for four times as many random changes.
    env: { TEST_REFERENCE_ENGINE: '1', EDIT_RUNS: '4000' },
    setupFiles: ['server/src/testing/seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // They measure memory and rates, and some fill disks: beside each other they would disturb one another.
    fileParallelism: false,
  },
});
