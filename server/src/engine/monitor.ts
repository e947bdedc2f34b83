/** The thread that keeps writing heartbeats while the engine is at work, even when its main thread is stuck. */
// biome-ignore lint/style/noRestrictedImports: writes to the pipe to the lsp process, which is no file.
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Heartbeat, Job } from './messages.ts';
import { cells, type Name } from './probe.ts';

export interface MonitorData {
  readonly memory: Int32Array;
  /** The pipe to the lsp process. */
  readonly pipe: number;
  /** How often to write, in ms. */
  readonly interval: number;
}

const { memory, pipe, interval } = workerData as MonitorData;
const constraints = new Map<number, string>();
let job: { readonly number: number; readonly job: Job } | undefined;

parentPort!.on('message', (name: Name) => {
  if (name.kind === 'constraint') constraints.set(name.number, name.key);
  else job = name;
});
setInterval(beat, interval);

let lastSeen = '';
let stalled = 0;
let resting = true;

function beat(): void {
  const currentJob = memory[cells.job]!;
  if (currentJob === 0 && resting) return;
  resting = currentJob === 0;
  const seen = `${memory[cells.moves]} ${memory[cells.ticks]} ${currentJob}`;
  // Counted in beats, not by the clock, so that a suspended machine does not look like a stuck engine.
  stalled = seen === lastSeen && !resting ? stalled + interval : 0;
  lastSeen = seen;
  write({
    stalled,
    constraint: constraints.get(memory[cells.constraint]!),
    job: !resting && job?.number === currentJob ? job.job : undefined,
  });
}

function write(heartbeat: Heartbeat): void {
  try {
    writeSync(pipe, `${JSON.stringify(heartbeat)}\n`);
  } catch (error) {
    // A full pipe is emptied at some time; a closed one means that nobody waits for this process any more.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.kill(process.pid, 'SIGKILL');
  }
}
