import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenText } from '../../../base/textChange.ts';
import type { ModelAnswer } from '../../../repair/llm/model/languageModel.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import { ScriptedEngine } from './scriptedEngine.testing.ts';
import { type Configuration, defaultOptions, Watchdog } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const slow = { key: 'slow', weight: 1, uri: 'a' };

test('an engine is given the configuration first, then the open texts', () => {
  const { engines, watchdog } = start({ texts: ['a'] });
  expect(engines.last.received).toEqual([]);
  engines.last.run();
  watchdog.configure(configuration);
  expect(engines.last.received).toEqual(['configure', 'open a v1']);
});

test('settings that stay the same are not sent again', () => {
  const { engines, watchdog } = running({});
  watchdog.configure({ ...configuration });
  expect(engines.last.received).toEqual([]);
  watchdog.configure({ ...configuration, debounce: 10 });
  expect(engines.last.received).toEqual(['configure']);
});

test('a crashed engine is replaced, and the next one is given the newest texts', () => {
  const { engines, watchdog, texts, states } = running({ texts: ['a'] });
  change(watchdog, texts[0]!, 'new');
  engines.last.crash();
  engines.next();
  expect(engines.last.received).toEqual(['configure', 'open a v2']);
  expect(states).toEqual(['starting', 'running', 'restarting', 'running']);
});

test('requests that come while the engine restarts are answered by the next one', async () => {
  const { engines, watchdog } = running({});
  engines.last.crash();
  const hover = ask(watchdog);
  engines.next();
  expect(engines.last.received).toEqual(['configure', 'request textDocument/hover']);
  engines.last.answer('an answer');
  expect(await hover).toBe('an answer');
});

test('a request that an engine was lost over is not sent again', async () => {
  const { engines, watchdog } = running({});
  const hover = ask(watchdog).catch((error: Error) => error.message);
  engines.last.crash();
  engines.next();
  expect(await hover).toBe('the engine is restarted');
  expect(engines.last.received).toEqual(['configure']);
});

test('an engine that asks a model is given the answer, and the next engine is not', async () => {
  const { engines, completions } = running({});
  engines.last.complete();
  completions[0]!.answer('first');
  await vi.waitFor(() => expect(engines.last.received).toEqual(['completed first']));

  engines.last.complete();
  engines.last.crash();
  expect(completions[1]!.signal.aborted).toBe(true);
  engines.next();
  engines.last.complete();
  completions[1]!.answer('late');
  completions[2]!.answer('own');
  await vi.waitFor(() => expect(engines.last.received).toEqual(['configure', 'completed own']));
});

test('a request that is taken back is cancelled in the engine too', async () => {
  const { engines, watchdog } = running({});
  const controller = new AbortController();
  const hover = watchdog.request(hoverRequest, controller.signal).catch((error: Error) => error.name);
  controller.abort();
  expect(await hover).toBe('AbortError');
  expect(engines.last.received.at(-1)).toBe('cancel');
});

test('a constraint that takes too long is named to the next engine', () => {
  const { engines } = running({ texts: ['a'] });
  engines.last.beat({ stalled: 900, blocked: 0, suspect: slow, job: validateA });
  expect(engines.last.isKilled).toBe(false);
  engines.last.beat({ stalled: 1000, blocked: 0, suspect: slow, job: validateA });
  expect(engines.last.isKilled).toBe(true);
  engines.next();
  expect(engines.last.received).toEqual(['configure without slow', 'open a v1']);
});

test('a document that can not be got through is held back until it changes, the others are not', () => {
  const { engines, watchdog, texts, held } = running({ texts: ['a', 'b'] });
  engines.last.beat({ stalled: 5999, blocked: 0, suspect: undefined, job: validateA });
  expect(engines.last.isKilled).toBe(false);
  engines.last.beat({ stalled: 6000, blocked: 0, suspect: undefined, job: validateA });
  engines.next();
  expect(engines.last.received).toEqual(['configure', 'open b v1']);
  expect(held).toEqual(['a: SHACL Repair gave up on this file after 6 s. It tries again when it changes.']);
  change(watchdog, texts[0]!, 'new');
  expect(engines.last.received.at(-1)).toBe('open a v2');
  expect(held.at(-1)).toBe('a: undefined');
});

test('on a busy machine, the time that was waited is told, not what of it counts', () => {
  const { engines, held } = running({ texts: ['a'] });
  engines.last.beat({ stalled: 6000, still: 17_900, blocked: 0, suspect: undefined, job: validateA });
  expect(held).toEqual([
    'a: SHACL Repair gave up on this file after 17.9 s. It tries again when it changes.',
  ]);
});

test('a document over which engine after engine crashes is held back', () => {
  const { engines, held } = running({ texts: ['a', 'b'] });
  for (let i = 0; i < 3; i++) {
    engines.last.beat({ stalled: 0, blocked: 0, suspect: undefined, job: validateA });
    engines.last.crash();
    engines.next();
  }
  expect(engines.last.received).toEqual(['configure', 'open b v1']);
  expect(held).toEqual([
    'a: SHACL Repair crashed three times over this file. It tries again when it changes.',
  ]);
});

