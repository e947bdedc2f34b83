/** The thread that keeps writing heartbeats while the engine is working, even when its main thread is stuck. */
// biome-ignore lint/style/noRestrictedImports: writes to the pipe to the lsp process, which is no file.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { cells, type Name } from '../../platform/watch/probe.ts';
import { ProbeReader } from '../../platform/watch/probeReader.ts';
import type { EngineActivity, Heartbeat } from '../protocol/engine/messages.ts';

export interface MonitorData {
  readonly memory: Int32Array;
  /** The pipe to the lsp process. */
  readonly pipe: number;
  /** The pipe on which that process says that others wait. */
  readonly calls: number;
  /** The lsp process. */
  readonly parent: number;
  /** How often to write, in ms. */
  readonly interval: number;
}

const { memory, pipe, calls, parent, interval } = workerData as MonitorData;
const reader = new ProbeReader<EngineActivity>(memory, interval);
// The first piece of work is measured from the state before it.
reader.look(true);

parentPort!.on('message', (name: Name<EngineActivity>) => reader.name(name));
new Socket({ fd: calls, readable: true, writable: false })
  .on('data', () => Atomics.store(memory, cells.called, 1))
  // Then engines are ended for which others wait, as is what does not hear a call.
  .on('error', () => {});
setInterval(beat, interval);
setInterval(endWithParent, 1000);
endWithParent();

let rested = true;

function beat(): void {
  const rests = memory[cells.job] === 0;
  if (rests && rested) return;
  rested = rests;
  const { stalled, still, blocked, piece, document, job } = reader.look(rests);
  write({ stalled, still, blocked, suspect: piece && { ...piece, uri: document }, job });
}

/** The main thread may be stuck and not notice that the lsp process has ended. */
function endWithParent(): void {
  if (isGone()) process.kill(process.pid, 'SIGKILL');
}

function isGone(): boolean {
  // Where orphaned processes are adopted, the parent's process ID changes immediately; elsewhere it may have been reused.
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
