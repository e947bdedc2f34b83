/** A thread that does what would hold up another one, started by `node.ts`. */
import { parentPort } from 'node:worker_threads';
import { doPackedWork } from './doPackedWork.ts';
import type { FromLibraryThread, ToLibraryThread } from './node.ts';
import type { ChooseResults } from './otherThread.ts';

const port = parentPort!;
const send = (message: FromLibraryThread) => port.postMessage(message);
let choose: (chosen: readonly boolean[]) => void = () => {};

const asked: ChooseResults = (results) =>
  new Promise((resolve) => {
    choose = resolve;
    send({ kind: 'choose', results });
  });

send({ kind: 'ready' });
port.on('message', async (message: ToLibraryThread) => {
  if (message.kind === 'chosen') return choose(message.chosen);
  try {
    send({ kind: 'done', found: await doPackedWork(message.work, asked) });
  } catch (error) {
    send({ kind: 'failed', error });
  }
});
