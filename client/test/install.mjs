// Puts what the end-to-end tests need on the machine: a browser, and real VS Code workbenches (code-server, from npm)
// in a cache outside the repository. Only the first run installs. Packages' own install scripts never run: they would
// download prebuilt binaries. Native modules are built here instead, with the node-gyp that npm brings along.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

/** The releases of code-server that are these versions, and the releases of Node that they are made for. */
const releases = {
  '1.100': { codeServer: '4.100.3', node: '20.20.0' },
  1.139: { codeServer: '4.139.1', node: '24.21.0' },
};
/** The versions of VS Code that can be installed: the oldest that package.json allows, and today's. */
export const vscodeVersions = Object.keys(releases);

const cache = process.env.SHACL_REPAIR_CACHE ?? path.join(homedir(), '.cache/shacl-repair');
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const nativeModules = [
  '@vscode/spdlog',
  '@vscode/sqlite3',
  '@vscode/fs-copyfile',
  '@vscode/native-watchdog',
  'native-watchdog', // Its name in 1.100.
  'node-pty',
];

/** The entry script of the workbench server of a version, and the Node that runs it; installed when missing. */
export function installWorkbench(version) {
  const release = releases[version];
  if (!release) throw new Error(`--vscode takes ${vscodeVersions.join(' or ')}, not ${version}.`);
  const { codeServer } = release;
  const node = installNode(release.node);
  const folder = path.join(cache, `workbench-${codeServer}`);
  installOnce(folder, `code-server ${codeServer} (a few minutes, once)`, (partial) => {
    requireCommands({ ripgrep: ['rg'], 'g++': ['g++', 'c++'], make: ['make'], python3: ['python3'] });
    installCodeServer(partial, codeServer, node);
  });
  return { node, server: path.join(folder, 'node_modules/code-server/out/node/entry.js') };
}

/** The path of a Chromium, installed when it is missing and this is a Debian and we are root. */
export function installBrowser() {
  const [browser] = requireCommands({ chromium: browsers });
  return browser;
}

/** The path of a Neovim, installed when it is missing and this is a Debian and we are root. */
export function installNeovim() {
  const [neovim] = requireCommands({ neovim: ['nvim'] });
  return neovim;
}

/** The path of clingo, installed when it is missing and this is a Debian and we are root. */
export function installClingo() {
  const [clingo] = requireCommands({ gringo: ['clingo'] });
  return clingo;
}

/** The paths of Virtuoso's server and client, installed when they are missing and this is a Debian and we are root. */
export function installVirtuoso() {
  const name = 'virtuoso-opensource-7-bin';
  const [server] = requireCommands({ [name]: ['virtuoso-t'] });
  return { server, isql: findCommand('isql-vt') };
}

const jars = '/usr/share/java';
/** What Apache Jena needs of Debian's jars. All of them together hold two ways to log, which refuse each other. */
const jarsOfJena = [
  ...['jena-arq', 'jena-core', 'jena-base', 'jena-iri', 'slf4j-api', 'slf4j-nop', 'guava', 'dexx.collection'],
  ...['gson', 'thrift', 'protobuf', 'httpclient', 'httpcore', 'jsonld-java', 'titanium-json-ld'],
  ...['commons-codec', 'commons-compress', 'commons-csv', 'commons-io', 'commons-lang3'],
  ...['jackson-annotations', 'jackson-core', 'jackson-databind'],
];

/**
 * The path of Java and the class path of Apache Jena, installed when they are missing and this is a Debian and we are root.
 *
 * @param folder where files that they need may be put.
 */
export function installJena(folder) {
  const [unpack] = requireCommands(
    { 'default-jdk-headless': ['jar'] },
    existsSync(`${jars}/jena-arq.jar`) ? [] : ['libapache-jena-java'],
  );
  const java = findCommand('java');
  // Debian's jar has Xerces in another package than its messages, without which it does not start.
  const messages = path.join(folder, 'jena-messages');
  mkdirSync(path.join(messages, 'xerces'), { recursive: true });
  const packed = 'org/apache/jena/ext/xerces/impl';
  run(messages, unpack, ['xf', `${jars}/jena-core.jar`, packed]);
  renameSync(path.join(messages, packed), path.join(messages, 'xerces/impl'));
  const classPath = [messages, ...jarsOfJena.map((name) => `${jars}/${name}.jar`)].join(path.delimiter);
  return { java, classPath };
}

