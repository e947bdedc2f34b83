// Puts what the end-to-end tests need on the machine: a browser, and a real VS Code workbench (code-server, from npm)
// in a cache outside the repository. Only the first run installs. Packages' own install scripts never run: they would
// download prebuilt binaries. Native modules are built here instead, with the node-gyp that npm brings along.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

const version = '4.100.3'; // VS Code 1.100.3, which runs on Node 20.
const cache = process.env.SHACL_REPAIR_CACHE ?? path.join(homedir(), '.cache/shacl-repair');
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const nativeModules = ['@vscode/spdlog', 'native-watchdog', 'node-pty'];

/** The entry script of the workbench server, installed when it is missing. */
export function installWorkbench() {
  const folder = path.join(cache, `workbench-${version}`);
  const entry = path.join(folder, 'node_modules/code-server/out/node/entry.js');
  removeHalfInstalls(folder);
  if (existsSync(entry)) return entry;
  requireCommands({ ripgrep: ['rg'], 'g++': ['g++', 'c++'], make: ['make'], python3: ['python3'] });

  // Nobody sees a half install: it gets its name when it is complete.
  const partial = `${folder}.partial-${process.pid}`;
  console.log(`Installing code-server ${version} (about a minute, once) …`);
  try {
    installInto(partial);
    if (!existsSync(entry)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return entry;
}

/** The path of a Chromium, installed when it is missing and this is a Debian and we are root. */
export function installBrowser() {
  const [browser] = requireCommands({ chromium: browsers });
  return browser;
}

function installInto(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const npm = findNpm();
  const install = (where, ...packages) =>
    run(where, process.execPath, [npm, 'install', '--ignore-scripts', '--omit=dev', ...packages]);
  const codeServer = path.join(folder, 'node_modules/code-server');
  const vscode = path.join(codeServer, 'lib/vscode');
  install(folder, `code-server@${version}`);
  install(vscode);
  install(path.join(vscode, 'extensions'));

  const gyp = createRequire(npm).resolve('node-gyp/bin/node-gyp.js');
  // Headers that came with Node save a download. Without them, node-gyp fetches its own.
  const prefix = path.resolve(realpathSync(process.execPath), '../..');
  const headers = existsSync(path.join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
  const env = { ...process.env, ...headers, npm_config_node_gyp: gyp };
  for (const name of nativeModules)
    run(path.join(vscode, 'node_modules', name), process.execPath, [gyp, 'rebuild'], env);
  // The server loads argon2 at its start, even when it asks for no password.
  const argon2 = path.dirname(
    createRequire(path.join(codeServer, 'package.json')).resolve('argon2/package.json'),
  );
  const nodePreGyp = createRequire(path.join(argon2, 'package.json')).resolve(
    '@mapbox/node-pre-gyp/bin/node-pre-gyp',
  );
  run(argon2, process.execPath, [nodePreGyp, 'rebuild', '--build-from-source'], env);

  // What the packages' install scripts would do.
  const ripgrep = path.join(vscode, 'node_modules/@vscode/ripgrep/bin');
  mkdirSync(ripgrep, { recursive: true });
  symlinkSync(findCommand('rg'), path.join(ripgrep, 'rg'));
  symlinkSync('node_modules', path.join(vscode, 'node_modules.asar'));

  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, '');
  run(folder, process.execPath, [
    path.join(codeServer, 'out/node/entry.js'),
    '--config',
    config,
    '--version',
  ]);
}

/** npm's own script: the one that runs us, else the one behind the command. */
function findNpm() {
  const running = process.env.npm_execpath;
  return running?.endsWith('npm-cli.js') ? running : realpathSync(findCommand('npm'));
}

/** An install whose process is gone was interrupted. */
function removeHalfInstalls(folder) {
  const prefix = `${path.basename(folder)}.partial-`;
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith(prefix)) : [];
  for (const name of names)
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(path.join(cache, name), { recursive: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process.
  }
}

/** The paths of one command of each Debian package; installs the packages that none is found of. */
function requireCommands(commandsByPackage) {
  const find = (name) => commandsByPackage[name].map(findCommand).find((file) => file !== undefined);
  const names = Object.keys(commandsByPackage);
  const missing = names.filter((name) => !find(name));
  if (missing.length > 0 && process.getuid?.() === 0 && findCommand('apt-get')) {
    console.log(`Installing ${missing.join(', ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('/', 'apt-get', ['update'], env);
    run('/', 'apt-get', ['install', '-y', '--no-install-recommends', ...missing], env);
  }
  const stillMissing = names.filter((name) => !find(name));
  if (stillMissing.length > 0)
    throw new Error(`This needs ${stillMissing.join(', ')}: please install and run it again.`);
  return names.map(find);
}

function findCommand(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, command)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // Not there, or not for us to run.
  }
}

/** Runs quietly; what the command printed is shown when it fails. */
function run(cwd, command, args, env = process.env) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}`.trimEnd().split('\n').slice(-30).join('\n');
  throw new Error(
    `${command} ${args.join(' ')} failed in ${cwd}: ${error?.message ?? `exit ${status}`}\n${output}`,
  );
}
