// npm start [-- --terminal]
// Builds, prints the results of the demo workspace in the terminal, and opens the workspace in VS Code.
// With --terminal it ends after the terminal part.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { terminal: { type: 'boolean' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const demo = path.join(root, 'test-fixtures/demo');

execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });

heading('The demo: units of measure, with the mistakes that creep into such a file');
run(demo, 'validate', 'units.ttl');

const copy = mkdtempSync(path.join(tmpdir(), 'shacl-repair-demo-'));
try {
  cpSync(demo, copy, { recursive: true });
  heading('The repairs, each verified before it is applied to a copy of the demo');
  run(copy, 'repair', 'units.ttl', '--apply');
  heading('A benchmark of violations with known repairs, from the repaired copy');
  run(copy, 'generate', 'units.ttl', '--out', 'units-suite', '--if-invalid', 'repair');
} finally {
  rmSync(copy, { recursive: true, force: true });
}

if (!values.terminal) openDemo();

function bold(text) {
  return process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[1m${text}\x1b[22m` : text;
}

function heading(text) {
  console.log(`\n${bold(`== ${text}`)}`);
}

/** Runs the CLI. Violations are expected here, so they are not a failure. */
function run(folder, ...args) {
  console.log(`$ shacl-repair ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [path.join(root, 'dist/cli.js'), ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0 && status !== 1) process.exit(1);
}

function openDemo() {
  const code = findOnPath(process.platform === 'win32' ? 'code.cmd' : 'code');
  if (!code) {
    console.log('\nTo see the demo in VS Code in a browser: npm run workbench');
    return;
  }
  console.log('\nOpening the demo in VS Code …');
  spawn(code, [`--extensionDevelopmentPath=${root}`, demo, path.join(demo, 'units.ttl')], {
    stdio: 'ignore',
    detached: true,
    // Scripts for cmd.exe only run in a shell.
    shell: process.platform === 'win32',
  }).unref();
}

function findOnPath(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