/** A Node of the same major version: the one that runs us, else one from npm, which brings its headers. */
export function installNode(version) {
  const [major] = version.split('.');
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = path.join(cache, `node-${version}`);
  installOnce(folder, `Node ${version}`, (partial) => {
    writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
    npmInstall(process.execPath, partial, `${name}@${version}`);
  });
  return path.join(folder, 'node_modules', name, 'bin/node');
}

/** The conformance suite of the Model Context Protocol: the file to run with Node. Later releases need Node 22. */
export function installMcpConformance() {
  const name = '@modelcontextprotocol/conformance';
  const version = '0.1.13';
  const folder = path.join(cache, `mcp-conformance-${version}`);
  installOnce(folder, `${name} ${version}`, (partial) => {
    writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
    npmInstall(process.execPath, partial, `${name}@${version}`);
  });
  return path.join(folder, 'node_modules', name, 'dist/index.js');
}

/** Nobody sees a half install: the folder gets its name when it is complete. */
function installOnce(folder, what, install) {
  removeHalfInstalls(folder);
  if (existsSync(folder)) return;
  const partial = `${folder}.partial-${process.pid}`;
  console.log(`Installing ${what} …`);
  try {
    mkdirSync(partial, { recursive: true });
    install(partial);
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function installCodeServer(folder, version, node) {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const codeServer = path.join(folder, 'node_modules/code-server');
  const vscode = path.join(codeServer, 'lib/vscode');
  npmInstall(node, folder, `code-server@${version}`);
  npmInstall(node, vscode);
  npmInstall(node, path.join(vscode, 'extensions'));
  for (const name of nativeModules) buildModule(path.join(vscode, 'node_modules', name), node);
  // The server loads argon2 at its start, even when it asks for no password. Newer ones bring what they need.
  const argon2 = path.dirname(
    createRequire(path.join(codeServer, 'package.json')).resolve('argon2/package.json'),
  );
  if (!existsSync(path.join(argon2, 'prebuilds'))) buildModule(argon2, node);

  // What the packages' install scripts would do.
  const ripgrep = path.join(vscode, 'node_modules/@vscode/ripgrep/bin');
  if (!existsSync(path.join(ripgrep, 'rg'))) {
    mkdirSync(ripgrep, { recursive: true });
    symlinkSync(findCommand('rg'), path.join(ripgrep, 'rg'));
  }
  symlinkSync('node_modules', path.join(vscode, 'node_modules.asar'));

  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, '');
  run(folder, node, [path.join(codeServer, 'out/node/entry.js'), '--config', config, '--version']);
}

/** Builds the native part of a package, where it has one. */
function buildModule(folder, node) {
  if (!existsSync(path.join(folder, 'binding.gyp'))) return;
  const gyp = createRequire(findNpm()).resolve('node-gyp/bin/node-gyp.js');
  // Headers that came with Node save a download. Without them, node-gyp fetches its own.
  const prefix = path.resolve(realpathSync(node), '../..');
  const headers = existsSync(path.join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
  const env = { ...environment(node), ...headers, JOBS: 'max', npm_config_node_gyp: gyp };
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!dependencies?.['@mapbox/node-pre-gyp']) return run(folder, node, [gyp, 'rebuild'], env);
  const nodePreGyp = createRequire(path.join(folder, 'package.json')).resolve(
    '@mapbox/node-pre-gyp/bin/node-pre-gyp',
  );
  run(folder, node, [nodePreGyp, 'rebuild', '--build-from-source'], env);
}

function npmInstall(node, folder, ...packages) {
  const args = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', ...packages];
  run(folder, node, [findNpm(), ...args], environment(node));
}

/** Ours, with this Node for the scripts that ask for `node`. */
function environment(node) {
  return { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };
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
function requireCommands(commandsByPackage, missingPackages = []) {
  const find = (name) => commandsByPackage[name].map(findCommand).find((file) => file !== undefined);
  const names = Object.keys(commandsByPackage);
  const missing = [...names.filter((name) => !find(name)), ...missingPackages];
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
