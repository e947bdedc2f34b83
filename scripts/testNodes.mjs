// npm run test:nodes [-- VERSION …]: runs the unit tests with the newer supported versions of Node: the quick ones with 22, and
// all with 24, which is furthest from 20. The laws that take longest try a quarter of their random inputs, since what they
// assert hardly depends on the version. Node comes from npm and is kept beside the workbenches of the end-to-end tests. Only
// the first run installs it.
import { spawnSync } from 'node:child_process';
import { installNode } from '../client/test/install.mjs';

/** The tested release of each major version, and which tests it runs. */
const releases = {
  22: { release: '22.23.3', config: 'vitest.quick.config.ts' },
  24: { release: '24.21.0', config: 'vitest.config.ts' },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((version) => !(version in releases));
if (unknown.length > 0) {
  console.error(`No such version: ${unknown.join(', ')}. There are: ${Object.keys(releases).join(', ')}.`);
  process.exit(1);
}
for (const version of asked.length > 0 ? asked : Object.keys(releases)) {
  const { release, config } = releases[version];
  const node = installNode(release);
  console.log(`== Node ${release}`);
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
    stdio: 'inherit',
    env: { LAW_SHARE: '0.25', ...process.env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
