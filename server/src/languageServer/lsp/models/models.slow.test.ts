import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TextDocumentEdit, TextEdit } from 'vscode-languageserver';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { sealKey } from '../../../../../client/src/model/sealKey.ts';
import { block } from '../../../testing/fixture.ts';
import {
  fails,
  hangs,
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../../testing/scriptedEndpoint.ts';
import { type StartOptions, TestClient } from '../../../testing/testClient.ts';
import { askModelCommand, type ModelRepairs } from '../../protocol/editor/protocol.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

let folder: string;
let client: TestClient;
let endpoint: ScriptedEndpoint | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
});

afterEach(async () => {
  await client.stop();
  await endpoint?.close();
  endpoint = undefined;
  rmSync(folder, { recursive: true });
});

test('a model is asked, and its verified repair is an edit of the newest text', async () => {
  await start([says(answer('INSERT DATA { ex:a ex:name "Ann" }', 'people have names'))]);
  const key = await openData();
  const answered = await ask(key);
  const [repair] = answered.repairs.filter(({ model }) => model !== undefined);
  expect(repair).toMatchObject({ model: 'gpt-test', title: 'Add "Ann" as ex:name of ex:a' });
  expect(repair!.why).toContain('people have names');
  expect(answered).toMatchObject({ refused: [], summary: '1 round, 120 tokens, $0.0013' });
  const [change] = repair!.edit.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument).toEqual({ uri: uri('data.ttl'), version: 1 });
  for (const edit of change!.edits as TextEdit[])
    await client.change(uri('data.ttl'), edit.range, edit.newText);
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ results: 0 });
});

test('the quick fix that asks is offered without a call', async () => {
  await start([hangs]);
  await openData();
  const [diagnostic] = client.diagnostics(uri('data.ttl'));
  const actions = await client.codeActions(uri('data.ttl'), diagnostic!);
  // Only Exclude… stands below it.
  expect(actions.at(-2)).toMatchObject({
    title: 'Ask gpt-test for a repair',
    kind: 'quickfix',
    command: { command: 'shaclRepair.askModel', arguments: [{ uri: uri('data.ttl') }] },
  });
  expect(actions.at(-2)!.edit).toBeUndefined();
  expect(endpoint!.requests).toEqual([]);
  expect(client.accessAsked).toEqual([]);
});

test('a syntax error is asked about by its quick fix, and what holds is an edit', async () => {
  const mended = (text: string) => `\`\`\`turtle\n${text}\n\`\`\``;
  await start([says(mended('ex:b ex:p ex:c ; ex:q ex:d ; ex:r ex:e .'))]);
  await openData(`${unnamed}ex:b ex:p ex:c ex:q ex:d ex:r ex:e .\n`);
  const error = client.diagnostics(uri('data.ttl')).find(({ code }) => code === 'syntax')!;
  const actions = await client.codeActions(uri('data.ttl'), error);
  const { title, command } = actions.at(-1)!;
  expect(title).toBe('Ask gpt-test to fix this syntax error');
  const { key } = (command!.arguments as [{ key: string }])[0];
  const { repairs, summary } = await ask(key);
  expect(summary).toBe('1 round, 120 tokens, $0.0013');
  const [change] = repairs[0]!.edit.documentChanges as TextDocumentEdit[];
  expect((change!.edits as TextEdit[]).map(({ newText }) => newText)).toEqual(['; ex:q ex:d ;']);
});

test('a client that can not let models be asked is offered nothing of it', async () => {
  await start([hangs], { capability: { status: true } });
  await openData();
  const [diagnostic] = client.diagnostics(uri('data.ttl'));
  const actions = await client.codeActions(uri('data.ttl'), diagnostic!);
  expect(actions.filter(({ command }) => command?.command === askModelCommand)).toEqual([]);
  expect(await client.modelRepairs(uri('data.ttl'), 'any')).toMatchObject({ kind: 'failed' });
});

