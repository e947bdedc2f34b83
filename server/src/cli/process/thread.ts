/** The thread that a command runs in, watched by `watchedRun.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../base/userError.ts';
import type { OpenStaging } from '../../languageServer/jobs/ports.ts';
import type { PipedBytes } from '../../platform/files/pipeSpool.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { cells, Probe } from '../../platform/watch/probe.ts';
import { constraintKey } from '../../shacl/evaluator.ts';
import { runCommandLine } from '../commandLine.ts';
import { defaultMaxFileSize } from '../input/maxFileSize.ts';
import type { RawOutput } from '../io.ts';
import { cleanOutput } from '../output/cleanOutput.ts';
import { nodeIo, openFileSystem } from './nodeIo.ts';
import type { ReportRequest, StagingRequest } from './threadFiles.ts';
import type { FromThread, ThreadData, ToThread } from './watchedRun.ts';

const {
  args,
  canConfirm,
  memory,
  memoryShare,
  quarantined,
  spent,
  stage: stageBefore,
  terminals,
} = workerData as ThreadData;
const port = parentPort!;
// The bundle puts what is imported beside this into one file with what runs in the first thread, which does not need it.
const { memoryLimit } = await import('../../platform/watch/memoryLimit.ts');
const send = (message: FromThread) => port.postMessage(message);

const output = (stream: 'stdout' | 'stderr'): RawOutput => ({
  ...terminals[stream],
  write(text) {
    send({ kind: 'print', stream, text });
    onItsWay += text.length;
  },
  async drained() {
    if (onItsWay < maxOnItsWay) return;
    onItsWay = 0;
    await ask({ kind: 'drain' });
  },
});

/** How much has been printed that may not have been written yet, in UTF-16 code units. */
let onItsWay = 0;
const maxOnItsWay = 1024 * 1024;

const people = cleanOutput(output('stderr'));

/** Asks the watching thread to do something, and waits until it is done. */
async function ask(message: FromThread): Promise<PipedBytes | string | undefined> {
  const answered = new Promise<ToThread>((resolve) => port.once('message', resolve));
  send(message);
  const answer = await answered;
  if (answer.kind === 'failed') throw new UserError(answer.message);
  return answer.value;
}

const stage = (request: StagingRequest) => ask({ kind: 'staging', request });

const openStaging: OpenStaging = async (folderUri) => ({
  journal: (await stage({ kind: 'open', folderUri })) as string,
  note: async (text) => void (await stage({ kind: 'note', text })),
  write: async (path, text) => void (await stage({ kind: 'write', path, text })),
  forget: async () => void (await stage({ kind: 'forget' })),
  publish: async () => void (await stage({ kind: 'publish' })),
  abandon: async () => void (await stage({ kind: 'abandon' })),
});

const report = async (request: ReportRequest) => {
  await ask({ kind: 'report', request });
};

/** As long as it ticks, the thread is not stuck, whatever it waits for. */
setInterval(() => memory[cells.ticks]!++, 50).unref();

const probe = new Probe(memory, (name) => send({ kind: 'name', name }), constraintKey);
probe.patience = patience;

const whyFull = memoryLimit(memoryShare);

const code = await runCommandLine(args, {
  ...nodeIo((note) => people.write(`${note}\n`)),
  readStdin: async () => (await ask({ kind: 'readStdin' })) as PipedBytes,
  stdout: output('stdout'),
  stderr: output('stderr'),
  progress: { ...terminals.stderr, write: (text) => send({ kind: 'progress', text }) },
  fileSystem: openFileSystem(defaultMaxFileSize),
  openFileSystem,
  readPipe: async (path) => (await ask({ kind: 'readPipe', path })) as PipedBytes,
  writeFile: async (...file) => {
    await ask({ kind: 'writeFile', file });
  },
  openReport: async (path) => {
    await report({ kind: 'open', path });
    return {
      write: (text) => report({ kind: 'write', text }),
      publish: () => report({ kind: 'publish' }),
      abandon: () => report({ kind: 'abandon' }),
    };
  },
  stages: {
    before: stageBefore,
    end: async (state) => {
      await ask({ kind: 'stage', state, needsReader: false });
    },
    endForReader: async (state) => {
      await ask({ kind: 'stage', state, needsReader: true });
    },
    complete: () => send({ kind: 'complete' }),
  },
  tellIfInterrupted: (text) => send({ kind: 'ifInterrupted', text }),
  sendIfInterrupted: (update) => send({ kind: 'sendIfInterrupted', update }),
  writeBytes: async (path, bytes) => {
    await ask({ kind: 'writeBytes', path, bytes });
  },
  openStaging,
  ...(canConfirm && {
    confirm: async (question: string) => (await ask({ kind: 'confirm', question })) === 'yes',
  }),
  dependsOn: (dependencies) => send({ kind: 'dependsOn', dependencies }),
  judgeFiles: async (request) => {
    const { judgePool, threadCount } = await import('./judgePool.ts');
    return judgePool({ cwd: process.cwd(), quarantined, threads: threadCount(process.env), whyFull })(
      request,
    );
  },
  openLineParser: async (threads) => (await import('./linePool.ts')).linePool(threads),
  quarantined: new Set(quarantined),
  spent,
  whyFull,
  probe,
});
send({ kind: 'ended', code });
