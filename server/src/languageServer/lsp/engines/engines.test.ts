import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenText } from '../../../base/textChange.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { EngineActivity } from '../../protocol/engine/messages.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import { Engines, type Priority } from './engines.ts';
import { ScriptedEngine } from './scriptedEngine.testing.ts';
import type { Configuration } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a document that others wait for gets another engine, and theirs goes on at once', async () => {
  const { engines, started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 100);
  expect(started.length).toBe(2);
  started[1]!.run();
  expect(started[0]!.isKilled).toBe(false);
  expect(started[1]!.received).toEqual(['configure', 'open other v2']);

  blocked(started[0]!, 'stuck', 300);
  expect(started[0]!.isKilled).toBe(true);
  // It may take long to read, and nobody waits for it here.
  expect(started[1]!.received).toEqual(['configure', 'open other v2']);
  started[1]!.validated('other', 2);
  expect(started[1]!.received).toEqual(['configure', 'open other v2', 'open stuck v1 as a guest']);
  started[2]!.run();
  expect(started[2]!.received).toEqual(['configure', 'open stuck v1', 'open other v2 as a guest']);

  edit('stuck');
  const hover = ask(engines, 'stuck');
  expect(started[2]!.received.slice(3)).toEqual(['change stuck', 'request textDocument/hover']);
  expect(started[1]!.received.slice(3)).toEqual(['change stuck']);
  started[2]!.answer('an answer');
  expect(await hover).toBe('an answer');
});

test('an engine that hears that others wait goes on with them, and the document moves to the second one', async () => {
  const { engines, started, edit } = running(['stuck', 'other']);
  const hover = ask(engines, 'stuck');
  edit('other');
  blocked(started[0]!, 'stuck', 200);
  const main = started[0]!;
  expect(main.received.slice(3)).toEqual([
    'request textDocument/hover',
    'change other',
    'cancel',
    'close stuck',
    'open stuck v1 as a guest',
    'a call',
  ]);
  main.validated('other', 2);
  blocked(main, 'other', 900);
  expect(main.isKilled).toBe(false);
  const beside = started[2]!;
  beside.run();
  expect(beside.received).toEqual([
    'configure',
    'open stuck v1',
    'open other v2 as a guest',
    'request textDocument/hover',
  ]);
  beside.answer('an answer');
  expect(await hover).toBe('an answer');
});

test('one that does not hear it is ended, and the document may be given to the next one for links', () => {
  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 250);
  started[1]!.run();
  expect(started[1]!.received).toEqual(['configure', 'open other v2']);
  started[2]!.run();
  blocked(started[0]!, 'stuck', 300);
  expect(started.map(({ isKilled }) => isKilled)).toEqual([true, false, false]);
  started[1]!.validated('other', 2);
  expect(started[1]!.received.at(-1)).toBe('open stuck v1 as a guest');
});

test('what the next engine finds ahead is told when it is needed, but for what rests on the document that it lacks', () => {
  const { started, edit, heard } = running(['stuck', 'other', 'linked']);
  edit('other');
  blocked(started[0]!, 'stuck', 100);
  const next = started[1]!;
  next.run();
  edit('other');
  expect(next.received.at(-1)).toBe('change other');
  edit('stuck');
  expect(next.received.at(-1)).toBe('change other');
  next.validated('other');
  next.dependsOn('other', []);
  next.validated('linked');
  next.dependsOn('linked', ['stuck']);
  next.validated('other');
  expect(heard).toEqual([]);
  blocked(started[0]!, 'stuck', 300);
  expect(heard).toEqual(['dependencies other', 'validated other']);
});

test('what somebody waits for is told as soon as the next engine has found it, and none is ended for that', () => {
  const { started, edit, heard } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 50);
  started[1]!.run();
  started[1]!.validated('other', 2);
  expect(heard).toEqual([]);
  started[1]!.dependsOn('other', []);
  expect(heard.splice(0)).toEqual(['validated other', 'dependencies other']);
  blocked(started[0]!, 'stuck', 900);
  edit('other');
  // It is about the text before.
  started[1]!.validated('other', 2);
  expect(heard).toEqual([]);
  started[1]!.validated('other', 3);
  expect(heard).toContain('validated other');
  expect(started.map(({ isKilled }) => isKilled)).toEqual([false, false]);
});

