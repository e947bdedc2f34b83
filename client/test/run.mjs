// npm run test:e2e [-- --vscode VERSION] [-- --only NAME,NAME…] [-- --repeat N] [-- --vsix FILE] [-- --online] [-- --brief]
// [-- --second-tries N] [-- --lanes N] [-- --install]
// Runs the scenarios (client/test/*.e2e.ts) against the packaged extension in real VS Code workbenches: the oldest
// version that package.json allows, and today's. Where this machine allows it, they run in an empty network namespace,
// and fail when something looks for another machine. With --brief, as in the gate, pictures are taken of failures only, and the
// scenarios that are long are left out. --lanes says how many are told beside each other. --install only installs what the scenarios need.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension, buildScriptedModels, bundleTypeScript, root } from './build.mjs';
import { installBrowser, installWorkbench, vscodeVersions } from './install.mjs';

const { values } = parseArgs({
  options: {
    vscode: { type: 'string', multiple: true, default: vscodeVersions },
    only: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    'second-tries': { type: 'string', default: '0' },
    lanes: { type: 'string', default: '1' },
    vsix: { type: 'string' },
    online: { type: 'boolean' },
    brief: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
  },
});
if (!/^\d+$/.test(values['second-tries']))
  throw new Error(`--second-tries takes a number, not ${values['second-tries']}.`);
for (const name of ['repeat', 'lanes'])
  if (!/^[1-9]\d*$/.test(values[name])) throw new Error(`--${name} takes a number, not ${values[name]}.`);
const folder = path.join(root, 'client/test');
const out = path.join(folder, 'out');
mkdirSync(out, { recursive: true });

const browser = installBrowser();
const vscodes = values.vscode.map((version) => ({
  version,
  ...installWorkbench(version),
}));
if (values.install) process.exit(0);
const vsix = values.vsix ? path.resolve(values.vsix) : buildExtension();
const scriptedModels = await buildScriptedModels();
const harness = await bundleTypeScript('harness', harnessSource());

const isolated = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const isIsolated = !values.online && spawnSync(isolated[0], [...isolated.slice(1), 'true']).status === 0;
console.log(`The scenarios ${isIsolated ? 'have no network but loopback' : 'can see the network'}.`);
const only = values.only?.split(',');
const repeat = Number(values.repeat);
const options = JSON.stringify({
  root,
  out,
  vscodes,
  browser,
  vsix,
  scriptedModels,
  only,
  repeat,
  secondTries: Number(values['second-tries']),
  lanes: Number(values.lanes),
  isBrief: values.brief,
  isIsolated,
});
const [command, ...args] = [...(isIsolated ? isolated : []), process.execPath, harness, options];
const env = { ...process.env, NODE_OPTIONS: '--enable-source-maps' };
const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
// The child cleans up its servers; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

/** A module that runs every scenario of this folder. */
function harnessSource() {
  const files = readdirSync(folder).filter((file) => file.endsWith('.e2e.ts'));
  const imports = files.map((file, index) => `import scenario${index} from './${file}';`);
  const list = files.map((_, index) => `scenario${index}`).join(', ');
  return `import { runScenarios } from './runner.ts';\n${imports.join('\n')}\nawait runScenarios([${list}]);\n`;
}
