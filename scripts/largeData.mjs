// node scripts/largeData.mjs 100k 1M 10M: writes QUDT in renamed copies as N-Triples and Turtle to a cache outside the
// repository ($SHACL_REPAIR_CACHE, else ~/.cache/shacl-repair), and prints the files' names. Those that exist are kept.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const out = '.cache/large';
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { main: 'bench/large/main.ts' },
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
