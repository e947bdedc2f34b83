// node scripts/packedManifest.mjs write|restore
// Replaces package.json while `npm pack` runs, and restores it afterwards. The package contains the command line and
// the library as bundles that need no other package. So the packed manifest leaves out the packages that the bundles
// are made of, and everything that only VS Code and developers read.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const manifest = 'package.json';
const kept = '.cache/package.json';
const leftOut = [
  ...['dependencies', 'devDependencies', 'scripts'],
  ...['main', 'icon', 'publisher', 'displayName', 'categories', 'galleryBanner'],
  ...['activationEvents', 'capabilities', 'contributes'],
];
// This list is not in the repository's manifest, because vsce would treat it like a second .vscodeignore.
const files = [
  ...[
    'dist/*.js',
    'dist/*.css',
    'dist/chunks/*.js',
    'dist/serverChunks/*.js',
    'dist/cliChunks/*.js',
    'dist/libraryChunks/*.js',
    'dist/browser/**/*.js',
    'dist/library.d.ts',
    'dist/licenses.txt',
  ],
  ...['dist/vocabularies.json', 'dist/contexts.json', 'dist/figures.ttf'],
  ...['CHANGELOG.md', 'docs/*.md'],
];
// The same module for import and require: Node can require ES modules from 20.19 and 22.12 on.
const library = {
  types: './dist/library.d.ts',
  exports: {
    '.': {
      types: './dist/library.d.ts',
      browser: './dist/browser/library.js',
      worker: './dist/browser/library.js',
      default: './dist/library.js',
    },
    './package.json': './package.json',
  },
};

if (process.argv[2] === 'restore') restore();
else write();

function write() {
  // An earlier pack was killed before it could restore the manifest.
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
