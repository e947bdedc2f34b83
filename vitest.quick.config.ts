import { mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/**
 * What is run after each edit: `npm test` without the tests that take their time by their nature, which their names
 * say. `*.laws.test.ts` tries random inputs, `*.data.test.ts` reads whole data sets and published test suites,
 * `*.stress.test.ts` brings input that is huge, endless or hostile, `*.broad.test.ts` goes through many cases or whole runs.
 */
export default mergeConfig(everything, {
  test: {
    // Threads start faster, and share the code of Node. None of the quick tests needs a process of its own.
    pool: 'threads',
    exclude: ['**/*.{laws,data,stress,broad}.test.ts'],
  },
});
