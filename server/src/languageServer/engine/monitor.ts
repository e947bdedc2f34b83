/** The thread that keeps writing heartbeats while the engine is at work, even when its main thread is stuck. */
// biome-ignore lint/style/noRestrictedImports: writes to the pipe to the lsp process, which is no file.
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { cells, type Name } from '../../platform/watch/probe.ts';
import type { EngineActivity, Heartbeat, Suspect } from '../protocol/engine/messages.ts';

export interface MonitorData {
  readonly memory: Int32Array;
  /** The pipe to the lsp process. */
  readonly pipe: number;
  /** The lsp process. */
  readonly parent: number;
  /** How often to write, in ms. */
  readonly interval: number;
}

const { memory, pipe, parent, interval } = workerData as MonitorData;
const suspects = new Map<number, Omit<Suspect, 'uri'>>();
const documents = new Map<number, string>();
let job: { readonly number: number; readonly job: EngineActivity } | undefined;

parentPort!.on('message', (name: Name<EngineActivity>) => {
  switch (name.kind) {
    case 'suspect':
      suspects.set(name.number, { key: name.key, weight: name.weight });
      break;
    case 'document':
      documents.set(name.number, name.uri);
      break;
    case 'job':
      job = name;
  }
});
setInterval(beat, interval);
setInterval(endWithParent, 1000);
endWithParent();

let lastSeen = '';
let stalled = 0;
let lastTick = 0;
let blocked = 0;
let resting = true;

function beat(): void {
  const currentJob = memory[cells.job]!;
  if (currentJob === 0 && resting) return;
  resting = currentJob === 0;
  const seen = `${memory[cells.moves]} ${memory[cells.ticks]} ${currentJob}`;
  // Counted in beats and not by the clock, so that an engine does not look stuck after the machine was suspended.
  stalled = seen === lastSeen && !resting ? stalled + interval : 0;
  lastSeen = seen;
  const tick = memory[cells.ticks]!;
  blocked = tick === lastTick && !resting ? blocked + interval : 0;
  lastTick = tick;
  const suspect = suspects.get(memory[cells.suspect]!);
  write({
    stalled,
    blocked,
    suspect: suspect && { ...suspect, uri: documents.get(memory[cells.document]!) },
    job: !resting && job?.number === currentJob ? job.job : undefined,
  });
}

/** The main thread may be stuck where it does not hear that the lsp process is gone. */
function endWithParent(): void {
  if (isGone()) process.kill(process.pid, 'SIGKILL');
}

function isGone(): boolean {
  // Where processes are adopted, that shows at once; a number may have been given to another process since.
  if (process.platform !== 'win32') return process.ppid !== parent;
  try {
    process.kill(parent, 0);
    return false;
  } catch {
    return true;
  }
}

function write(heartbeat: Heartbeat): void {
  try {
    writeSync(pipe, `${JSON.stringify(heartbeat)}\n`);
  } catch (error) {
    // A full pipe will be emptied. A closed one means that the lsp process is gone.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.kill(process.pid, 'SIGKILL');
  }
}
