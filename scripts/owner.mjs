// The owner of the repository on GitHub, defined only here. `npm run release:owner -- NAME` changes it here and
// wherever the repository's address is written. Nothing is released while a placeholder is set.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const owner = 'owner-to-be-set';

const root = fileURLToPath(new URL('..', import.meta.url));
const self = 'scripts/owner.mjs';

/** The address of the repository. */
export const repository = addressOf(owner);

export function isPlaceholder(name) {
  return name.endsWith('-to-be-set');
}

/** The fields of package.json that contain the repository's address. */
export function manifestFields(name) {
  return {
    repository: { type: 'git', url: `${addressOf(name)}.git` },
    bugs: { url: `${addressOf(name)}/issues` },
    homepage: `${addressOf(name)}#readme`,
  };
}

/**
 * Sets the owner of the repository in every tracked file that contains its address.
 *
 * @returns the changed files.
 */
export function setOwner(name) {
  if (!/^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(name)) throw new Error(`${name} is no name of a GitHub account.`);
  const changed = filesWith(addressOf(owner));
  for (const file of changed) rewrite(file, (text) => text.replaceAll(addressOf(owner), addressOf(name)));
  rewrite(self, (text) => text.replace(`owner = '${owner}'`, `owner = '${name}'`));
  return [self, ...changed];
}

function addressOf(name) {
  return `https://github.com/${name}/shacl-repair`;
}

function filesWith(text) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return files
    .split('\0')
    .filter((file) => /\.(?:json|md|yml|ts|mjs)$/.test(file) && read(file).includes(text));
}

function rewrite(file, change) {
  writeFileSync(path.join(root, file), change(read(file)));
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
