import { expect, test } from 'vitest';
import type { EngineRequest } from '../../protocol/engine/requests.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import type { ModelSettings } from '../../protocol/settings.ts';
import { readSettings } from '../../protocol/settings.ts';
import { Mirror } from '../documents/mirror.ts';
import { EngineLostError, type Progress } from '../engines/watchdog.ts';
import { Models } from '../models/models.ts';
import type { HandlerContext } from './handlerContext.ts';
import { askEngine } from './methodHandlers.ts';

const uri = 'file:///a.ttl';
const never = new AbortController().signal;

test('an answer for older texts is asked for again, once, and then has no edit', async () => {
  const edit = { changes: { [uri]: [] } };
  const old = { edit, repaired: 1, left: [], versions: [{ uri, version: 1 }] };
  const fresh = { ...old, versions: [{ uri, version: 2 }] };
  const again = session([old, fresh]);
  expect(await askEngine(again.session, 'shaclRepair/fixAll', { uri }, never)).toEqual({
    edit,
    repaired: 1,
    left: [],
  });
  const stale = session([old, old, fresh]);
  expect(await askEngine(stale.session, 'shaclRepair/fixAll', { uri }, never)).toEqual({
    edit: undefined,
    repaired: 0,
    left: [],
  });
  expect(stale.asked).toHaveLength(2);
});

test('uris are normalised for the engine, and edits are in those of the client', async () => {
  const written = 'file:///A%3Ab.ttl';
  const { mirror } = session([]).session;
  mirror.open(written, 1, '');
  const normal = mirror.all().at(-1);
  const edit = { changes: { [normal!.uri]: [] } };
  const { session: own, asked } = session([{ edit, repaired: 1, left: [] }], { mirror });
  expect(await askEngine(own, 'shaclRepair/fixAll', { uri: written }, never)).toMatchObject({
    edit: { changes: { [written]: [] } },
  });
  expect(asked).toMatchObject([{ uri: normal!.uri, params: { uri: normal!.uri } }]);
});

test('a failure is an error for editors, and an answer for our own clients', async () => {
  const failure = { kind: 'failed', message: 'No name is here.' };
  const place = { textDocument: { uri }, position: { line: 0, character: 0 } };
  await expect(
    askEngine(session([failure]).session, 'textDocument/prepareRename', place, never),
  ).rejects.toThrow('No name is here.');
  const suite = session([failure]).session;
  expect(await askEngine(suite, 'shaclRepair/suite', { uri }, never)).toEqual(failure);
});

test('the engine is told how models are asked only for methods that need it', async () => {
  const settings: ModelSettings = { ...readSettings([]).settings.model, provider: 'openai', id: 'm' };
  const client = {
    access: () => Promise.reject(new Error('not asked')),
    editorModel: () => Promise.reject(new Error('not asked')),
  };
  const models = new Models(client, settings, undefined);
  const { session: own, asked } = session([null, null], { models });
  await askEngine(own, 'shaclRepair/prompt', { uri, key: 'k' }, never);
  await askEngine(own, 'shaclRepair/report', { uri }, never);
  expect(asked).toMatchObject([{ model: { id: 'm', isConfigured: true, isPriced: true } }, {}]);
  expect(asked[1]).not.toHaveProperty('model');
});

test('an evaluation goes on with the next engine once the folder holds the run', async () => {
  const choice = { systems: ['symbolic'], strategies: [] };
  const evaluated = { kind: 'evaluated', recorded: 2, all: 2, stopped: undefined, notes: [] };
  const step = { kind: 'evaluated', message: '1 of 2', increment: 50 } as const;
  const answers = [new EngineLostError('it crashed'), { lostAfter: step }, evaluated];
  const { session: own, asked } = session(answers);
  const params = { uri, run: 'file:///run', choice };
  expect(await askEngine(own, 'shaclRepair/evaluate', params, never)).toEqual(evaluated);
  expect(asked.map((request) => 'choice' in request.params && request.params.choice)).toEqual([
    choice,
    choice,
    undefined,
  ]);
});

test('an evaluation whose engine is lost again and again fails with a sentence', async () => {
  const { session: own, asked } = session(Array(6).fill(new EngineLostError('it crashed')));
  const params = { uri, run: 'file:///run', choice: undefined };
  expect(await askEngine(own, 'shaclRepair/evaluate', params, never)).toEqual({
    kind: 'failed',
    message: 'The engine was lost: it crashed. Try again.',
  });
  expect(asked).toHaveLength(6);
});

/** A session whose engines give these answers, one after the other. */
function session(answers: readonly unknown[], parts: Partial<HandlerContext> = {}) {
  const asked: EngineRequest[] = [];
  const left = [...answers];
  const request = async (each: EngineRequest, _: AbortSignal, progress: Progress): Promise<never> => {
    asked.push(each);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    if (answer !== null && typeof answer === 'object' && 'lostAfter' in answer) {
      progress('', answer.lostAfter as Parameters<Progress>[1]);
      throw new EngineLostError('it crashed');
    }
    return answer as never;
  };
  const engine = { request };
  const mirror = new Mirror(false);
  mirror.open(uri, 2, '');
  const own = {
    mirror,
    languageClient: languageClient({ locale: 'en', capabilities: {} }),
    models: undefined,
    programs: [],
    engines: engine,
    spareEngines: {
      request,
      requestAboutTexts: request,
      withOwn: (_: AbortSignal, work: (each: typeof engine) => Promise<unknown>) => work(engine),
    },
    ...parts,
  } as unknown as HandlerContext;
  return { session: own, asked };
}