test('a bad answer is told why it fails, and round two succeeds', async () => {
  await start([
    says(answer('DELETE DATA { ex:a ex:nothing 1 }')),
    says(answer('INSERT DATA { ex:a ex:name "Ann" }')),
  ]);
  const answered = await ask(await openData());
  expect(answered.refused).toEqual([
    {
      answer: answer('DELETE DATA { ex:a ex:nothing 1 }'),
      update: 'DELETE DATA { ex:a ex:nothing 1 }',
      verdict: 'The update changes nothing.',
      round: 1,
    },
  ]);
  expect(answered.repairs.some(({ model }) => model === 'gpt-test')).toBe(true);
  expect(answered.summary).toMatch(/^2 rounds/);
  expect(client.modelProgress).toEqual([
    'round 1',
    expect.stringMatching(/^round 2: Your update changes nothing/),
  ]);
  const trace = client.modelTraces.join('\n');
  expect(trace).toContain('round 2');
  expect(trace).toContain('**Refused:** The update changes nothing.');
  expect(trace).toContain('**Accepted.**');
});

test('of a conversation that gives no repair, what was said in each round is told, and no repair has the name of the model', async () => {
  const prose = 'I would ask the author for the name.';
  const tooMuch = 'DELETE DATA { ex:a ex:nothing 1 }';
  await start([says(prose), says(answer(tooMuch))]);
  const { repairs, refused } = await ask(await openData());
  expect(repairs.map(({ model }) => model).filter((model) => model !== undefined)).toEqual([]);
  expect(refused.slice(0, 2)).toEqual([
    { answer: prose, update: undefined, verdict: 'The model gave no repair.', round: 1 },
    { answer: answer(tooMuch), update: tooMuch, verdict: 'The update changes nothing.', round: 2 },
  ]);
  const trace = client.modelTraces.join('\n');
  expect(trace).toContain(prose);
  expect(trace).not.toContain('**Accepted.**');
});

test('what was typed while the model thought is kept, and the repair is for it', async () => {
  let reply = () => {};
  await start([
    (request, response) => {
      reply = () => says(answer('INSERT DATA { ex:a ex:name "Ann" }'))(request, response);
    },
  ]);
  const key = await openData();
  const asked = ask(key);
  await client.until(() => endpoint!.requests.length === 1, 20_000, 'request to the model');
  await client.change(uri('data.ttl'), at(3, 0), '# a comment\n');
  await client.validated(uri('data.ttl'));
  reply();
  const [repair] = (await asked).repairs.filter(({ model }) => model !== undefined);
  const [change] = repair!.edit.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument.version).toBe(2);
  expect((change!.edits as TextEdit[]).map(({ range }) => range.start.line)).toEqual([4]);
});

test('asking can be cancelled at any time, and the endpoint is left alone', async () => {
  await start([hangs]);
  const key = await openData();
  const source = new CancellationTokenSource();
  const asked = client
    .modelRepairs(uri('data.ttl'), key, source.token)
    .catch((error: Error) => error.message);
  await client.until(() => endpoint!.requests.length === 1, 20_000, 'request to the model');
  source.cancel();
  expect(await asked).toBe('cancelled');
  // The editor answers as before.
  expect(await client.hover(uri('data.ttl'), 3, 1)).not.toBeNull();
});

test('a key goes sealed from the client to the endpoint, and nowhere else', async () => {
  const planted = 'sk-planted-4711';
  await start([fails(401, { message: 'wrong key' })]);
  client.modelAccess = ({ publicKey }) => ({ kind: 'granted', key: sealKey(planted, publicKey) });
  const failed = await client.modelRepairs(uri('data.ttl'), await openData());
  expect(failed).toMatchObject({ kind: 'failed', about: 'key' });
  expect(message(failed)).toContain(endpoint!.host);
  expect(endpoint!.requests[0]!.headers.authorization).toBe(`Bearer ${planted}`);
  const told = [failed, client.log, client.modelTraces, client.modelProgress, client.accessAsked];
  expect(JSON.stringify(told)).not.toContain(planted);
});

