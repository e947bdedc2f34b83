import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Probe } from '../../platform/watch/probe.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import type { ProgramIo } from '../io.ts';
import { type CommandThread, type FromThread, type ThreadData, watchedRun } from './watchedRun.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The scripted threads wait for what does not come.
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a constraint that hangs while its results are printed is left out, and what was printed before is dropped', async () => {
  const run = running();
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'half' });
  run.thread.probe.step('printing the results as json');
  run.thread.probe.enter(run.thread.probe.numberOfWork('slow', 1));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(run.threads.map(({ data }) => data.quarantined)).toEqual([[], ['slow']]);
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'whole' });
  run.thread.say({ kind: 'ended', code: 1 });
  expect([await run.code, run.printed]).toEqual([1, { stdout: 'whole', stderr: '' }]);
});

test('a stage is written at once, and a constraint that hangs behind it is left out from there on', async () => {
  const run = running();
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'one ' });
  run.thread.say({ kind: 'stage', state: 'behind one', needsReader: false });
  await vi.advanceTimersByTimeAsync(0);
  expect([run.printed.stdout, run.thread.answers]).toEqual(['one ', 1]);
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'half' });
  run.thread.probe.enter(run.thread.probe.numberOfWork('slow', 1));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(run.threads.map(({ data }) => data.stage)).toEqual([undefined, 'behind one']);
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'two' });
  run.thread.say({ kind: 'ended', code: 1 });
  expect([await run.code, run.printed]).toEqual([1, { stdout: 'one two', stderr: '' }]);
});

const full = () => Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });

test('without memory, the next threads end earlier, and the last ones do without the longest files', async () => {
  const run = running();
  const shares: number[] = [];
  for (let i = 0; i < 5; i++) {
    shares.push(run.thread.data.memoryShare);
    run.thread.probe.numberOfWork('reading small', 1);
    run.thread.probe.numberOfWork('reading large', 3);
    run.thread.say({ kind: 'print', stream: 'stdout', text: 'half' });
    run.thread.emit('error', full());
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(shares).toEqual([0.85, 0.45, 0.15, 0.15, 0.15]);
  expect(run.threads.map(({ data }) => data.quarantined)).toEqual([
    [],
    [],
    [],
    ['reading large'],
    ['reading large', 'reading small'],
  ]);
  expect([await run.code, run.printed.stdout]).toEqual([2, '']);
});

test('where files are too much for any thread, twice as many are left out each time, the longest ones first', async () => {
  const run = running();
  for (let i = 0; i < 6; i++) {
    const left = new Set(run.thread.data.quarantined);
    const read = Array.from({ length: 9 }, (_, length) => `reading ${length}`);
    for (const [length, name] of read.entries())
      if (!left.has(name)) run.thread.probe.numberOfWork(name, length);
    run.thread.emit('error', full());
    await vi.advanceTimersByTimeAsync(0);
  }
  run.thread.say({ kind: 'ended', code: 3 });
  expect(run.threads.map(({ data }) => data.quarantined.map((name) => name.at(-1)).join(''))).toEqual([
    '',
    '',
    '',
    '8',
    '876',
    '8765432',
    '876543210',
  ]);
  expect(await run.code).toBe(3);
  expect(run.printed.stderr).toContain('--max-old-space-size');
});

test('what was printed stays when the memory is used up after the command has ended', async () => {
  const run = running();
  run.thread.probe.numberOfWork('reading large', 3);
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'whole' });
  run.thread.say({ kind: 'ended', code: 1 });
  run.thread.emit('error', full());
  expect([await run.code, run.printed, run.threads.length]).toEqual([1, { stdout: 'whole', stderr: '' }, 1]);
});

test.each(['ends', 'has none for the rest either'])(
  'a constraint at which there is no memory left twice is left out, and what helps is said when the command then %s',
  async (end) => {
    const run = running();
    run.thread.say({ kind: 'print', stream: 'stdout', text: 'half' });
    run.thread.probe.enter(run.thread.probe.numberOfWork('large', 1));
    run.thread.emit('error', full());
    await vi.advanceTimersByTimeAsync(0);
    run.thread.probe.enter(run.thread.probe.numberOfWork('large', 1));
    run.thread.emit('error', full());
    await vi.advanceTimersByTimeAsync(0);
    expect(run.threads.map(({ data }) => data.quarantined)).toEqual([[], [], ['large']]);
    if (end === 'ends') run.thread.say({ kind: 'ended', code: 3 });
    else run.thread.emit('error', full());
    expect([await run.code, run.printed.stdout]).toEqual([end === 'ends' ? 3 : 2, '']);
    expect(run.printed.stderr).toContain('--max-old-space-size');
  },
);

