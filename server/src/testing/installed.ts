/**
 * The built programs, installed where every user can run them, and helpers for tests of the disk. Run `npm run build`
 * first.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A user who runs programs. */
export interface User {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** The user who runs the tests. */
export const self: User = { name: process.getuid?.() === 0 ? 'root' : 'this user' };

/** Another user. Only root can run programs as this user. */
export const nobody: User = { name: 'nobody', uid: 65534, gid: 65534 };

/** A copy of the programs in a temporary folder that everybody can read. */
export class Installed {
  readonly folder: string;
  readonly cli: string;
  readonly server: string;

  constructor(name: string) {
    this.folder = mkdtempSync(path.join(tmpdir(), `shacl-repair-${name}-`));
    chmodSync(this.folder, 0o755);
    cpSync(path.join(root, 'dist'), path.join(this.folder, 'dist'), { recursive: true });
    // Outside of the package, Node would treat the modules as CommonJS.
    writeFileSync(path.join(this.folder, 'package.json'), '{ "type": "module" }\n');
    this.cli = path.join(this.folder, 'dist/cli.js');
    this.server = path.join(this.folder, 'dist/server.js');
  }

  /** Starts the command line. */
  start(
    args: readonly string[],
    cwd: string,
    { uid, gid }: User = self,
    options: SpawnOptions = {},
  ): ChildProcess {
    const user = uid === undefined ? {} : { uid, gid };
    return spawn(process.execPath, [this.cli, ...args], { cwd, ...options, ...user });
  }

  /** Makes a folder with rooms, a suite of them and a run of the suite, for commands that continue a run. */
  async makeRun(): Promise<string> {
    const made = path.join(this.folder, 'made');
    mkdirSync(made);
    for (const [name, text] of Object.entries(rooms)) writeFileSync(path.join(made, name), text);
    for (const args of [roomCommands.generate, roomCommands.evaluate]) {
      const { code, stderr } = await this.run(args, made);
      if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}\n${stderr}`);
    }
    return made;
  }

  /** Runs the command line to its end. */
  async run(args: readonly string[], cwd: string, user: User = self): Promise<Ended> {
    return ended(this.start(args, cwd, user, { timeout: 60_000, stdio: ['ignore', 'pipe', 'pipe'] }));
  }
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a process to end and collects its output. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data) => (stdout += data));
  child.stderr?.on('data', (data) => (stderr += data));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

/** Why programs can't be run as a user; undefined when they can. */
export function whyNotAs({ uid, gid }: User): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can stand in for others';
  const tried = spawnSync(process.execPath, ['--version'], { uid, gid });
  return tried.status === 0 ? undefined : `${process.execPath} can't be run by others`;
}

/** The contents of a folder: each path with its kind, mode and content. Links are not followed. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(folder, name);
    const stat = lstatSync(file);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isFile())
      found[name] = `${mode} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
    else if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(file)}`;
    else found[name] = stat.isDirectory() ? `${mode} folder` : `${mode} special`;
  }
  return found;
}

export const rooms = {
  'shapes.ttl': `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:partOf ; sh:class ex:Building ; sh:minCount 1 ] .
`,
  'data.ttl': `@prefix ex: <http://example.org/ns#> .
ex:r a ex:Room ; ex:storey 1 ; ex:partOf ex:b .
ex:s a ex:Room ; ex:storey 2 ; ex:partOf ex:b .
ex:b a ex:Building .
`,
  'broken.ttl': `@prefix ex: <http://example.org/ns#> .
ex:r a ex:Room ; ex:storey "1" ; ex:partOf ex:b .
ex:b a ex:Building .
`,
} as const;

const shapes = ['--shapes', 'shapes.ttl'];

/** Command lines that work in a folder with rooms. */
export const roomCommands = {
  generate: ['generate', 'data.ttl', ...shapes, '--cross-check', 'none', '--out', 'suite'],
  evaluate: ['evaluate', 'suite', '--system', 'symbolic', '--cross-check', 'none', '--out', 'run'],
  apply: ['repair', 'broken.ttl', ...shapes, '--apply'],
  report: ['report', 'run', '--format', 'html'],
} as const satisfies Record<string, readonly string[]>;
