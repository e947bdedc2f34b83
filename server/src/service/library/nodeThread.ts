/** A thread for work that would block another one, started by `node.ts`. */
import { parentPort } from 'node:worker_threads';
import { doPackedWork } from './doPackedWork.ts';
import { forgettingTerms } from './library.ts';
import type { FromLibraryThread, ToLibraryThread } from './node.ts';
import type { ChooseResults } from './otherThread.ts';

const port = parentPort!;
const send = (message: FromLibraryThread) => port.postMessage(message);
let answered: (chosen: readonly boolean[]) => void = () => {};

const ask = (message: FromLibraryThread): Promise<readonly boolean[]> =>
  new Promise((resolve) => {
    answered = resolve;
    send(message);
  });

const asked: ChooseResults = async (results) => {
  const chosen: boolean[] = [];
  for (const part of partsOf(results)) chosen.push(...(await ask({ kind: 'choose', results: part })));
  return chosen;
};

/** Long lists follow in parts, which the other thread requests: a message is read in one piece. */
async function sendFound(all: unknown): Promise<void> {
  const long = new Map<unknown[], readonly unknown[]>();
  const found = withoutLongLists(all, long);
  const lists = [...long.keys()];
  await ask({ kind: 'found', found, lists });
  for (const [i, list] of lists.entries()) {
    for (const items of partsOf(long.get(list)!)) await ask({ kind: 'part', list: i, items });
  }
  send({ kind: 'done' });
}

/** A copy in which long lists are empty. */
function withoutLongLists(value: unknown, long: Map<unknown[], readonly unknown[]>): unknown {
  if (typeof value !== 'object' || value === null || 'termType' in value) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withoutLongLists(each, long)]),
    );
  }
  if (value.length <= itemsInPart) return value.map((each) => withoutLongLists(each, long));
  const empty: unknown[] = [];
  long.set(empty, value);
  return empty;
}

function* partsOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let i = 0; i < items.length; i += itemsInPart) yield items.slice(i, i + itemsInPart);
}

const itemsInPart = 200;

send({ kind: 'ready' });
port.on('message', async (message: ToLibraryThread) => {
  if (message.kind === 'taken') return answered(message.chosen);
  try {
    await forgettingTerms(async () => sendFound(await doPackedWork(message.work, asked)));
  } catch (error) {
    send({ kind: 'failed', error });
  }
});
