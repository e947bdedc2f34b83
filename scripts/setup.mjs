// Installs the dependencies when they are missing or older than the lock file, so that every command of the README
// works in a fresh clone.
import { execSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const installed = 'node_modules/.package-lock.json';
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('package-lock.json').mtimeMs) {
  console.log('Installing dependencies (npm ci) …');
  execSync('npm ci', { stdio: 'inherit' });
}
