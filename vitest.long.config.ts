import { defineConfig } from 'vitest/config';
import slow from './vitest.slow.config.ts';

/**
 * What takes a minute or more each, and is not in the gate: endurance of processes, laws with very many inputs, whole releases of
 * benchmarks. `npm run test:long` builds first.
 */
export default defineConfig({
  test: { ...slow.test, include: ['{server/src,scripts,bench}/**/*.long.test.ts'] },
});
