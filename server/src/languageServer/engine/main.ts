/**
 * The process that reads, validates and repairs. It can be killed at any time: the lsp process starts another one
 * and gives it the open texts again.
 */
import { Worker } from 'node:worker_threads';
import { IdleTimer } from '../../base/idleTimer.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { programFile } from '../../platform/reading/shippedFiles.ts';
import { collectGarbage } from '../../platform/watch/memoryLimit.ts';
import { cellCount, Probe } from '../../platform/watch/probe.ts';
import { AnalysisHost } from '../../service/ide/analysisHost.ts';
import { constraintKey } from '../../shacl/evaluator.ts';
import type { EngineActivity, FromEngine, SentByEngine, ToEngine } from '../protocol/engine/messages.ts';
import { LastDiagnostics, packedByFile } from '../protocol/methods/packedAnswers.ts';
import { Engine } from './engine.ts';
import type { MonitorData } from './monitor.ts';
import { StoreBridge } from './stores/storeBridge.ts';

const idle = new IdleTimer(2000, () => {
  engine.rest();
  collectGarbage();
});
const sent = new LastDiagnostics();
const send = (message: FromEngine) => {
  process.send!(packed(message));
  idle.interrupt();
};
// Killed, because an orderly exit would wait for threads that are stuck in a file.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('unhandledRejection', (error) => send({ kind: 'log', level: 'error', message: stackOf(error) }));

const memory = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT));
const workerData: MonitorData = {
  memory,
  pipe: Number(process.env.SHACL_REPAIR_PIPE),
  calls: Number(process.env.SHACL_REPAIR_CALLS),
  parent: Number(process.env.SHACL_REPAIR_PARENT),
  interval: 50,
};
const monitor = new Worker(programFile('monitor.js'), { workerData });
const probe = new Probe<EngineActivity>(memory, (name) => monitor.postMessage(name), constraintKey);
const stores = new StoreBridge(send);
const host: AnalysisHost = new AnalysisHost({
  fileSystem: nodeFileSystem,
  probe,
  stores,
  isCalledOff: (uri) => engine.isCalledOff(uri),
});
const engine: Engine = new Engine({ host, probe, stores }, send);

process.on('message', (message: ToEngine) => {
  idle.interrupt();
  engine.receive(message);
});
send({ kind: 'running' });

function packed(message: FromEngine): SentByEngine {
  if (message.kind !== 'validated') return message;
  const { diagnostics, ...validated } = message;
  return { ...validated, kind: 'packed', files: packedByFile(message.uri, diagnostics, sent) };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
