// npm run bench: bundles bench/main.ts, runs it in one process and prints ratios against the peers.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

mkdirSync('.cache/bench', { recursive: true });
await build({
  entryPoints: ['bench/main.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: '.cache/bench/main.mjs',
  logLevel: 'error',
  // The peers are measured as they are installed.
  packages: 'external',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', '.cache/bench/main.mjs'], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
