import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LargeData } from '../large/writeLargeData.ts';

/** What installs Virtuoso, where it is missing. */
export const howToInstallVirtuoso = 'apt-get install --no-install-recommends virtuoso-opensource-7-bin';

/** The graph that holds the triples. */
const graph = 'http://example.org/qudt';
/** Pages of 8 KB in memory. */
const buffers = 200_000;
/** How long a server may take until it answers, in ms. */
const startTime = 120_000;

export interface Virtuoso {
  /** Where the triples are asked for. */
  readonly address: string;
  stop(): Promise<void>;
}

export function hasVirtuoso(): boolean {
  return ['virtuoso-t', 'isql-vt'].every((name) => spawnSync('which', [name]).status === 0);
}

/** Starts a Virtuoso on loopback with the triples of a file. They are loaded once, and kept beside the file. */
export async function startVirtuoso({ file }: LargeData): Promise<Virtuoso> {
  const folder = `${file}.virtuoso`;
  if (!existsSync(folder)) {
    // Nobody sees half a database: it gets its name when it is complete.
    const partial = `${folder}.partial-${process.pid}`;
    mkdirSync(partial, { recursive: true });
    try {
      const server = await start(partial, path.dirname(file));
      try {
        const loaded = `ld_dir('${path.dirname(file)}', '${path.basename(file)}', '${graph}')`;
        for (const statement of ['log_enable(2,1)', loaded, 'rdf_loader_run()', 'checkpoint'])
          run(server.sqlPort, statement);
      } finally {
        await server.stop();
      }
      renameSync(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  const { port, stop } = await start(folder, path.dirname(file));
  return { address: `http://127.0.0.1:${port}/sparql?default-graph-uri=${encodeURIComponent(graph)}`, stop };
}

async function start(folder: string, allowed: string) {
  const [sqlPort, port] = [await freePort(), await freePort()];
  const name = (each: string) => path.join(folder, each);
  const config = [
    '[Database]',
    `DatabaseFile = ${name('virtuoso.db')}`,
    `ErrorLogFile = ${name('virtuoso.log')}`,
    `LockFile = ${name('virtuoso.lck')}`,
    `TransactionFile = ${name('virtuoso.trx')}`,
    `xa_persistent_file = ${name('virtuoso.pxa')}`,
    '[TempDatabase]',
    `DatabaseFile = ${name('temporary.db')}`,
    `TransactionFile = ${name('temporary.trx')}`,
    '[Parameters]',
    `ServerPort = 127.0.0.1:${sqlPort}`,
    `DirsAllowed = ${folder}, ${allowed}`,
    `NumberOfBuffers = ${buffers}`,
    `MaxDirtyBuffers = ${(buffers * 3) / 4}`,
    '[HTTPServer]',
    `ServerPort = 127.0.0.1:${port}`,
    // As it comes: longer answers are cut.
    '[SPARQL]',
    'ResultSetMaxRows = 10000',
  ];
  writeFileSync(name('virtuoso.ini'), `${config.join('\n')}\n`);
  rmSync(name('virtuoso.lck'), { force: true });
  const child = spawn('virtuoso-t', ['+configfile', name('virtuoso.ini'), '+foreground'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await ended(child);
  };
  try {
    await answers(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { sqlPort, port, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await end;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + startTime;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`Virtuoso ended with ${child.exitCode}.`);
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/sparql?query=ASK%7B%7D`);
      if (ok) return;
    } catch {
      // Not yet.
    }
    await setTimeout(200);
  }
  throw new Error(`Virtuoso did not start within ${startTime / 1000} s.`);
}

function run(sqlPort: number, statement: string): void {
  const { status, stdout } = spawnSync(
    'isql-vt',
    [`127.0.0.1:${sqlPort}`, 'dba', 'dba', `exec=${statement};`],
    { encoding: 'utf8' },
  );
  if (status !== 0 || stdout.includes('*** Error')) throw new Error(`${statement}\n${stdout}`);
}

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()));
    });
  });
}
