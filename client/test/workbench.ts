import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

/** A code-server that is installed. */
export interface CodeServer {
  /** The Node that runs it. */
  readonly node: string;
  /** Its entry script. */
  readonly server: string;
}

export interface WorkbenchOptions extends CodeServer {
  readonly extensions: string;
  /** Whether folders are trusted, or open in Restricted Mode. */
  readonly trust: 'all' | 'none';
  readonly port?: number;
  /** Settings that folders can't change. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  readonly tracesAll?: boolean;
}

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

const noWalkthrough = { 'workbench.welcomePage.walkthroughs.openOnInstall': false };

const settings = {
  ...noWalkthrough,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  // What is on the screen can be used, and what can't is gone.
  'workbench.reduceMotion': 'on',
  'workbench.editor.enablePreview': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'chat.commandCenter.enabled': false,
  'chat.setupFromDialog': false,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'git.autofetch': false,
  'files.autoSave': 'off',
  'editor.accessibilitySupport': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'npm.fetchOnlinePackageInfo': false,
};

/** Installs a packaged extension into a folder that workbenches can share. */
export async function installExtension(
  { node, server }: CodeServer,
  vsix: string,
  extensions: string,
): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'shacl-repair-install-'));
  const args = [server, ...folderArguments(home, extensions), '--install-extension', vsix, '--force'];
  try {
    await promisify(execFile)(node, args, { env: environment(home) });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** A VS Code server of our own on loopback, with fresh settings and a private home, that calls no one. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const home = await mkdtemp(path.join(tmpdir(), 'shacl-repair-code-'));
  await mkdir(path.join(home, 'data/User'), { recursive: true });
  await writeFile(path.join(home, 'data/User/settings.json'), JSON.stringify(settings, null, 2));
  await mkdir(path.join(home, 'data/Machine'), { recursive: true });
  await writeFile(
    path.join(home, 'data/Machine/settings.json'),
    // In a remote window, the setting of this machine counts.
    JSON.stringify({ ...noWalkthrough, ...options.machineSettings }, null, 2),
  );
  const port = options.port ?? (await freePort());
  const args = [
    ...[options.server, ...folderArguments(home, options.extensions)],
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--app-name', 'SHACL Repair'],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...['--disable-proxy', '--disable-file-downloads'],
    ...(options.tracesAll ? ['--log', 'trace'] : []),
    ...(options.trust === 'all' ? ['--disable-workspace-trust'] : []),
  ];
  // A process group of its own: what it starts ends with it.
  const server = spawn(options.node, args, { env: environment(home), detached: true, stdio: 'ignore' });
  const workbench = new Workbench(`http://127.0.0.1:${port}`, home, server);
  try {
    await eventually('the workbench answers', () => isHealthy(workbench.url));
  } catch (error) {
    await workbench.stop();
    throw error;
  }
  return workbench;
}

export class Workbench {
  readonly url: string;
  readonly #home: string;
  readonly #server: ChildProcess;
  readonly #leaveNothing = () => {
    this.#kill();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };

  constructor(url: string, home: string, server: ChildProcess) {
    this.url = url;
    this.#home = home;
    this.#server = server;
    process.on('exit', this.#leaveNothing);
  }

  /** @param options whether extensions may use the API that they declare as proposed. */
  folderUrl(folder: string, { allowsProposedApi = false } = {}): string {
    const payload = JSON.stringify([['enableProposedApi', '']]);
    const proposed = allowsProposedApi ? `&payload=${encodeURIComponent(payload)}` : '';
    return `${this.url}/?folder=${encodeURIComponent(folder)}${proposed}`;
  }

  /** The processes of this workbench whose command line contains a text. */
  async processes(text: string): Promise<readonly RunningProcess[]> {
    const found: RunningProcess[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const [environ, command] = await Promise.all([
        readProcess(pid, 'environ'),
        readProcess(pid, 'cmdline'),
      ]);
      // Only our own processes have this home.
      if (environ.includes(this.#home) && command.includes(text)) found.push({ pid: Number(pid), command });
    }
    return found;
  }

  /** What an output channel of the extension shows; empty while there is none. */
  async outputChannel(name: string): Promise<string> {
    const logs = path.join(this.#home, 'data/logs');
    const files: string[] = await readdir(logs, { recursive: true }).catch(() => []);
    const file = files.find((each) => path.basename(each).endsWith(`-${name}.log`));
    return file === undefined ? '' : readFile(path.join(logs, file), 'utf8');
  }

  /** All that was logged by anything in here, output channels included. */
  async allLogs(): Promise<string> {
    const logs = path.join(this.#home, 'data/logs');
    const files: string[] = await readdir(logs, { recursive: true });
    const texts = files
      .filter((file) => file.endsWith('.log'))
      .map((file) => readFile(path.join(logs, file), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  }

  /**
   * Where a text can be read: files of the workbench's home and of a folder, logs and databases among them, and the
   * environments and command lines of its processes. Base64 and UTF-16 count as well.
   */
  async tracesOf(text: string, folder: string): Promise<readonly string[]> {
    const forms = [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(btoa(text))];
    const found: string[] = [];
    for (const root of [this.#home, folder]) {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        const content = await readUnlessGone(file);
        if (content && forms.some((form) => content.includes(form))) found.push(file);
      }
    }
    for (const { pid, command } of await this.processes('')) {
      const environ = await readProcess(String(pid), 'environ');
      if (`${command} ${environ}`.includes(text)) found.push(`process ${command}`);
    }
    return found;
  }

  /** The end of what the extension and its host logged. */
  async logTail(lines: number): Promise<string> {
    const logs = path.join(this.#home, 'data/logs');
    const files: string[] = await readdir(logs, { recursive: true }).catch(() => []);
    const ours = files.filter((file) => /(shacl.*|exthost)\.log$/i.test(file));
    const tails = ours.map(async (file) => {
      const text = (await readFile(path.join(logs, file), 'utf8')).trimEnd();
      return `--- ${path.basename(file)}\n${text.split('\n').slice(-lines).join('\n')}`;
    });
    return (await Promise.all(tails)).join('\n');
  }

  /** Ends all of its processes and removes what it wrote. */
  async stop(): Promise<void> {
    this.#kill();
    // Language servers may have left the group.
    if (process.platform === 'linux') for (const { pid } of await this.processes('')) kill(pid);
    process.off('exit', this.#leaveNothing);
    this.#leaveNothing();
  }

  #kill(): void {
    if (this.#server.pid !== undefined) kill(-this.#server.pid);
  }
}

/** Kills at once, and is content when there is nothing to kill. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function folderArguments(home: string, extensions: string): string[] {
  const config = path.join(home, 'config.yaml');
  return ['--config', config, '--user-data-dir', path.join(home, 'data'), '--extensions-dir', extensions];
}

/** Nothing of the caller's environment but where programs are: no proxies, no keys, no settings of an outer VS Code. */
function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    // The marketplace is asked for nothing.
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthz`).catch(() => undefined);
  return response?.ok ?? false;
}

/** The bytes of a file; undefined when it was removed since it was listed, as VS Code does with its backups. */
async function readUnlessGone(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Empty for a process that is gone or not ours. */
async function readProcess(pid: string, file: string): Promise<string> {
  return (await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
}