test('after too many crashes nothing is started for a minute, unless it is asked for', async () => {
  const { engines, watchdog, states } = running({ texts: ['a'] });
  for (let i = 0; i < 4; i++) {
    engines.last.crash();
    engines.next();
  }
  const count = engines.count;
  expect(states.at(-1)).toBe('stopped');
  vi.advanceTimersByTime(50_000);
  expect(engines.count).toBe(count);
  await expect(ask(watchdog)).rejects.toThrow('stopped');
  watchdog.restart();
  engines.next();
  expect(engines.last.received).toEqual(['configure', 'open a v1']);
});

test('after that minute it is tried again', () => {
  const { engines, states } = running({ texts: ['a'] });
  for (let i = 0; i < 4; i++) {
    engines.last.crash();
    engines.next();
  }
  const count = engines.count;
  vi.advanceTimersByTime(60_000);
  engines.next();
  expect([engines.count, states.at(-1)]).toEqual([count + 1, 'running']);
  expect(engines.last.received).toEqual(['configure', 'open a v1']);
});

test('crashes that are far apart do not add up', () => {
  const { engines, states } = running({});
  for (let i = 0; i < 10; i++) {
    engines.last.crash();
    engines.next();
    vi.advanceTimersByTime(40_000);
  }
  expect(states.at(-1)).toBe('running');
});

test('a restart on request tries again what was given up on', () => {
  const { engines, watchdog } = running({ texts: ['a'] });
  engines.last.beat({ stalled: 1000, blocked: 0, suspect: slow, job: validateA });
  engines.next();
  watchdog.restart();
  engines.next();
  expect(engines.last.received).toEqual(['configure', 'open a v1']);
});

test('a huge text is not given to the engine until it is smaller', () => {
  const { engines, watchdog, texts, held } = running({ texts: ['a'] });
  change(watchdog, texts[0]!, 'x'.repeat(2 * 1024 * 1024));
  expect(engines.last.received.at(-1)).toBe('close a');
  expect(held).toEqual([
    'a: This file is not checked: it has 2 MB, and SHACL Repair reads files of up to 1 MB.',
  ]);
  change(watchdog, texts[0]!, 'small');
  expect(engines.last.received.at(-1)).toBe('open a v3');
  expect(held.at(-1)).toBe('a: undefined');
});

test('the last words of a process that was replaced are not heard', () => {
  const { engines, states } = running({});
  const first = engines.last;
  first.crash();
  engines.next();
  first.crash();
  expect(states).toEqual(['starting', 'running', 'restarting', 'running']);
});

const configuration: Configuration = {
  folders: [],
  settings: defaultSettings,
  debounce: 0,
  validates: 'onType',
  invites: true,
  timeout: 1000,
  edits: { documentChanges: true, snippets: true, annotations: true, creates: true, deletes: true },
};

const hoverRequest = {
  method: 'textDocument/hover',
  uri: 'a',
  params: { textDocument: { uri: 'a' }, position: { line: 0, character: 0 } },
  client: languageClient({ capabilities: {}, locale: 'en' }),
} as const;
const validateA = { kind: 'validate', uri: 'a' } as const;

function start({ texts: uris = [] }: { readonly texts?: readonly string[] }) {
  const texts = uris.map((uri) => new OpenText(uri, 1, 'text'));
  const started: ScriptedEngine[] = [];
  const states: string[] = [];
  const held: string[] = [];
  const completions: { answer(text: string): void; readonly signal: AbortSignal }[] = [];
  const watchdog = new Watchdog(
    (listener) => {
      const engine = new ScriptedEngine(listener);
      started.push(engine);
      return engine;
    },
    () => texts,
    {
      received: () => {},
      stateChanged: ({ state }) => states.push(state),
      held: (uri, reason) => held.push(`${uri}: ${reason}`),
      askStore: () => Promise.reject(new Error('no store is to be asked')),
      complete: (_, signal) =>
        new Promise((resolve) => {
          completions.push({ answer: (text) => resolve({ ...modelAnswer, text }), signal });
        }),
      trace: () => {},
      log: () => {},
    },
    { ...defaultOptions, maxTextLength: 1024 * 1024, maxCrashes: 3 },
  );
  watchdog.start();
  const engines = {
    get last() {
      return started.at(-1)!;
    },
    get count() {
      return started.length;
    },
    /** Lets the time pass until the next engine runs. */
    next() {
      vi.advanceTimersByTime(5000);
      this.last.run();
    },
  };
  return { watchdog, engines, texts, states, held, completions };
}

const modelAnswer: ModelAnswer = {
  text: '',
  finish: 'done',
  usage: { input: 1, output: 1, estimated: false },
  model: 'a model',
  format: 'prompt',
  ms: 0,
  fromCache: false,
};

function running(options: { readonly texts?: readonly string[] }) {
  const all = start(options);
  all.engines.last.run();
  all.watchdog.configure(configuration);
  all.engines.last.received.length = 0;
  return all;
}

function change(watchdog: Watchdog, text: OpenText, newText: string): void {
  const changes = [{ text: newText }];
  text.update(changes, text.version + 1);
  watchdog.changed(text, changes);
}

function ask(watchdog: Watchdog) {
  return watchdog.request(hoverRequest, new AbortController().signal);
}
