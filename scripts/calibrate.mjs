// npm run calibrate -- SUITE...: fits the scorecard of repairs to suites of violations and mistakes, leaving out one
// data set at a time, and writes docs/calibration.md. Suites whose names begin alike up to a dash are one data set.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const out = '.cache/calibration';
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { main: 'bench/calibration/main.ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
  packages: 'external',
});
const { status } = spawnSync(process.execPath, [`${out}/main.mjs`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
