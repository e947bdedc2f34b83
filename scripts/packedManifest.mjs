// node scripts/packedManifest.mjs write|restore
// What `npm pack` puts into the package: the command line and the library, in bundles that need no other package. The repository's manifest
// lists what the bundles are made of, and what only VS Code and developers read; the packed one leaves both out.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const manifest = 'package.json';
const kept = '.cache/package.json';
const leftOut = [
  ...['dependencies', 'devDependencies', 'scripts'],
  ...['main', 'icon', 'publisher', 'displayName', 'categories', 'galleryBanner'],
  ...['activationEvents', 'capabilities', 'contributes'],
];
// Here and not in the repository's manifest, where vsce takes it for a second .vscodeignore.
const files = [
  ...['dist/*.js', 'dist/*.css', 'dist/chunks/*.js', 'dist/library.d.ts', 'dist/licenses.txt'],
  'CHANGELOG.md',
];
// One module for import and require: Node requires ES modules from 20.19 and 22.12 on.
const library = {
  types: './dist/library.d.ts',
  exports: {
    '.': { types: './dist/library.d.ts', default: './dist/library.js' },
    './package.json': './package.json',
  },
};

if (process.argv[2] === 'restore') restore();
else write();

function write() {
  // A pack that was killed has left the packed manifest behind.
  if (existsSync(kept)) restore();
  mkdirSync('.cache', { recursive: true });
  copyFileSync(manifest, kept);
  const { engines, ...fields } = JSON.parse(readFileSync(manifest, 'utf8'));
  const packed = Object.fromEntries(Object.entries(fields).filter(([name]) => !leftOut.includes(name)));
  writeFileSync(
    manifest,
    `${JSON.stringify({ ...packed, ...library, files, engines: { node: engines.node } }, undefined, 2)}\n`,
  );
}

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest);
}
