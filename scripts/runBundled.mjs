import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

/** Bundles a TypeScript program of the repository into a folder, and runs it with the arguments of this process. */
export async function runBundled(entry, out) {
  mkdirSync(out, { recursive: true });
  await build({
    entryPoints: { main: entry },
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
}
