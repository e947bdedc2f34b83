import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenText } from '../../../base/textChange.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { ToEngine } from '../../protocol/engine/messages.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import { SpareEngines } from './spareEngines.ts';
import { type EngineListener, Watchdog } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;
const client = languageClient({ capabilities: {}, locale: 'en' });
const suite = { method: 'shaclRepair/verifySuite', params: { uri: 'a' }, uri: 'a', client } as const;
const options = { mode: 'cover', seed: 1, crossCheck: 'all', ifInvalid: 'refuse' } as const;
const generate = {
  method: 'shaclRepair/generateBenchmark',
  params: { uri: 'a', folder: 'b', options },
  uri: 'a',
  client,
} as const;

const judge = {
  method: 'engine/judgeChange',
  params: { texts: {}, shown: {} },
  uri: '',
  client,
} as const;

test('no engine is started before something is asked', () => {
  expect(spare().engines).toEqual([]);
});

test('one engine answers about what is on disk, until nobody has asked it for a minute', async () => {
  const { spareEngines, engines } = spare();
  const first = spareEngines.request(suite, never);
  const second = spareEngines.request(suite, never);
  engines[0]!.run();
  expect(engines.map(({ received }) => received)).toEqual([
    ['configure', 'request shaclRepair/verifySuite', 'request shaclRepair/verifySuite'],
  ]);
  engines[0]!.answer();
  await Promise.all([first, second]);
  vi.advanceTimersByTime(50_000);
  const third = spareEngines.request(suite, never);
  vi.advanceTimersByTime(50_000);
  expect(engines[0]!.isKilled).toBe(false);
  engines[0]!.answer();
  await third;
  vi.advanceTimersByTime(60_000);
  expect(engines[0]!.isKilled).toBe(true);
  void spareEngines.request(suite, never);
  expect(engines).toHaveLength(2);
});

test('each request about the open texts has an engine of its own, which gets them and ends with the answer', async () => {
  const { spareEngines, engines } = spare();
  const asked = spareEngines.requestAboutTexts(generate, never, () => {});
  engines[0]!.run();
  expect(engines[0]!.received).toEqual(['configure', 'open text', 'request shaclRepair/generateBenchmark']);
  engines[0]!.answer();
  await asked;
  expect(engines[0]!.isKilled).toBe(true);
});

test('requests about the open texts that come in bursts have one engine, which is given what has changed', async () => {
  const { spareEngines, engines, texts } = spare();
  let isRunning = false;
  const ask = async () => {
    const asked = spareEngines.requestFollowing(judge, never);
    const [engine] = engines;
    if (!isRunning) engine!.run();
    isRunning = true;
    engine!.answer();
    await asked;
    return engine!.received.splice(0);
  };
  expect(await ask()).toEqual(['configure', 'open text', 'request engine/judgeChange']);
  vi.advanceTimersByTime(50_000);
  expect(await ask()).toEqual(['request engine/judgeChange']);
  texts[0]!.update([], 2);
  texts.push(new OpenText('more', 1, ''));
  expect(await ask()).toEqual(['close text', 'open text', 'open more', 'request engine/judgeChange']);
  texts.splice(0, 1);
  expect(await ask()).toEqual(['close text', 'request engine/judgeChange']);
  vi.advanceTimersByTime(60_000);
  expect(engines.map(({ isKilled }) => isKilled)).toEqual([true]);
});

test('engines that are kept are told, between requests, of changed files and of closings before them', async () => {
  const { spareEngines, engines, texts } = spare();
  const asked = [spareEngines.request(suite, never), spareEngines.requestFollowing(judge, never)];
  for (const engine of engines) {
    engine.run();
    engine.answer();
  }
  await Promise.all(asked);
  for (const { received } of engines) received.splice(0);
  texts.splice(0, 1);
  spareEngines.filesChanged(['text'], false);
  spareEngines.forgetStores();
  expect(engines.map(({ received }) => received.splice(0))).toEqual([
    ['filesChanged text', 'forgetStores'],
    ['close text', 'filesChanged text', 'forgetStores'],
  ]);
  // It may be another text in the same version.
  texts.push(new OpenText('text', 1, 'other'));
  void spareEngines.requestFollowing(judge, never);
  expect(engines[1]!.received.splice(0)).toEqual(['open text', 'request engine/judgeChange']);
  texts.splice(0, 1, new OpenText('text', 1, 'a third'));
  void spareEngines.requestFollowing(judge, never);
  expect(engines[1]!.received).toEqual(['close text', 'open text', 'request engine/judgeChange']);
});