test('the key of the environment is used when the client has none, and the client is told that there is one', async () => {
  await start([says(answer('INSERT DATA { ex:a ex:name "Ann" }'))], { env: { OPENAI_API_KEY: 'sk-own' } });
  await ask(await openData());
  expect(client.accessAsked).toMatchObject([
    { host: endpoint!.host, url: endpoint!.baseUrl, model: 'gpt-test', hasOwnKey: true },
  ]);
  expect(endpoint!.requests[0]!.headers.authorization).toBe('Bearer sk-own');
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${client.enginePid()}/environ`, 'utf8')).not.toContain('sk-own');
  }
});

test('without a key an endpoint that wants one is named', async () => {
  await start([fails(401, { message: 'no key' })]);
  const failed = await client.modelRepairs(uri('data.ttl'), await openData());
  expect(failed).toMatchObject({ kind: 'failed', about: 'key' });
  expect(message(failed)).toContain(`${endpoint!.host} asks for an API key`);
});

test('nothing is sent when the client refuses, as in Restricted Mode', async () => {
  await start([hangs]);
  client.modelAccess = () => ({ kind: 'refused', message: 'Not in Restricted Mode.' });
  const failed = await client.modelRepairs(uri('data.ttl'), await openData());
  expect(failed).toMatchObject({ kind: 'failed', about: 'refused', message: 'Not in Restricted Mode.' });
  expect(endpoint!.requests).toEqual([]);
});

test('an endpoint that is down is named, and everything else goes on', async () => {
  await start([hangs]);
  await endpoint!.close();
  const failed = await client.modelRepairs(uri('data.ttl'), await openData());
  expect(failed).toMatchObject({ kind: 'failed', about: 'unreachable' });
  expect(message(failed)).toContain(endpoint!.host);
  expect(await client.hover(uri('data.ttl'), 3, 1)).not.toBeNull();
});

test('a model of the editor is asked through the client', async () => {
  await start([hangs], {}, { provider: 'vscode', id: 'copilot' });
  client.editorModel = ({ model, messages }) => ({
    kind: 'answered',
    text: answer('INSERT DATA { ex:a ex:name "Ann" }'),
    model,
    usage: { input: messages.length, output: 1 },
  });
  const answered = await ask(await openData());
  expect(answered.repairs.some(({ model }) => model === 'copilot')).toBe(true);
  expect(client.accessAsked).toEqual([]);
});

test('several results are repaired in one verified edit', async () => {
  await start([
    (request, response) => {
      const asked = request.body.messages[0]!.content;
      const name = /Focus node: <http:\/\/example.org\/(\w)>/.exec(asked)![1];
      const update = name === 'c' ? 'DROP ALL' : `INSERT DATA { ex:${name} ex:name "${name}" }`;
      says(answer(update))(request, response);
    },
  ]);
  await openData(block`
    ${unnamed}ex:b a ex:Person .
    ex:c a ex:Person .
  `);
  const report = await client.report(uri('data.ttl'));
  const answered = await client.repairWithModel(
    uri('data.ttl'),
    report!.results.map(({ key }) => key),
  );
  expect(answered).toMatchObject({
    kind: 'answered',
    repaired: 2,
    left: [{}],
    // Two for the third, since it says the same again.
    summary: '4 rounds, 480 tokens, $0.0052',
  });
  const { edit, updates } = answered as Extract<typeof answered, { kind: 'answered' }>;
  expect(updates.split(/(?=^# Change)/m)).toEqual([
    expect.stringMatching(/^# Change 1 of 2: Add .*\nINSERT DATA \{[^}]*"a"[^}]*\}/),
    expect.stringMatching(/^# Change 2 of 2: Add .*\nINSERT DATA \{[^}]*"b"[^}]*\}/),
  ]);
  const [change] = edit!.documentChanges as TextDocumentEdit[];
  expect((change!.edits as TextEdit[]).map(({ newText }) => newText.trim())).toEqual([
    ';\n  ex:name "a"',
    ';\n  ex:name "b"',
  ]);
});

test('what is known is not paid for again, and what a price is not known of says so', async () => {
  await start([says(answer('INSERT DATA { ex:a ex:name "Ann" }'))], {}, { prices: [] });
  const key = await openData();
  expect((await ask(key)).summary).toBe('1 round, 120 tokens, price unknown');
  expect((await ask(key)).summary).toBe('1 round, cached');
});

test('a model may choose among what was found without it, and is shown that', async () => {
  await start([says(answer('Option 1'))], {}, { strategy: 'choose:SF+' });
  const key = await openData();
  const shown = await client.prompt(uri('data.ttl'), key);
  expect(shown!.strategy).toBe('choose:SF+');
  expect(shown!.text).toContain('Option 1: ');
  const { repairs } = await ask(key);
  expect(endpoint!.requests[0]!.body.messages).toEqual([{ role: 'user', content: shown!.text }]);
  expect(repairs.map(({ model }) => model)[0]).toBe('gpt-test');
});

test('several conversations give several repairs', async () => {
  const names = ['Ann', 'Anna'];
  const reply: Reply = (request, response) =>
    says(answer(`INSERT DATA { ex:a ex:name "${names.shift()}" }`))(request, response);
  await start([reply], {}, { candidates: 2 });
  const { repairs, summary } = await ask(await openData());
  expect(repairs.filter(({ model }) => model === 'gpt-test')).toHaveLength(2);
  expect(summary).toMatch(/^2 rounds/);
});

test('what would cost too much is not asked', async () => {
  await start([hangs], {}, { maxCost: 0.001 });
  const failed = await client.modelRepairs(uri('data.ttl'), await openData());
  expect(failed).toMatchObject({ kind: 'failed', about: 'limit' });
  expect(message(failed)).toContain('but $0.0000 of the budget of $0.0010 is already spent');
  expect(endpoint!.requests).toEqual([]);
});

test('a prompt is shown as it would be sent, and nothing is sent', async () => {
  await start([says(answer('INSERT DATA { ex:a ex:name "Ann" }'))]);
  const key = await openData();
  const shown = await client.prompt(uri('data.ttl'), key);
  expect(endpoint!.requests).toEqual([]);
  expect(shown!.strategy).toBe('SF+');
  expect(shown!.tokens).toBeGreaterThan(100);
  await ask(key);
  expect(endpoint!.requests[0]!.body.messages).toEqual([{ role: 'user', content: shown!.text }]);
});

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;

const unnamed = `${prefixes}ex:a a ex:Person .\n`;

function answer(update: string, why = 'it fits'): string {
  return JSON.stringify({ why, answer: update });
}

async function start(
  script: readonly [Reply, ...Reply[]],
  options: StartOptions = {},
  model: object = {},
): Promise<void> {
  endpoint = await scriptedEndpoint(...script);
  const prices = [{ model: 'gpt-test', from: '2025-01-01', input: 10, output: 15 }];
  const settings = {
    links: [{ data: '*.ttl', shapes: ['shapes.ttl'] }],
    model: { provider: 'openai', id: 'gpt-test', baseUrl: endpoint.baseUrl, prices, ...model },
  };
  client = await TestClient.start(program, uri('.'), settings, options);
}

/** Opens the file: the key of its first result. */
async function openData(text = unnamed): Promise<string> {
  await client.open(uri('data.ttl'), text);
  await client.validated(uri('data.ttl'));
  return (await client.report(uri('data.ttl')))!.results[0]!.key;
}

async function ask(key: string): Promise<Extract<ModelRepairs, { kind: 'answered' }>> {
  const answered = await client.modelRepairs(uri('data.ttl'), key);
  if (answered?.kind !== 'answered') throw new Error(`${message(answered)}\n${client.log.join('\n')}`);
  return answered;
}

function message(answered: { readonly kind: string; readonly message?: string } | null): string {
  return answered?.message ?? 'no failure';
}

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).toString();
}

function at(line: number, character: number) {
  return { start: { line, character }, end: { line, character } };
}
