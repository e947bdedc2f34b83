import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Diagnostic, TextDocumentEdit, TextEdit } from 'vscode-languageserver';
import { isRunning } from '../../platform/files/temporary.ts';
import { block } from '../../testing/fixture.ts';
import { triesAll } from '../../testing/runs.ts';
import { TestClient } from '../../testing/testClient.ts';

const program = fileURLToPath(new URL('../../../../dist/server.js', import.meta.url));

let folder: string;
let client: TestClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  write('shapes.ttl', shapes);
  client = await TestClient.start(program, uri('.'), {
    links: [{ data: '*.ttl', shapes: ['shapes.ttl'] }],
    validation: { timeout: 2000 },
  });
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

test('violations appear, move with edits and go away when repaired', async () => {
  await open('data.ttl', unnamed);
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 1, results: 1 });
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount']);
  // Prefixes that the text does not use: editors fade their declarations, once nobody types.
  await client.until(() => client.diagnostics(uri('data.ttl')).some(isHint), 10_000, 'hints');
  expect(client.diagnostics(uri('data.ttl')).filter(isHint)).toMatchObject([
    { range: { start: { line: 1 } }, severity: 4, tags: [1], message: 'The prefix sh: is not used.' },
    { range: { start: { line: 2 } }, severity: 4, tags: [1], message: 'The prefix xsd: is not used.' },
  ]);

  await client.change(uri('data.ttl'), at(0, 0), '# a comment\n');
  await client.validated(uri('data.ttl'));
  expect(shown('data.ttl')).toEqual(['4:0 sh:minCount']);

  await client.change(uri('data.ttl'), at(4, 16), ' ; ex:name "Ann"');
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 3, results: 0 });
  expect(shown('data.ttl')).toEqual([]);
  expect(client.statuses.get(uri('data.ttl'))).toMatchObject({ verdict: 'conforms' });
});

test('a syntax error is shown beside the violations of what could be read', async () => {
  await open('data.ttl', `${unnamed}ex:b ex:p ; .\n`);
  await client.validated(uri('data.ttl'));
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount', expect.stringMatching(/^4:\d+ syntax$/)]);
});

test('an edit of the shapes in another editor re-validates the data', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  await open('shapes.ttl', shapes);
  await client.validated(uri('data.ttl'));
  const line = shapes.split('\n').findIndex((text) => text.includes('sh:minCount 1'));
  const start = shapes.split('\n')[line]!.indexOf('1', shapes.split('\n')[line]!.indexOf('sh:minCount'));
  const range = { start: { line, character: start }, end: { line, character: start + 1 } };
  client.forgetValidations();
  await client.change(uri('shapes.ttl'), range, '0');
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 1, results: 0 });
});

test('a change of the shapes on disk re-validates the data', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  write('shapes.ttl', shapes.replace('sh:minCount 1', 'sh:minCount 0'));
  client.forgetValidations();
  await client.fileChanged(uri('shapes.ttl'));
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ results: 0 });
});

test.runIf(triesAll)(
  'terms that are used no more are forgotten, and results stay right',
  async () => {
    await open('data.ttl', unnamed);
    await client.validated(uri('data.ttl'));
    // From the first rest on, what comes is compared with what was there then.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const many = Array.from({ length: 60_000 }, (_, i) => `ex:x${i} ex:p ${i} .\n`).join('');
    await client.change(uri('data.ttl'), at(4, 0), many);
    await client.validated(uri('data.ttl'));
    await client.change(uri('data.ttl'), { start: at(4, 0).start, end: at(60_004, 0).end }, '');
    await client.until(
      () => client.log.some((line) => line.startsWith('Forgot ')),
      20_000,
      'terms forgotten',
    );
    await client.change(uri('data.ttl'), at(4, 0), 'ex:zed a ex:Person .\n');
    expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 4, results: 2 });
    expect(shown('data.ttl')).toEqual(['3:0 sh:minCount', '4:0 sh:minCount']);
    await client.change(uri('data.ttl'), at(3, 16), ' ; ex:name "Ann"');
    expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 5, results: 1 });
  },
  60_000,
);

test('what is shown in a closed file is taken back', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  await client.close(uri('data.ttl'));
  await client.until(() => shown('data.ttl').length === 0, 5000, 'empty list of diagnostics');
});