test('a command that can not go on behind a stage says that what was printed is incomplete', async () => {
  const ends: ((thread: ScriptedThread) => void)[] = [
    (thread) => thread.emit('error', new Error('out of memory')),
    (thread) => thread.say({ kind: 'ended', code: 2 }),
  ];
  for (const end of ends) {
    const run = running();
    run.thread.say({ kind: 'print', stream: 'stdout', text: 'one ' });
    run.thread.say({ kind: 'stage', state: 'behind one', needsReader: false });
    await vi.advanceTimersByTimeAsync(0);
    end(run.thread);
    expect([await run.code, run.printed.stdout]).toEqual([2, 'one ']);
    expect(run.printed.stderr).toMatch(/The printed output is incomplete\.\n$/);
  }
});

test('a command that exits with 2 after it has printed all is not said to be incomplete', async () => {
  const run = running();
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'one ' });
  run.thread.say({ kind: 'stage', state: 'behind one', needsReader: false });
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'two' });
  run.thread.say({ kind: 'complete' });
  run.thread.say({ kind: 'ended', code: 2 });
  expect([await run.code, run.printed]).toEqual([2, { stdout: 'one two', stderr: '' }]);
});

test('a command that needs a reader ends when there is none any more', async () => {
  const run = running({ closesAfter: 4 });
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'one ' });
  run.thread.say({ kind: 'stage', state: 'behind one', needsReader: true });
  run.thread.say({ kind: 'print', stream: 'stdout', text: 'two ' });
  run.thread.say({ kind: 'stage', state: 'behind two', needsReader: true });
  expect(await run.code).toBe(2);
  expect([run.printed.stderr, run.thread.answers]).toEqual(['', 1]);
});

test('a step that nothing moves in ends the command with what it was and what to do', async () => {
  const run = running();
  run.thread.say({ kind: 'progress', text: '1 of 2' });
  run.thread.probe.step('linking data\u001b.ttl');
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await run.code).toBe(2);
  expect(run.printed.stderr).toBe(
    '1 of 2\nshacl-repair validate: nothing has moved for 60 s while linking data\\u{1b}.ttl. The command was ended. ' +
      'Look for anything unusual in that file or its shapes and remove it, or split the file, then run it again.\n',
  );
  expect(run.threads).toHaveLength(1);
});

test('what hangs again after it was left out ends the command, too', async () => {
  const run = running();
  run.thread.probe.enter(run.thread.probe.numberOfWork('slow', 1));
  await vi.advanceTimersByTimeAsync(11_000);
  run.thread.probe.enter(run.thread.probe.numberOfWork('slow', 1));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await run.code).toBe(2);
  expect(run.printed.stderr).toMatch(
    /it took too long again after it had been left out: slow\. .* then run it/,
  );
});

test('a thread that crashes, or ends without an outcome, is an error', async () => {
  const crashed = running();
  crashed.thread.emit('error', new Error('out of memory'));
  expect([await crashed.code, crashed.printed.stderr]).toEqual([
    2,
    'shacl-repair: internal error: out of memory (DEBUG=1 shows where)\n',
  ]);
  const ended = running();
  ended.thread.emit('exit', 13);
  expect([await ended.code, ended.printed.stderr]).toEqual([2, expect.stringContaining('code 13')]);
});

test('a thread that does not end is told, and holds nothing up', async () => {
  const run = running({ ends: false });
  run.thread.say({ kind: 'ended', code: 1 });
  await vi.advanceTimersByTimeAsync(31_000);
  expect([await run.code, run.stuck()]).toEqual([1, true]);
});

const clearing: FromThread = {
  kind: 'sendIfInterrupted',
  update: {
    address: 'https://store.example/update',
    text: 'DROP GRAPH <urn:graph>',
    meaning: 'Clearing <urn:graph> …',
    remedy: 'Clear it.',
  },
};

test.each<readonly [string, (thread: ScriptedThread) => unknown, readonly string[]]>([
  ['crashes', (thread) => thread.emit('error', new Error('broken')), ['DROP GRAPH <urn:graph>']],
  ['ends without an outcome', (thread) => thread.emit('exit', 13), ['DROP GRAPH <urn:graph>']],
  ['has no memory left', (thread) => thread.emit('error', full()), ['DROP GRAPH <urn:graph>']],
  [
    'makes no progress',
    (thread) => {
      thread.probe.step('asking');
      return vi.advanceTimersByTimeAsync(62_000);
    },
    ['DROP GRAPH <urn:graph>'],
  ],
  [
    'has no reader any more',
    (thread) => {
      thread.say({ kind: 'print', stream: 'stdout', text: 'one ' });
      thread.say({ kind: 'stage', state: 'behind one', needsReader: true });
    },
    ['DROP GRAPH <urn:graph>'],
  ],
  [
    'has undone it itself',
    (thread) => {
      thread.say({ kind: 'sendIfInterrupted', update: undefined });
      thread.say({ kind: 'ended', code: 1 });
    },
    [],
  ],
])('what a thread that %s has in a store is undone', async (_, end, updates) => {
  const run = running({ closesAfter: 0 });
  run.thread.say(clearing);
  await end(run.thread);
  await run.code;
  expect(run.updates).toEqual(updates);
  expect(run.printed.stderr.includes('Clearing <urn:graph> …\n')).toBe(updates.length > 0);
});

