// npm run test:nodes [-- VERSION …]: the unit tests under the newer versions of Node that are supported, 22 and 24.
// Node comes from npm and is kept in a cache outside the repository; only the first run installs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The release that is tested for each major version. */
const releases = { 22: '22.23.3', 24: '24.21.0' };

const cache = process.env.SHACL_REPAIR_CACHE ?? path.join(homedir(), '.cache/shacl-repair');
const asked = process.argv.slice(2);
const unknown = asked.filter((version) => !(version in releases));
if (unknown.length > 0) {
  console.error(`No such version: ${unknown.join(', ')}. There are: ${Object.keys(releases).join(', ')}.`);
  process.exit(1);
}
for (const version of asked.length > 0 ? asked : Object.keys(releases)) {
  const node = installed(releases[version]);
  console.log(`== Node ${releases[version]}`);
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The path of a release of Node. */
function installed(release) {
  if (process.versions.node === release) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = path.join(cache, `node-${release}`);
  if (!existsSync(folder)) install(folder, `${name}@${release}`);
  return path.join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
}

/** Nobody sees half an install: the folder gets its name when it is complete. */
function install(folder, name) {
  const partial = `${folder}.partial-${process.pid}`;
  try {
    mkdirSync(partial, { recursive: true });
    writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
    const { status } = spawnSync('npm', ['install', '--ignore-scripts', name], {
      cwd: partial,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm could not install ${name}.`);
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
