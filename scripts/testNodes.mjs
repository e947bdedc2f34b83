// npm run test:nodes [-- VERSION …]: runs the quick tests, and those of the memory limit, with the newer supported versions of
// Node. Node comes from npm and is kept beside the workbenches of the end-to-end tests. Only the first run installs it.
import { spawnSync } from 'node:child_process';
import { installNode } from '../client/test/install.mjs';

/** The tested release of each major version. */
const releases = { 22: '22.23.3', 24: '24.21.0' };

const asked = process.argv.slice(2);
const unknown = asked.filter((version) => !(version in releases));
if (unknown.length > 0) {
  console.error(`No such version: ${unknown.join(', ')}. There are: ${Object.keys(releases).join(', ')}.`);
  process.exit(1);
}
for (const version of asked.length > 0 ? asked : Object.keys(releases)) {
  const node = installNode(releases[version]);
  console.log(`== Node ${releases[version]}`);
  run(node, '--config', 'vitest.quick.config.ts');
  // Memory is counted in another way by each version.
  run(node, '--config', 'vitest.config.ts', 'server/src/platform/watch/memoryLimit.broad.test.ts');
}

function run(node, ...args) {
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