test('a quick fix is for the newest text, and repairs it', async () => {
  await open('data.ttl', `${prefixes}ex:c a ex:Coded ; ex:size "12" .\n`);
  await client.validated(uri('data.ttl'));
  await client.change(uri('data.ttl'), at(3, 0), '# a comment\n');
  await client.validated(uri('data.ttl'));
  const [diagnostic] = client.diagnostics(uri('data.ttl'));
  const [action] = await client.codeActions(uri('data.ttl'), diagnostic!);
  expect(action).toMatchObject({ kind: 'quickfix', diagnostics: [{ code: 'sh:datatype' }] });
  const [change] = action!.edit!.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument).toEqual({ uri: uri('data.ttl'), version: 2 });
  for (const edit of change!.edits as TextEdit[]) {
    await client.change(uri('data.ttl'), edit.range, edit.newText);
  }
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ results: 0 });
});

test('what leaves no choice is repaired on save, and for one kind from the light bulb', async () => {
  await open(
    'data.ttl',
    block`
      ${prefixes}ex:c a ex:Coded ; ex:size "12" .
      ex:d a ex:Coded ; ex:size "13" .
    `,
  );
  await client.validated(uri('data.ttl'));
  const [diagnostic] = client.diagnostics(uri('data.ttl'));
  const [onSave] = await client.codeActions(uri('data.ttl'), diagnostic!, ['source.fixAll']);
  expect(onSave).toMatchObject({ kind: 'source.fixAll.shaclRepair' });
  const later = (await client.codeActions(uri('data.ttl'), diagnostic!)).filter(
    ({ data }) => data !== undefined,
  );
  expect(later.map(({ title }) => title)).toEqual([
    'Fix this and 1 more: write ex:size as xsd:integer',
    'Fix what is certain in sh:datatype: ends 2 results',
  ]);
  const [like, all] = later;
  expect(like!.edit).toBeUndefined();
  expect((await client.resolve(like!)).edit).toEqual(onSave!.edit);
  expect(all!.edit).toBeUndefined();
  const resolved = await client.resolve(all!);
  expect(resolved.edit).toEqual(onSave!.edit);
  const [change] = resolved.edit!.documentChanges as TextDocumentEdit[];
  expect((change!.edits as TextEdit[]).map(({ newText }) => newText)).toEqual(['12', '13']);
  const answer = await client.fixAll(uri('data.ttl'));
  expect(answer).toEqual({ edit: onSave!.edit, repaired: 2, left: [] });
});

test('a report has all results, and repairs of each', async () => {
  await open('data.ttl', `${unnamed}ex:c a ex:Coded ; ex:size "12" .\n`);
  await client.validated(uri('data.ttl'));
  const report = await client.report(uri('data.ttl'));
  expect(report).toMatchObject({ uri: uri('data.ttl'), version: 1, status: { results: 2 } });
  expect(report!.results.map(({ component, place }) => `${component} ${place!.range.start.line}`)).toEqual([
    'sh:minCount 3',
    'sh:datatype 4',
  ]);
  expect(report!.results[1]!.shapePlace!.uri).toBe(uri('shapes.ttl'));
  const [repair] = await client.repairs(uri('data.ttl'), report!.results[1]!.key);
  expect(repair).toMatchObject({
    action: { kind: 'quickfix', diagnostics: [{ code: 'sh:datatype' }] },
    label: 'Change "12" to 12',
    evidence: 'the same text',
    alsoFixes: 0,
  });
  const [change] = repair!.action.edit!.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument).toEqual({ uri: uri('data.ttl'), version: 1 });
  expect(await client.repairs(uri('data.ttl'), 'gone')).toEqual([]);
});

test('a report is exported as the command line prints it', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  const exported = async (format: Parameters<TestClient['exportReport']>[1]) =>
    (await client.exportReport(uri('data.ttl'), format))!.text;
  expect(JSON.parse(await exported('json'))).toMatchObject({
    conforms: false,
    results: [{ location: { uri: uri('data.ttl') } }],
  });
  expect(await exported('turtle')).toContain('a sh:ValidationReport');
  // Files are named as in the workspace.
  expect(await exported('markdown')).toContain('**1 result** in data.ttl.');
});

test('there is no report about what is not open', async () => {
  write('data.ttl', unnamed);
  expect(await client.report(uri('data.ttl'))).toBeNull();
  expect(await client.exportReport(uri('data.ttl'), 'json')).toBeNull();
  expect(await client.repairs(uri('data.ttl'), 'key')).toEqual([]);
});

