/**
 * Ends a program with all that it has started. A process group is not enough: a program may open a session of its own,
 * or have its parent end first. So what we start carries a variable in its environment, which its children inherit.
 *
 * - Linux: found in /proc are the children of children, and whoever carries the variable.
 * - macOS and other systems with `ps`: the children of children, and the process group.
 * - Windows: `taskkill /T`.
 *
 * What nobody can find on Linux is a process that has left its parent and wiped its environment.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** The variable by which what we have started is known. Its value names the process that it belongs to. */
const variable = 'SHACL_REPAIR_PROGRAM';

/** What marks a program and all that it starts. */
export interface Marker {
  readonly environment: NodeJS.ProcessEnv;
  readonly entry: string;
}

export function newMarker(): Marker {
  const value = `${owner(process.pid)}-${randomBytes(8).toString('hex')}`;
  return { environment: { ...process.env, [variable]: value }, entry: `${variable}=${value}` };
}

/** Ends a program that was started as the leader of a process group, and all that it has started. */
export function endTree(pid: number, { entry }: Marker): void {
  if (process.platform === 'win32') {
    const system = process.env.SystemRoot ?? 'C:\\Windows';
    spawnSync(path.join(system, 'System32', 'taskkill.exe'), ['/PID', String(pid), '/T', '/F']);
    return;
  }
  // Something may be started while we look, so we look until nothing is left.
  for (let round = 0; round < maxRounds; round++) {
    const found = treeOf(pid, entry);
    end(-pid);
    for (const each of found) end(each);
    if (found.length === 0) return;
  }
}

const maxRounds = 200;

/**
 * Ends what programs have left that belonged to a process of ours which was killed itself. Only Linux tells.
 */
export function endOrphans(): void {
  if (process.platform !== 'linux') return;
  const container = link(process.pid);
  for (const pid of processIds()) {
    const value = entryIn(pid)?.slice(variable.length + 1);
    // Numbers of processes mean something among the processes of one container only.
    if (value === undefined || container === undefined || link(pid) !== container) continue;
    const [ownerId] = value.split('.', 1);
    if (!value.startsWith(`${owner(Number(ownerId))}-`)) end(pid);
  }
}

/** The descendants of a process, the process itself, and whoever carries the marker; those that have ended are left out. */
function treeOf(root: number, entry: string): readonly number[] {
  const processes = process.platform === 'linux' ? inProc() : byPs();
  const children = new Map<number, number[]>();
  for (const { pid, parent } of processes) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const tree = new Set<number>(processes.filter(({ pid }) => pid === root).map(({ pid }) => pid));
  for (const { pid, group } of processes) {
    if (group === root || (process.platform === 'linux' && entryIn(pid) === entry)) tree.add(pid);
  }
  // A set takes what is added while it is gone through.
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
    // A zombie has ended; its parent has not asked yet.
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
    // Where /proc is not mounted, the process group is all that we know.
    return [];
  }
}

/** The fields of /proc/PID/stat from the state on; undefined when the process is gone. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name before them may have spaces and brackets itself.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function entryIn(pid: number): string | undefined {
  return read(`/proc/${pid}/environ`)
    ?.split('\0')
    .find((each) => each.startsWith(`${variable}=`));
}

/** Names a process, also when its number is given to another one later: when it was started belongs to it. */
function owner(pid: number): string {
  const fields = process.platform === 'linux' ? statOf(pid) : undefined;
  return `${pid}.${fields && fields[0] !== 'Z' ? fields[19] : ''}`;
}

function link(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // It is gone, or somebody else's.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It is gone, or somebody else's.
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