test('what was opened and closed between requests does not stay in an engine that started meanwhile', () => {
  const { spareEngines, engines, texts } = spare();
  void spareEngines.requestFollowing(judge, never);
  texts.push(new OpenText('more', 1, ''));
  engines[0]!.run();
  texts.pop();
  void spareEngines.requestFollowing(judge, never);
  expect(engines[0]!.received).toEqual([
    'configure',
    'open text',
    'request engine/judgeChange',
    'request engine/judgeChange',
  ]);
});

test('an engine whose work is cancelled may tidy up, but not for long', async () => {
  const { spareEngines, engines } = spare();
  const controller = new AbortController();
  const asked = spareEngines
    .requestAboutTexts(generate, controller.signal, () => {})
    .catch((error) => error.name);
  engines[0]!.run();
  controller.abort();
  expect(await asked).toBe('AbortError');
  expect(engines[0]!.received.at(-1)).toBe('cancel');
  expect(engines[0]!.isKilled).toBe(false);
  vi.advanceTimersByTime(3000);
  expect(engines[0]!.isKilled).toBe(true);
});

test('all end with the server', () => {
  const { spareEngines, engines } = spare();
  void spareEngines.request(suite, never).catch(() => {});
  void spareEngines.requestAboutTexts(generate, never, () => {}).catch(() => {});
  spareEngines.dispose();
  expect(engines.map(({ isKilled }) => isKilled)).toEqual([true, true]);
});

class ScriptedEngine {
  readonly received: string[] = [];
  isKilled = false;
  readonly #listener: EngineListener;
  readonly #asked: number[] = [];

  constructor(listener: EngineListener) {
    this.#listener = listener;
  }

  run(): void {
    this.#listener.received({ kind: 'running' });
  }

  /** All that was asked. */
  answer(): void {
    for (const id of this.#asked.splice(0)) this.#listener.received({ kind: 'answer', id, answer: null });
  }

  send(message: ToEngine): void {
    if (message.kind === 'request') this.#asked.push(message.id);
    const about =
      message.kind === 'request'
        ? ` ${message.request.method}`
        : message.kind === 'open' || message.kind === 'close'
          ? ` ${message.uri}`
          : message.kind === 'filesChanged'
            ? ` ${message.uris}`
            : '';
    this.received.push(`${message.kind}${about}`);
  }

  call(): void {}

  kill(): void {
    this.isKilled = true;
  }
}

/** Engines that run when they are told to, and an open text. */
function spare() {
  const engines: ScriptedEngine[] = [];
  const texts = [new OpenText('text', 1, '')];
  const create = (texts: () => readonly OpenText[]) =>
    new Watchdog(
      (listener) => {
        const engine = new ScriptedEngine(listener);
        engines.push(engine);
        return engine;
      },
      texts,
      {
        received: () => {},
        stateChanged: () => {},
        held: () => {},
        complete: () => Promise.reject(new Error('no model is asked')),
        askStore: () => Promise.reject(new Error('no store is to be asked')),
        trace: () => {},
        log: () => {},
      },
    );
  const spareEngines = new SpareEngines(create, () => texts);
  const edits = { documentChanges: true, snippets: true, annotations: true, creates: true, deletes: true };
  spareEngines.configure({
    folders: [],
    settings: defaultSettings,
    debounce: 1,
    validates: 'onType',
    invites: true,
    timeout: 1000,
    edits,
  });
  return { spareEngines, engines, texts };
}
