// npm run test:explore [-- FILE …]: runs the tests with random inputs with a new seed, or with SEED. Prints how to run
// them again with the same inputs.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const seed = process.env.SEED ?? String(randomInt(1, 2 ** 31));
const files = process.argv.slice(2);
const again = `SEED=${seed} npm run test:explore${files.length > 0 ? ` -- ${files.join(' ')}` : ''}`;

console.log(`To repeat this run: ${again}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.explore.config.ts', ...files],
  { stdio: 'inherit', env: { ...process.env, SEED: seed } },
);
console.log(`To repeat this run: ${again}`);
process.exit(status ?? 1);
