/** A thread that judges data files, started by `judgePool.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createFileSystem, largeFrom } from '../../platform/reading/fileSystem.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { memoryLimit } from '../../platform/watch/memoryLimit.ts';
import { defaultMaxFileSize } from '../input/maxFileSize.ts';
import { Workspace } from '../input/workspace.ts';
import type { FromJudge, JudgeThreadData, ToJudge } from './judgePool.ts';
import { packReports } from './packedReports.ts';

const { cwd, request, quarantined } = workerData as JudgeThreadData;
const { milliseconds } = request;
const port = parentPort!;

/**
 * A file that takes more than this may use memory that the first thread needs; the first thread then decides what is left.
 */
const whyFull = memoryLimit(0.85);

const opening = Workspace.open(
  {
    cwd,
    fileSystem: createFileSystem({ maxFileSize: defaultMaxFileSize, largeFrom, timeout: patience }),
    quarantined: new Set(quarantined),
    whyFull,
    ...(milliseconds !== undefined && { deadline: performance.now() + milliseconds }),
    readStdin: async () => new Uint8Array(),
    readPipe: async () => new Uint8Array(),
  },
  request.given,
);

port.on('message', async ({ files, next }: ToJudge) => {
  const workspace = await opening;
  for (const uri of next) workspace.prefetch(uri);
  for (const uri of files) {
    const unit = await workspace.judge(uri, request);
    // Files that many others use are read again.
    workspace.release(uri);
    // What is not judged for lack of memory is left to the first thread.
    if (whyFull() !== undefined) process.exit();
    const packed = unit && { ...unit, reports: packReports(unit.reports) };
    const message: FromJudge = { kind: 'judged', uri, unit: packed };
    port.postMessage(
      message,
      (packed?.reports ?? []).map(({ buffer }) => buffer),
    );
  }
  port.postMessage({ kind: 'idle' } satisfies FromJudge);
});

const workspace = await opening;
workspace.name(request.named);
port.postMessage({ kind: 'idle' } satisfies FromJudge);