test('IRIs are written otherwise by code actions of their own kind', async () => {
  const iri = '<http://xmlns.com/foaf/0.1/name>';
  await open('data.ttl', `${unnamed}\n<urn:a> ${iri} "A" .\n`);
  await client.validated(uri('data.ttl'));
  const line = unnamed.split('\n').length;
  const start = { line, character: '<urn:a> '.length };
  const range = { start, end: start };
  const actions = await client.codeActions(uri('data.ttl'), { range, message: '' }, ['refactor']);
  expect(actions.map(({ title, kind }) => [title, kind])).toEqual([
    ['Write as foaf:name, and declare foaf:', 'refactor.rewrite'],
  ]);
});

test('what rewrites many IRIs has its edit when it is chosen', async () => {
  const many = Array.from({ length: 600 }, (_, i) => `<http://example.org/n${i}> <urn:p> 1 .`);
  await open('data.ttl', `@prefix ex: <http://example.org/> .\n${many.join('\n')}\n`);
  const start = { line: 1, character: 3 };
  const range = { start, end: start };
  const actions = await client.codeActions(uri('data.ttl'), { range, message: '' }, ['refactor.rewrite']);
  expect(actions.map(({ title, edit }) => [title, edit?.changes?.[uri('data.ttl')]?.length])).toEqual([
    ['Write as ex:n0', 1],
    ['Write all 600 IRIs of <http://example.org/> as ex:…', undefined],
  ]);
  const { edit } = await client.resolve(actions[1]!);
  expect(edit!.changes![uri('data.ttl')]).toHaveLength(600);
});

test('other kinds of code actions are not answered', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  const [diagnostic] = client.diagnostics(uri('data.ttl'));
  expect(await client.codeActions(uri('data.ttl'), diagnostic!, ['refactor.extract'])).toEqual([]);
});

test('a link is written into the project file, for the text that the editor has', async () => {
  await open('data.ttl', unnamed);
  const link = () => client.link({ uri: uri('data.ttl'), shapes: [uri('shapes.ttl')], place: 'project' });
  expect(await link()).toBeNull();
  write('shacl-repair.jsonc', '{}');
  await open('shacl-repair.jsonc', '{\n  "links": []\n}\n');
  const written = await link();
  expect(written!.file).toBe(uri('shacl-repair.jsonc'));
  const [change] = written!.edit.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument).toEqual({ uri: uri('shacl-repair.jsonc'), version: 1 });
  const [{ range, newText }] = change!.edits as [TextEdit];
  await client.change(uri('shacl-repair.jsonc'), range, newText);
  // The data is validated when it is opened and when the project file is, together or one after the other.
  let validated = await client.validated(uri('data.ttl'));
  while (validated.results === 0) validated = await client.validated(uri('data.ttl'));
  expect(validated).toMatchObject({ results: 1 });
  expect((await link())!.edit.documentChanges).toMatchObject([{ edits: [] }]);
  await client.change(uri('shacl-repair.jsonc'), at(0, 1), ' "');
  expect(await link()).toBeNull();
});

test('a byte order mark is no error and shifts nothing', async () => {
  await open('data.ttl', `\ufeff${unnamed}`);
  await client.validated(uri('data.ttl'));
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount']);
});

test('a killed engine is replaced, and knows the unsaved texts', async () => {
  await open('data.ttl', unnamed);
  await client.validated(uri('data.ttl'));
  await client.change(uri('data.ttl'), at(4, 0), 'ex:unsaved a ex:Person .\n');
  await client.validated(uri('data.ttl'));
  const killed = client.enginePid()!;
  client.forgetValidations();
  process.kill(killed, 'SIGKILL');
  expect(await client.validated(uri('data.ttl'), 10_000)).toMatchObject({ version: 2, results: 2 });
  expect(client.enginePid()).not.toBe(killed);
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount', '4:0 sh:minCount']);
  expect(client.engineStates.map(({ state }) => state).slice(-2)).toEqual(['restarting', 'running']);
});

test('a pattern that does not end is given up on, and the rest is checked', async () => {
  await open('other.ttl', unnamed);
  await client.validated(uri('other.ttl'));
  await open('data.ttl', `${unnamed}ex:c a ex:Coded ; ex:code "${'a'.repeat(60)}!" ; ex:size "large" .\n`);
  const { results } = await client.validated(uri('data.ttl'), 20_000);
  expect(results).toBe(2);
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount', expect.stringMatching(/^4:\d+ sh:datatype$/)]);
  expect(client.statuses.get(uri('data.ttl'))?.notChecked).not.toEqual([]);
  expect(shown('shapes.ttl')).not.toEqual([]);
  expect(shown('other.ttl')).toEqual(['3:0 sh:minCount']);

  client.forgetValidations();
  await client.change(uri('other.ttl'), at(4, 0), 'ex:d a ex:Person .\n');
  expect(await client.validated(uri('other.ttl'))).toMatchObject({ results: 2 });
});