test('what a link leads to is given to the next engine at once, and with its newest text otherwise', () => {
  const linked = running(['stuck', 'other']);
  linked.started[0]!.dependsOn('other', ['stuck']);
  linked.edit('other');
  blocked(linked.started[0]!, 'stuck', 100);
  linked.started[1]!.run();
  blocked(linked.started[0]!, 'stuck', 300);
  expect(linked.started[1]!.received.at(-1)).toBe('open stuck v1 as a guest');

  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 100);
  started[1]!.run();
  blocked(started[0]!, 'stuck', 300);
  edit('stuck');
  expect(started[1]!.received.at(-1)).toBe('open other v2');
  started[1]!.validated('other', 2);
  expect(started[1]!.received.at(-1)).toBe('open stuck v2 as a guest');
});

test('nobody loses an engine while nobody waits, and a next one is ready in case that somebody does', () => {
  const { started } = running(['stuck', 'other']);
  started[0]!.validated('other');
  blocked(started[0]!, 'stuck', 900);
  expect(started.map(({ isKilled }) => isKilled)).toEqual([false, false]);
});

test('a next engine is started when a document is opened beside others, and reads no text as long as nothing is stuck', () => {
  const { engines, started } = running(['stuck', 'other']);
  engines.opened(new OpenText('third', 1, 'x'));
  started[1]!.run();
  expect(started[1]!.received).toEqual([]);
  blocked(started[0]!, 'stuck', 900);
  expect(started[1]!.received).toEqual(['configure', 'open other v1']);
});

test('long texts are not given to two engines', () => {
  const { started, edit } = running(['stuck', 'other'], 3_000_000);
  edit('other');
  blocked(started[0]!, 'stuck', 100);
  started[1]!.run();
  expect(started[1]!.received).toEqual([]);
  blocked(started[0]!, 'stuck', 300);
  expect(started[1]!.received).toEqual(['configure', 'open stuck v1 as a guest', 'open other v2']);
});

test('a next engine that reads texts is not used when another of them is stuck', () => {
  const { started, edit } = running(['stuck', 'stuck too', 'other']);
  started[0]!.validated('other');
  started[0]!.validated('stuck too');
  blocked(started[0]!, 'stuck', 300);
  started[1]!.run();
  edit('other');
  blocked(started[0]!, 'stuck too', 300);
  expect(started[1]!.isKilled).toBe(true);
});

test('a document that was opened waits longer than someone who types, and a text takes time to read', () => {
  const { started, edit } = running(['stuck', 'other'], 4_000_000);
  blocked(started[0]!, 'stuck', 1900);
  expect(started[0]!.isKilled).toBe(false);
  edit('other');
  blocked(started[0]!, 'stuck', 1200, 'read');
  expect(started[0]!.isKilled).toBe(false);
  blocked(started[0]!, 'stuck', 1400, 'read');
  expect(started[0]!.isKilled).toBe(true);
});

test('requests go along: those about the document to its engine, the others to the new one', async () => {
  const { engines, started } = running(['stuck', 'other']);
  const about = ask(engines, 'stuck');
  const other = ask(engines, 'other');
  blocked(started[0]!, 'stuck', 300);
  const [next, beside] = [started[1]!, started[2]!];
  next.run();
  beside.run();
  next.answer('of the other');
  beside.answer('of the stuck one');
  expect([await about, await other]).toEqual(['of the stuck one', 'of the other']);
});

test('what can not even be read is not given to the other engine for links either', () => {
  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 700, 'read');
  started[1]!.run();
  expect(started[1]!.received).toEqual(['configure', 'open other v2']);
  edit('stuck');
  expect(started[1]!.received.length).toBe(2);
});

test('a constraint that ends the engine of its document is left out by the other one, which goes on', () => {
  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 300);
  const [next, beside] = [started[1]!, started[2]!];
  next.run();
  beside.run();
  const suspect = { key: 'slow', weight: 1, uri: 'stuck' };
  beside.beat({ stalled: 1000, blocked: 1000, suspect, job: { kind: 'validate', uri: 'stuck' } });
  expect([next.isKilled, beside.isKilled]).toEqual([false, true]);
  vi.advanceTimersByTime(100);
  started[3]!.run();
  expect(started[3]!.received[0]).toBe('configure without slow');
  expect(next.received.at(-1)).toBe('skip slow');
});

