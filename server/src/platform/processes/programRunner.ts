import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { ProgramEnd, RunProgram } from '../../lab/evaluation/systems/commandSystem.ts';

export interface ProgramLimits {
  /** The time limit, in ms. */
  readonly milliseconds: number;
  /** The output limit, in bytes. */
  readonly maxOutput: number;
}

/**
 * Starts a program of this machine without a shell. The program is killed with all its processes when it ends, exceeds
 * a limit, or is aborted. The next runner ends programs whose own runner was killed.
 */
export function programRunner(file: string, cwd: string, limits: ProgramLimits): RunProgram {
  let isFirst = true;
  return (input, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isFirst) endOrphans();
      isFirst = false;
      const marker = newMarker();
      const child = spawn(file, [], {
        cwd,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        env: marker.environment,
      });
      let done = false;
      const kill = () => {
        if (child.pid !== undefined) endTree(child.pid, marker);
      };
      /** The pipes of processes that escaped must not keep this process alive. */
      const letGo = () => {
        for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      };
      const end = (how: ProgramEnd) => {
        if (done) return;
        done = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        kill();
        letGo();
        resolve(how);
      };
      const abort = () => {
        if (done) return;
        done = true;
        kill();
        letGo();
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      const seconds = limits.milliseconds / 1000;
      const timer = setTimeout(
        () => end({ kind: 'timeout', message: `It took longer than ${seconds} s and was ended.` }),
        limits.milliseconds,
      );
      const [output, errors] = [child.stdout, child.stderr].map((stream) => {
        const chunks: Buffer[] = [];
        let size = 0;
        stream.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > limits.maxOutput) {
            end({ kind: 'flood', message: `It wrote more than ${limits.maxOutput} bytes and was ended.` });
          } else chunks.push(chunk);
        });
        return () => Buffer.concat(chunks).toString('utf8');
      }) as [() => string, () => string];
      child.on('error', (error) =>
        end({ kind: 'notStarted', message: `It can't be started: ${error.message}.` }),
      );
      // Its child processes may keep its output open.
      child.on('exit', kill);
      child.on('close', (code, killedBy) =>
        end(
          code === null
            ? { kind: 'killed', message: `It was ended by ${killedBy}.` }
            : { kind: 'exited', code, output: output(), errors: errors() },
        ),
      );
      // Writing fails when the program closes its input without reading it.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
}

/**
 * Ends a program with all processes that it started. A process group is not enough: a program may open its own session,
 * or its parent may end first. So each program gets an environment variable, which its children inherit.
 *
 * - Linux: the descendants, and all processes with the variable, from /proc.
 * - macOS and other systems with `ps`: the descendants and the process group.
 * - Windows: `taskkill /T`.
 *
 * On Linux, only a process that left its parent and cleared its environment can't be found.
 */

/** The environment variable that marks started programs. Its value names the process that started them. */
const variable = 'SHACL_REPAIR_PROGRAM';

/** Marks a program and all processes that it starts. */
export interface Marker {
  readonly environment: NodeJS.ProcessEnv;
  readonly entry: string;
}

function newMarker(): Marker {
  const value = `${owner(process.pid)}-${randomBytes(8).toString('hex')}`;
  return { environment: { ...process.env, [variable]: value }, entry: `${variable}=${value}` };
}

/** Ends a program that leads a process group, and all processes that it started. */
function endTree(pid: number, { entry }: Marker): void {
  if (process.platform === 'win32') {
    const system = process.env.SystemRoot ?? 'C:\\Windows';
    spawnSync(path.join(system, 'System32', 'taskkill.exe'), ['/PID', String(pid), '/T', '/F']);
    return;
  }
  // New processes may start during the search, and killed ones take a moment to end, so it is repeated until it finds none.
  const known = new Set([pid]);
  for (let round = 0; round < maxRounds; round++) {
    const found = treeOf(pid, known, entry);
    end(-pid);
    for (const each of found) {
      known.add(each);
      end(each);
    }
    if (found.length === 0) return;
  }
}

const maxRounds = 200;

/** Ends programs whose starting process was killed. Only Linux provides the information. */
function endOrphans(): void {
  if (process.platform !== 'linux') return;
  const container = link(process.pid);
  for (const pid of processIds()) {
    const value = entryIn(pid)?.slice(variable.length + 1);
    // Process IDs are only comparable within one container.
    if (value === undefined || container === undefined || link(pid) !== container) continue;
    const [ownerId] = value.split('.', 1);
    if (!value.startsWith(`${owner(Number(ownerId))}-`)) end(pid);
  }
}

/**
 * The known processes, the process group of the root, all processes with the marker, and the descendants of these. Processes
 * that have ended are left out. A known process may have lost its parent since it was found.
 */
function treeOf(root: number, known: ReadonlySet<number>, entry: string): readonly number[] {
  const processes = process.platform === 'linux' ? inProc() : byPs();
  const children = new Map<number, number[]>();
  for (const { pid, parent } of processes) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const tree = new Set<number>(processes.filter(({ pid }) => known.has(pid)).map(({ pid }) => pid));
  for (const { pid, group } of processes) {
    if (group === root || (process.platform === 'linux' && entryIn(pid) === entry)) tree.add(pid);
  }
  // A Set also iterates over entries that are added during the iteration.
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return [...tree];
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

function inProc(): readonly Process[] {
  return processIds().flatMap((pid) => {
    const fields = statOf(pid);
    const [state, parent, group] = fields ?? [];
    // A zombie has ended, but its parent has not read its exit code yet.
    if (fields === undefined || state === 'Z' || state === 'X') return [];
    return [{ pid, parent: Number(parent), group: Number(group) }];
  });
}

function byPs(): readonly Process[] {
  const { stdout } = spawnSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (group === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
  } catch {
    // Without /proc, only the process group is known.
    return [];
  }
}

/** The fields of /proc/PID/stat from the state on; undefined when the process has ended. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name before them may contain spaces and brackets.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function entryIn(pid: number): string | undefined {
  return read(`/proc/${pid}/environ`)
    ?.split('\0')
    .find((each) => each.startsWith(`${variable}=`));
}

/** Identifies a process by its ID and start time, because IDs are reused. */
function owner(pid: number): string {
  const fields = process.platform === 'linux' ? statOf(pid) : undefined;
  return `${pid}.${fields && fields[0] !== 'Z' ? fields[19] : ''}`;
}

function link(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // It has ended, or belongs to another user.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It has ended, or belongs to another user.
    return undefined;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
