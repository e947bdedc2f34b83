// Runs dependency-cruiser and fails when it saw no modules: with a parser it cannot use, it passes vacuously.
import { execFileSync } from 'node:child_process';

const bin = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const run = (...args) =>
  execFileSync(process.execPath, [bin, 'client/src', 'server/src', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

let report;
try {
  report = JSON.parse(run('--output-type', 'json'));
} catch (error) {
  report = JSON.parse(error.stdout);
}
const { totalCruised, violations } = report.summary;
for (const { rule, from, to } of violations) console.error(`${rule.severity} ${rule.name}: ${from} -> ${to}`);
if (totalCruised < 50) {
  console.error(`dependency-cruiser saw ${totalCruised} modules only: is its parser (@swc/core) installed?`);
  process.exit(1);
}
if (violations.some(({ rule }) => rule.severity === 'error')) process.exit(1);
console.log(`layers hold: ${totalCruised} modules, no violations`);