test('what the engine of all documents got stuck at is left out by one that starts beside it', () => {
  const { started, edit } = running(['stuck', 'other']);
  const suspect = { key: 'slow', weight: 1, uri: 'other' };
  started[0]!.beat({ stalled: 1000, blocked: 0, suspect, job: { kind: 'validate', uri: 'other' } });
  vi.advanceTimersByTime(100);
  started[1]!.run();
  edit('other');
  blocked(started[1]!, 'stuck', 300);
  for (const engine of started.slice(2)) engine.run();
  expect(started.slice(2).map(({ received }) => received[0])).toEqual([
    'configure without slow',
    'configure without slow',
  ]);
  const another = { key: 'slow too', weight: 1, uri: 'other' };
  started[2]!.beat({ stalled: 1000, blocked: 0, suspect: another, job: { kind: 'validate', uri: 'other' } });
  expect(started[3]!.received.at(-1)).toBe('skip slow,slow too');
});

test('that the engine beside is paused after too many crashes is told at its document until it runs again', () => {
  const { started, edit, held } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 200);
  started[0]!.validated('other', 2);
  started[2]!.run();
  for (let i = 0; i < 6; i++) {
    expect(held.get('stuck')).toBeUndefined();
    started.at(-1)!.crash();
    vi.advanceTimersByTime(i < 5 ? 5000 : 50_000);
    if (i < 5) started.at(-1)!.run();
  }
  expect(held.get('stuck')).toMatch(/stopped 6 times within a minute .* started again in a minute/);
  expect(held.has('other')).toBe(false);
  vi.advanceTimersByTime(10_100);
  started.at(-1)!.run();
  expect(held.get('stuck')).toBeUndefined();
});

test('the engine beside has low priority', () => {
  const { started, edit, priorities } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 300);
  expect(priorities).toEqual(['normal', 'normal', 'low']);
});

