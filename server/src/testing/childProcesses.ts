import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The running processes that a process has started, oldest first. Throws when the system does not tell. */
export function childProcesses(parent: number): readonly number[] {
  const processes = process.platform === 'linux' ? fromProc() : fromPs();
  return processes
    .filter((each) => each.parent === parent && !each.state.startsWith('Z'))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** A zombie (`Z`) has ended, but its parent has not read its exit code yet. */
  readonly state: string;
}

function fromProc(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        // The program's name may contain spaces and brackets.
        const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(parent), state }];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}

function fromPs(): readonly Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state };
  });
}
