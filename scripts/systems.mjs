// npm run systems [-- --with-clingo]: builds the repair systems that SHACL Repair is compared with, programs for
// `shacl-repair evaluate --system command:`, into .cache/systems. With --with-clingo, it installs clingo if it can.
import { chmodSync, mkdirSync } from 'node:fs';
import { build } from 'esbuild';
import { installClingo } from '../client/test/install.mjs';

const out = '.cache/systems';
mkdirSync(out, { recursive: true });
const names = ['asp', 'template', 'agent'];
await build({
  entryPoints: Object.fromEntries(names.map((name) => [name, `bench/systems/${name}.ts`])),
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'error',
  packages: 'external',
});
for (const name of names) {
  chmodSync(`${out}/${name}.mjs`, 0o755);
  console.log(`${out}/${name}.mjs`);
}

if (process.argv.includes('--with-clingo')) {
  try {
    installClingo();
  } catch (error) {
    console.log(`The ASP repairer is not tested. ${error.message}`);
  }
}