test('of two documents beside, one that takes longer than a constraint may is given up for the other', async () => {
  const { engines, started, edit, held } = running(['stuck', 'stuck too', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 300);
  started[1]!.run();
  started[2]!.run();
  edit('other');
  blocked(started[1]!, 'stuck too', 300);
  const beside = started[2]!;
  beside.validated('stuck too');
  blocked(beside, 'stuck', 1500);
  expect(beside.isKilled).toBe(false);

  const hover = ask(engines, 'stuck too');
  blocked(beside, 'stuck', 900);
  expect(beside.isKilled).toBe(false);
  blocked(beside, 'stuck', 1000);
  expect(beside.isKilled).toBe(true);
  expect(held.get('stuck')).toMatch(/gave up on this file after 1 s, since others wait for it/);
  const next = started.at(-1)!;
  next.run();
  expect(next.received).toEqual([
    'configure',
    'open stuck too v1',
    'open other v3 as a guest',
    'request textDocument/hover',
  ]);
  next.answer('an answer');
  expect(await hover).toBe('an answer');

  edit('stuck');
  expect(held.get('stuck')).toBeUndefined();
  expect(next.received.at(-1)).toBe('open stuck v2');
});

test('a heartbeat names the document that is evaluated, not the last job that began', () => {
  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  const suspect = { key: 'slow', weight: 1, uri: 'stuck' };
  started[0]!.beat({
    stalled: 300,
    blocked: 300,
    suspect,
    job: { kind: 'textDocument/hover', uri: 'other' },
  });
  started[1]!.run();
  expect(started[1]!.received).toEqual(['configure', 'open stuck v1 as a guest', 'open other v2']);
});

test('the second engine ends with the last of its documents, and with a restart', () => {
  const { engines, started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 300);
  started[1]!.run();
  started[2]!.run();
  engines.closed('stuck');
  expect([started[1]!.isKilled, started[2]!.isKilled]).toEqual([false, true]);
});

test('an engine that was started ahead and is not needed is ended', () => {
  const { started, edit } = running(['stuck', 'other']);
  edit('other');
  blocked(started[0]!, 'stuck', 100);
  vi.advanceTimersByTime(60_000);
  expect(started[1]!.isKilled).toBe(true);
  expect(started[0]!.isKilled).toBe(false);
});

describe('once an engine was lost, the next one reads what is open while nobody waits', () => {
  /** A session whose first engine was lost. */
  function afterLoss(length?: number) {
    const session = running(['a', 'b'], length);
    session.started.shift()!.crash();
    vi.advanceTimersByTime(5000);
    session.started[0]!.run();
    return session;
  }

  /** The next engine, which has read and validated two documents. */
  function ahead() {
    const session = afterLoss();
    const [first] = session.started;
    first!.validated('a');
    first!.validated('b');
    vi.advanceTimersByTime(2000);
    const next = session.started[1]!;
    next.run();
    next.validated('a');
    next.dependsOn('a', []);
    expect(next.received.splice(0)).toEqual(['configure', 'open a v1', 'open b v1']);
    session.heard.splice(0);
    return { ...session, first: first!, next };
  }

  test('and not before', () => {
    const { started } = afterLoss();
    started[0]!.validated('a');
    vi.advanceTimersByTime(5000);
    expect(started.length).toBe(1);
  });

  test('not where none was lost', () => {
    const { started } = running(['a', 'b']);
    started[0]!.validated('a');
    started[0]!.validated('b');
    vi.advanceTimersByTime(60_000);
    expect(started.length).toBe(1);
  });

  test('it is kept, and told of edits once they are validated', () => {
    const { edit, first, next } = ahead();
    vi.advanceTimersByTime(600_000);
    edit('a');
    edit('a');
    vi.advanceTimersByTime(5000);
    expect(next.received).toEqual([]);
    first.validated('a', 3);
    vi.advanceTimersByTime(2000);
    expect(next.received).toEqual(['change a', 'change a']);
    expect(next.isKilled).toBe(false);
  });

  test('what is opened and stuck is not given to it, and what somebody types is validated by it at once', () => {
    const { open, edit, heard, first, next } = ahead();
    open('stuck');
    edit('a');
    blocked(first, 'stuck', 50);
    expect(next.received).toEqual(['change a']);
    next.validated('a', 2);
    expect(heard.splice(0)).toEqual(['dependencies a', 'validated a']);
    edit('b');
    blocked(first, 'stuck', 300);
    expect([first.isKilled, next.isKilled]).toEqual([true, false]);
    expect(next.received).toEqual(['change a', 'change b']);
    next.validated('b', 2);
    expect(next.received.at(-1)).toBe('open stuck v1 as a guest');
  });

  test('what gets stuck by an edit is taken from it', () => {
    const { edit, first, next } = ahead();
    edit('b');
    edit('a');
    blocked(first, 'b', 50);
    expect(next.received).toEqual(['close b', 'change a']);
  });

  test('where an engine ends over a constraint, it goes on without that', () => {
    const { edit, first, next, started } = ahead();
    edit('a');
    const suspect = { key: 'slow', weight: 1, uri: 'a' };
    first.beat({ stalled: 1000, blocked: 0, suspect, job: { kind: 'validate', uri: 'a' } });
    vi.advanceTimersByTime(100);
    expect(next.received.slice(0, 2)).toEqual(['skip slow', 'change a']);
    expect([first.isKilled, next.isKilled, started.length]).toEqual([true, false, 2]);
  });

  test('where one document after the other ends engines, it is not given those that are held back', () => {
    const { edit, first, next, started, held } = ahead();
    edit('a');
    const crashing = (engine: ScriptedEngine) => {
      engine.beat({ stalled: 0, blocked: 0, suspect: undefined, job: { kind: 'validate', uri: 'a' } });
      engine.crash();
      vi.advanceTimersByTime(5000);
    };
    crashing(first);
    expect(next.received).toEqual(['change a']);
    crashing(next);
    started[2]!.run();
    crashing(started[2]!);
    started[3]!.run();
    expect(held.get('a')).toMatch(/crashed three times/);
    expect(started[3]!.received).toEqual(['configure', 'open b v1']);
  });

  test.each<[string, (engine: ScriptedEngine) => void]>([
    ['crashes', (engine) => engine.crash()],
    [
      'gets stuck',
      (engine) =>
        engine.beat({ stalled: 6000, blocked: 6000, suspect: undefined, job: { kind: 'read', uri: 'a' } }),
    ],
  ])('one that %s meanwhile is not started again', (_, happens) => {
    const { edit, first, next, started } = ahead();
    happens(next);
    edit('a');
    first.validated('a', 2);
    vi.advanceTimersByTime(60_000);
    expect([first.isKilled, started.length]).toEqual([false, 2]);
  });

  test('after the pause that follows too many crashes, another one finds anew what is no longer shown', () => {
    const { started } = running(['a', 'b']);
    const validating = (engine: ScriptedEngine) => {
      engine.run();
      engine.validated('a');
      engine.validated('b');
    };
    for (let i = 0; i < 5; i++) {
      started.at(-1)!.crash();
      vi.advanceTimersByTime(4000);
      started.at(-1)!.run();
    }
    const last = started.at(-1)!;
    validating(last);
    vi.advanceTimersByTime(2000);
    const next = started.at(-1)!;
    validating(next);
    last.crash();
    expect([next === last, next.isKilled]).toEqual([false, true]);
    vi.advanceTimersByTime(60_000);
    started.at(-1)!.run();
    expect(started.at(-1)!.received).toEqual(['configure', 'open a v1', 'open b v1']);
  });

  test('where what was stuck goes on, it ends even though another document is opened meanwhile', () => {
    const { open, edit, first, next, started } = ahead();
    edit('a');
    blocked(first, 'b', 50);
    first.validated('a', 2);
    vi.advanceTimersByTime(10_000);
    open('c');
    first.validated('c');
    vi.advanceTimersByTime(19_000);
    expect(next.isKilled).toBe(false);
    vi.advanceTimersByTime(1000);
    expect([first.isKilled, next.isKilled, started.length]).toEqual([false, true, 2]);
  });

  test('it ends when what is open becomes too long for two engines', () => {
    const { open, edit, first, next, started } = ahead();
    open('long', 5_000_001);
    expect(next.isKilled).toBe(true);
    edit('a');
    first.validated('a', 2);
    first.validated('long');
    vi.advanceTimersByTime(2000);
    // Another one, which reads nothing, may have been started ahead for what was opened.
    for (const engine of started.slice(2)) engine.run();
    expect(started.slice(2).flatMap(({ received }) => received)).toEqual([]);
  });

  test('a restart begins anew', () => {
    const { engines, next, started } = ahead();
    engines.restart();
    vi.advanceTimersByTime(100);
    started[2]!.run();
    expect([next.isKilled, started[2]!.received]).toEqual([true, ['configure', 'open a v1', 'open b v1']]);
  });

  test('long texts are not read by two engines', () => {
    const { started } = afterLoss(3_000_000);
    started[0]!.validated('a');
    started[0]!.validated('b');
    vi.advanceTimersByTime(60_000);
    expect(started.length).toBe(1);
  });
});

function running(uris: readonly string[], length = 4) {
  const texts = new Map(uris.map((uri) => [uri, new OpenText(uri, 1, 'x'.repeat(length))]));
  const started: ScriptedEngine[] = [];
  const priorities: Priority[] = [];
  const held = new Map<string, string | undefined>();
  const heard: string[] = [];
  const engines = new Engines(
    (listener, priority) => {
      priorities.push(priority);
      const engine = new ScriptedEngine(listener);
      started.push(engine);
      return engine;
    },
    () => [...texts.values()],
    {
      received: (news) => heard.push(`${news.kind} ${'uri' in news ? news.uri : ''}`),
      stateChanged: () => {},
      held: (uri, reason) => held.set(uri, reason),
      complete: () => Promise.reject(new Error('no model is to be asked')),
      askStore: () => Promise.reject(new Error('no store is to be asked')),
      trace: () => {},
      log: () => {},
    },
  );
  engines.start();
  started[0]!.run();
  engines.configure(configuration);
  const edit = (uri: string) => {
    const text = texts.get(uri)!;
    const changes = [{ text: text.getText() }];
    text.update(changes, text.version + 1);
    engines.changed(text, changes);
  };
  const open = (uri: string, length = 1) => {
    const text = new OpenText(uri, 1, 'x'.repeat(length));
    texts.set(uri, text);
    engines.opened(text);
  };
  return { engines, started, open, edit, priorities, held, heard };
}

function blocked(
  engine: ScriptedEngine,
  uri: string,
  ms: number,
  kind: EngineActivity['kind'] = 'validate',
): void {
  engine.beat({ stalled: 0, blocked: ms, suspect: undefined, job: { kind, uri } });
}

function ask(engines: Engines, uri: string) {
  const request = {
    method: 'textDocument/hover',
    uri,
    params: { textDocument: { uri }, position: { line: 0, character: 0 } },
    client: languageClient({ capabilities: {}, locale: 'en' }),
  } as const;
  return engines.request(request, new AbortController().signal);
}

const configuration: Configuration = {
  folders: [],
  settings: defaultSettings,
  debounce: 0,
  validates: 'onType',
  invites: true,
  timeout: 1000,
  edits: { documentChanges: true, snippets: true, annotations: true, creates: true, deletes: true },
};