test('a thread that begins again clears first what the one before has in a store, and nobody is asked again', async () => {
  const run = running({ confirms: true });
  const ask: FromThread = { kind: 'confirm', question: 'Write? ' };
  run.thread.say(ask);
  await vi.advanceTimersByTimeAsync(0);
  run.thread.say(clearing);
  run.thread.probe.enter(run.thread.probe.numberOfWork('slow', 1));
  await vi.advanceTimersByTimeAsync(11_000);
  expect([run.threads.length, run.updates]).toEqual([2, ['DROP GRAPH <urn:graph>']]);
  run.thread.say(ask);
  await vi.advanceTimersByTimeAsync(0);
  expect([run.thread.answers, run.questions]).toEqual([1, ['Write? ']]);
  run.thread.say({ kind: 'ended', code: 1 });
  expect(await run.code).toBe(1);
});

test('what a thread has in a store that does not end is undone', async () => {
  const run = running({ ends: false });
  run.thread.say(clearing);
  run.thread.probe.step('asking');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([await run.code, run.updates]).toEqual([2, ['DROP GRAPH <urn:graph>']]);
});

test('an interrupted command undoes what it has in a store, reports no error of its thread, and is ended by the signal', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const run = running();
  run.thread.say(clearing);
  process.emit('SIGTERM', 'SIGTERM');
  await vi.advanceTimersByTimeAsync(70_000);
  expect([run.updates, run.threads.length]).toEqual([['DROP GRAPH <urn:graph>'], 1]);
  expect(run.printed).toEqual({ stdout: '', stderr: '\nInterrupted.\nClearing <urn:graph> …\n' });
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
});

test('what could not be undone is told', async () => {
  const run = running({ refusesUpdates: true });
  run.thread.say(clearing);
  run.thread.emit('error', new Error('broken'));
  expect(await run.code).toBe(2);
  expect(run.printed.stderr).toContain('That failed. not for this test Clear it.\n');
});

class ScriptedThread extends EventEmitter implements CommandThread {
  readonly data: ThreadData;
  readonly probe: Probe;
  /** How many requests were answered. */
  answers = 0;
  readonly #ends: boolean;

  constructor(data: ThreadData, ends: boolean) {
    super();
    this.data = data;
    this.#ends = ends;
    this.probe = new Probe(
      data.memory,
      (name) => this.say({ kind: 'name', name }),
      () => '',
    );
  }

  say(message: FromThread): void {
    this.emit('message', message);
  }
  postMessage(): void {
    this.answers++;
  }
  terminate(): Promise<unknown> {
    if (!this.#ends) return new Promise(() => {});
    this.emit('exit', 1);
    return Promise.resolve();
  }
}

function running({
  ends = true,
  closesAfter = Number.POSITIVE_INFINITY,
  confirms = false,
  refusesUpdates = false,
} = {}) {
  const updates: string[] = [];
  const questions: string[] = [];
  const threads: ScriptedThread[] = [];
  const printed = { stdout: '', stderr: '' };
  let isStuck = false;
  const output = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      printed[name] += text;
    },
    isClosed: () => printed[name].length >= closesAfter,
  });
  const fileSystem = new InMemoryFileSystem([]);
  const never = () => Promise.reject(new Error('not for this test'));
  const io: ProgramIo = {
    stuck: () => {
      isStuck = true;
    },
    readStdin: never,
    stdout: output('stdout'),
    stderr: output('stderr'),
    progress: output('stderr'),
    fileSystem,
    openFileSystem: () => fileSystem,
    readPipe: never,
    writeFile: never,
    openReport: never,
    writeBytes: never,
    openRevision: never,
    openIndex: never,
    listFolder: never,
    openStaging: never,
    openModel: never,
    openBatches: never,
    openStore: never as never,
    openUpdates: (url) => ({
      url,
      async update(text) {
        if (refusesUpdates) return never();
        updates.push(text);
      },
    }),
    ...(confirms && {
      async confirm(question: string) {
        questions.push(question);
        return true;
      },
    }),
    openAnswers: never,
    runs: {
      open: never,
      read() {
        throw new Error('not for this test');
      },
    },
    pageFiles: never,
    drawFigures: never,
    cwd: '/workspace',
    env: {},
  };
  const code = watchedRun(['validate', 'data.ttl'], io, (data) => {
    const thread = new ScriptedThread(data, ends);
    threads.push(thread);
    return thread;
  });
  return {
    code,
    printed,
    threads,
    updates,
    questions,
    get thread() {
      return threads.at(-1)!;
    },
    stuck: () => isStuck,
  };
}
