// Builds what the end-to-end tests run: the extension as users get it, and the tests themselves.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const out = temporaryFolder();

/** Builds and packages the extension: the path of the .vsix. */
export function buildExtension() {
  const vsix = path.join(out, 'shacl-repair.vsix');
  node(root, 'esbuild.mjs');
  packageExtension(root, vsix, '--no-gitHubIssueLinking');
  return vsix;
}

/** Builds and packages the extension that has language models: the path of the .vsix. */
export async function buildScriptedModels() {
  const source = path.join(root, 'client/test/scriptedModels');
  const folder = path.join(out, 'scriptedModels');
  mkdirSync(folder);
  copyFileSync(path.join(source, 'package.json'), path.join(folder, 'package.json'));
  await build({
    entryPoints: [path.join(source, 'extension.ts')],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const vsix = path.join(out, 'scripted-models.vsix');
  packageExtension(folder, vsix, '--skip-license', '--allow-missing-repository');
  return vsix;
}

function packageExtension(folder, vsix, ...options) {
  const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
  node(folder, vsce, 'package', '--no-dependencies', ...options, '--out', vsix);
}

/** What a program says is shown when it fails: vsce warns of our many small files, which are loaded when needed. */
function node(cwd, ...args) {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Bundles TypeScript, given as source text that imports from this folder, into a module that Node can run. */
export async function bundleTypeScript(name, contents) {
  const outfile = path.join(out, `${name}.mjs`);
  const resolveDir = path.join(root, 'client/test');
  await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

/** A folder of this process alone, within the project, so that what is bundled there finds its dependencies. */
function temporaryFolder() {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache/e2e-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
