// Builds what the end-to-end tests run: the extension as users get it, and the tests themselves.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const out = temporaryFolder();

/** Builds and packages the extension: the path of the .vsix. */
export function buildExtension() {
  const vsix = path.join(out, 'shacl-repair.vsix');
  // The project has no public address yet that links of the README could be based on.
  const noAddress = ['--allow-missing-repository', '--no-rewrite-relative-links'];
  const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
  const node = (...args) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  node('esbuild.mjs');
  node(vsce, 'package', '--no-dependencies', ...noAddress, '--out', vsix);
  return vsix;
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
