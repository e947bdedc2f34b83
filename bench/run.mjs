// npm run bench [-- [--full] [section ...]]: measures each section in a process of its own, ours and the peers side
// by side, and prints Markdown tables with the bars of the project at the end. Timing never fails it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const out = '.cache/bench';
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { main: 'bench/main.ts', section: 'bench/section.ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
  // The peers are measured as they are installed.
  packages: 'external',
});
// The programs as they are shipped, in a copy that no other build changes meanwhile.
const built = spawnSync(process.execPath, ['esbuild.mjs'], { encoding: 'utf8' });
if (built.status !== 0) {
  console.error(built.stderr);
  process.exit(1);
}
cpSync('dist', `${out}/dist`, { recursive: true });

const { status } = spawnSync(process.execPath, [`${out}/main.mjs`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
