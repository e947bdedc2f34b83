// npm run bench [-- [--full] [--against=DIST] [--only=ROW] [section ...]]: measures each section in its own process, our engine beside the peers.
// Prints Markdown tables, followed by the bars of the project. Slow times never make it fail.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const out = '.cache/bench';
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: {
    main: 'bench/main.ts',
    section: 'bench/section.ts',
    parseFiles: 'bench/manyFiles/parseFiles.ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
  // The peers are measured as they are installed.
  packages: 'external',
});
// The programs as they are shipped. The copy protects them from other builds in the meantime.
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
