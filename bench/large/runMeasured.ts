import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a program of its own cost, from start to end. */
export interface ProcessCost {
  readonly status: number | null;
  /** In ms. */
  readonly time: number;
  /** Time of all its threads, in ms. */
  readonly cpu: number;
  /** The largest resident set, in MB. */
  readonly memory: number;
  readonly output: string;
  readonly errors: string;
}

/** How often the costs are read, in ms. What a program does after the last time is not in its CPU time. */
const interval = 20;
/** In which CPU times are given, in ms: USER_HZ is 100 on Linux. */
const tick = 10;

/** Runs any program and reads its costs from /proc, so that programs of all kinds are measured alike. Linux only. */
export async function runMeasured(command: string, args: readonly string[]): Promise<ProcessCost> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  let [cpu, memory] = [0, 0];
  const timer = setInterval(() => {
    const now = child.pid === undefined ? undefined : costsOf(child.pid);
    cpu = Math.max(cpu, now?.cpu ?? 0);
    memory = Math.max(memory, now?.memory ?? 0);
  }, interval);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    return { status, time: performance.now() - start, cpu, memory, output: output(), errors: errors() };
  } finally {
    clearInterval(timer);
  }
}

function costsOf(pid: number): { readonly cpu: number; readonly memory: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold spaces. User and system time are fields 14 and 15 of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { cpu: (Number(fields[11]) + Number(fields[12])) * tick, memory: Number(kilobytes ?? 0) / 1000 };
  } catch {
    return undefined; // It has just ended.
  }
}

/** Keeps the end of what a program prints. */
function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-kept);
  });
  return () => text;
}

const kept = 1 << 16;