test.runIf(triesAll)('so is a query with such a pattern', async () => {
  await open('data.ttl', `${unnamed}ex:q a ex:Queried ; ex:code "${'a'.repeat(60)}!" ; ex:size "large" .\n`);
  await client.validated(uri('data.ttl'), 20_000);
  expect(shown('data.ttl')).toEqual(['3:0 sh:minCount', expect.stringMatching(/^4:\d+ sh:datatype$/)]);
  expect(client.statuses.get(uri('data.ttl'))?.notChecked).toEqual([
    expect.stringMatching(/^sh:sparql of .*QueriedShape took too much time/),
  ]);
});

test.runIf(triesAll)(
  'an engine that stops again and again is left alone for a minute, or until it is asked for',
  async () => {
    await open('data.ttl', unnamed);
    await client.validated(uri('data.ttl'));
    const isOver = () => client.engineStates.at(-1)?.state === 'stopped';
    for (let i = 0; i < 6; i++) {
      await client.until(() => isOver() || client.engineStates.at(-1)?.state === 'running', 20_000, 'engine');
      const pid = client.enginePid();
      const states = client.engineStates.length;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await client.until(() => client.engineStates.length > states, 20_000, 'exit');
    }
    expect(client.engineStates.at(-1)).toMatchObject({
      state: 'stopped',
      message: expect.stringContaining('Restart Server'),
    });
    expect(shown('data.ttl')).toEqual([]);
    expect(await client.hover(uri('data.ttl'), 3, 1)).toBeNull();

    client.forgetValidations();
    await client.restartEngine();
    expect(await client.validated(uri('data.ttl'))).toMatchObject({ results: 1 });
  },
);

test('a header follows a linked file that is about to be renamed', async () => {
  await open('data.ttl', `# shapes: shapes.ttl\n# context: sh*.ttl\n${unnamed}`);
  await client.validated(uri('data.ttl'));
  const files = [{ oldUri: uri('shapes.ttl'), newUri: uri('persons.ttl') }];
  expect(await client.request('workspace/willRenameFiles', { files })).toEqual({
    documentChanges: [
      {
        textDocument: { uri: uri('data.ttl'), version: 1 },
        edits: [{ range: { start: at(0, 10).start, end: at(0, 20).end }, newText: 'persons.ttl' }],
      },
    ],
  });
});

test('the engine does not outlive its server, busy or not', async () => {
  await open('data.ttl', `${unnamed}ex:c a ex:Coded ; ex:code "${'a'.repeat(60)}!" .\n`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const engine = client.enginePid()!;
  client.kill();
  await client.until(() => !isRunning(engine), 5000, 'end of the engine');
  client = await TestClient.start(program, uri('.'), {});
});

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:CodedShape a sh:NodeShape ; sh:targetClass ex:Coded ;
  sh:property [ sh:path ex:code ; sh:pattern "^(?=a)(a+)+$" ] ;
  sh:property [ sh:path ex:size ; sh:datatype xsd:integer ] .
ex:QueriedShape a sh:NodeShape ; sh:targetClass ex:Queried ; sh:property [ sh:path ex:size ; sh:datatype xsd:integer ] ;
  sh:sparql [ sh:select "SELECT $this { $this <http://example.org/code> ?code FILTER (!REGEX(?code, '^(?=a)(a+)+$')) }" ] .
`;

const unnamed = `${prefixes}ex:a a ex:Person .\n`;

function isHint({ code }: Diagnostic): boolean {
  return code === 'unneededPrefix';
}

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).toString();
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

async function open(name: string, text: string): Promise<void> {
  await client.open(uri(name), text);
}

function at(line: number, character: number) {
  return { start: { line, character }, end: { line, character } };
}

/** The diagnostics of a file as `line:character code`, in order. */
/** Where the results and errors of a document are, and their codes. */
function shown(name: string): readonly string[] {
  return client
    .diagnostics(uri(name))
    .filter((each) => !isHint(each))
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .map(({ range, code }) => `${range.start.line}:${range.start.character} ${code}`);
}
