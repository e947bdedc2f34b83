import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { block } from '../../../testing/fixture.ts';
import {
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../../testing/scriptedEndpoint.ts';
import { TestClient } from '../../../testing/testClient.ts';
import type * as protocol from '../../protocol/editor/protocol.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const shapes = `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] , [ sh:path ex:knows ; sh:class ex:Person ] .
`;
const data = `${prefixes}ex:ann a ex:Person ; ex:name "Ann" ; ex:knows ex:bob .
ex:bob a ex:Person ; ex:name "Bob" .
ex:cid a ex:Person ; ex:name "Cid" .
`;

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

test('sample data come as one insertion at the end of the newest text', async () => {
  await open();
  expect(await client.request<protocol.SampleClasses>('shaclRepair/sampleClasses', { uri: uri() })).toEqual([
    { iri: 'http://example.org/Person', name: 'ex:Person', shapes: 1, instances: 3 },
  ]);
  await client.change(uri(), at(4, 29, 32), 'Cyd');
  const answer = answered(await generate({}));
  expect(insertion(answer.edit, 2)).toBe(`
ex:Person_1 a ex:Person ; ex:name "Person 1" ; ex:knows ex:bob .
ex:Person_2 a ex:Person ; ex:name "Person 2" ; ex:knows ex:bob .`);
});

test('sample data are made for a shape that no class leads to', async () => {
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `${shapes}\nex:FriendShape a sh:NodeShape ; sh:targetObjectsOf ex:friend ; sh:property [ sh:path ex:since ; sh:minCount 1 ; sh:hasValue 2020 ] .\n`,
  );
  await open();
  const classes = await client.request<protocol.SampleClasses>('shaclRepair/sampleClasses', {
    uri: uri(),
    withShapes: true,
  });
  const iri = 'http://example.org/FriendShape';
  expect(classes!.at(-1)).toEqual({ iri, name: 'ex:FriendShape', shapes: 1, instances: 0, isShape: true });
  const answer = answered(await generate({ class: iri, isShape: true, count: 1 }));
  expect(insertion(answer.edit, 1)).toBe('\nex:Friend_1 ex:since 2020 .');
});

test('how two nodes are connected is told with places', async () => {
  await open();
  const positions = [
    { line: 2, character: 3 },
    { line: 3, character: 3 },
  ];
  const nodes = await client.request<protocol.NodesAt>('shaclRepair/nodesAt', { uri: uri(), positions });
  const [from, to] = nodes!.map((node) => node!.id);
  const connection = await client.request<protocol.ExplainedConnection>('shaclRepair/explainConnection', {
    uri: uri(),
    from,
    to,
  });
  expect(connection).toMatchObject({
    kind: 'connected',
    summary: 'ex:ann and ex:bob are connected by 1 triple. There is one shortest path.',
    ways: [[{ from: 0, to: 1, property: 'ex:knows', inverse: false, place: { uri: uri() } }]],
  });
  const matching = await client.request<protocol.MatchingNodes>('shaclRepair/nodesMatching', {
    uri: uri(),
    text: 'ci',
  });
  const apart = await client.request<protocol.ExplainedConnection>('shaclRepair/explainConnection', {
    uri: uri(),
    from,
    to: matching![0]!.id,
  });
  expect(apart).toMatchObject({ kind: 'apart', ways: [], to: { name: 'ex:cid' } });
});

test('a model gives samples their texts', async () => {
  await open(says(JSON.stringify({ values: ['Dora', ''] })));
  const answer = answered(await generate({ withModel: true }));
  expect(insertion(answer.edit, 1)).toBe(`
ex:Person_1 a ex:Person ; ex:name "Dora" ; ex:knows ex:bob .
ex:Person_2 a ex:Person ; ex:name "Person 2" ; ex:knows ex:bob .`);
  expect(answer.notes).toEqual([
    '1 text comes from gpt-test, and 1 of its texts do not conform to the shapes.',
  ]);
  expect(answer.summary).toBe('1 round, 120 tokens, price unknown');
});

test('a model says a connection in words, and is told what is wrong with them', async () => {
  const said = (text: string) => says(JSON.stringify({ text }));
  await open(said('Ann knows ex:cid.'), said('Ann knows Bob.'));
  const params = { uri: uri(), from: 'http://example.org/ann', to: 'http://example.org/bob' };
  const answer = await client.request<protocol.SaidConnection>('shaclRepair/sayConnection', params);
  expect(answer).toEqual({
    kind: 'answered',
    text: 'Ann knows Bob.',
    summary: '2 rounds, 240 tokens, price unknown',
  });
  expect(client.modelProgress.at(-1)).toContain('round 2: The text names ex:cid');
  expect(client.modelTraces.join('\n')).toContain('**Refused:** The text names ex:cid');
});

test('facts of a text come as one insertion, after what is wrong was told', async () => {
  const turtle = (text: string) => says(`Sure:\n\`\`\`turtle\n${text}\n\`\`\``);
  const dan = 'ex:dan a ex:Person ; ex:name "Dan"';
  await open(
    turtle('ex:dan a ex:Person .'),
    turtle(`${dan} ; ex:knows ex:eve .`),
    turtle(`${dan} ; ex:knows ex:ann .`),
  );
  const params = { uri: uri(), class: 'http://example.org/Person', text: 'Dan, who knows Ann.' };
  const answer = answered(await client.request<protocol.ExtractedFacts>('shaclRepair/extractFacts', params));
  expect(insertion(answer.edit!, 1)).toBe(`\n${dan} ; ex:knows ex:ann .`);
  expect(answer).toMatchObject({ triples: 3, individuals: 1, notes: [] });
  expect(endpoint!.requests).toHaveLength(3);
  expect(endpoint!.requests[1]!.body.messages.at(-1)!.content).toContain('At least 1 value of');
});

test('what a model can not do ends in a message, and changes nothing', async () => {
  await open(says('I can not do that.'));
  const params = { uri: uri(), class: 'http://example.org/Person', text: 'Dan.' };
  const answer = await client.request<protocol.ExtractedFacts>('shaclRepair/extractFacts', params);
  expect(answer).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining("None of gpt-test's answers can be used."),
  });
  client.modelAccess = () => ({ kind: 'refused', message: 'Not allowed.' });
  const refused = await client.request<protocol.ExtractedFacts>('shaclRepair/extractFacts', {
    ...params,
    text: 'Eve.',
  });
  expect(refused).toMatchObject({ kind: 'failed', message: 'Not allowed.', about: 'refused' });
});

test('without a model nothing is asked', async () => {
  await open();
  const params = { uri: uri(), class: 'http://example.org/Person', text: 'Dan.' };
  for (const answer of [
    await client.request<protocol.ExtractedFacts>('shaclRepair/extractFacts', params),
    await generate({ withModel: true }),
  ]) {
    expect(answer).toMatchObject({ kind: 'failed', message: expect.stringContaining('No language model') });
  }
});

/** Opens the file; with replies, a model can be asked. */
async function open(...script: readonly Reply[]): Promise<void> {
  const [first, ...others] = script;
  if (first) endpoint = await scriptedEndpoint(first, ...others);
  const model = endpoint && { provider: 'openai', id: 'gpt-test', baseUrl: endpoint.baseUrl };
  const links = [{ data: '*.ttl', shapes: ['shapes.ttl'] }];
  client = await TestClient.start(program, uri('.'), { links, ...(model && { model }) });
  await client.open(uri(), data);
  await client.validated(uri());
}

function generate(
  params: Partial<protocol.GenerateSamplesParams>,
): Promise<protocol.GeneratedSamples | null> {
  const all: protocol.GenerateSamplesParams = {
    uri: uri(),
    class: 'http://example.org/Person',
    count: 2,
    includes: 'described',
    withModel: false,
    ...params,
  };
  return client.request('shaclRepair/generateSamples', all);
}

function answered<Answer extends { readonly kind: string }>(
  answer: Answer | null,
): Extract<Answer, { kind: 'answered' }> {
  if (answer?.kind !== 'answered') throw new Error(JSON.stringify(answer) + client.log.join('\n'));
  return answer as Extract<Answer, { kind: 'answered' }>;
}

/** The new text of an edit that is one insertion. */
function insertion({ documentChanges }: WorkspaceEdit, version: number): string {
  const [change, ...others] = documentChanges as TextDocumentEdit[];
  expect(others).toEqual([]);
  expect(change!.textDocument).toEqual({ uri: uri(), version });
  expect(change!.edits).toHaveLength(1);
  const [edit] = change!.edits as TextEdit[];
  expect(edit!.range.start).toEqual(edit!.range.end);
  return edit!.newText;
}

function at(line: number, start: number, end: number) {
  return { start: { line, character: start }, end: { line, character: end } };
}

function uri(name = 'data.ttl'): string {
  return pathToFileURL(path.join(folder, name)).toString();
}
