import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import * as protocol from './protocol.ts';
import { TestClient } from './testClient.ts';

const program = fileURLToPath(new URL('../../../dist/server.js', import.meta.url));

const prefixes = '@prefix ex: <http://example.org/> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n';
const shapes = `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] , [ sh:path ex:knows ; sh:class ex:Person ] .
`;
const data = `${prefixes}ex:ann a ex:Person ; ex:name "Ann" ; ex:knows ex:bob .
ex:bob a ex:Person ; ex:name "Bob" .
ex:cid a ex:Person ; ex:name "Cid" .
`;

let folder: string;
let client: TestClient;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

test('sample data come as one insertion at the end of the newest text', async () => {
  await open();
  expect(await client.request<protocol.SampleClasses>(protocol.sampleClasses, { uri: uri() })).toEqual([
    { iri: 'http://example.org/Person', name: 'ex:Person', shapes: 1, instances: 3 },
  ]);
  await client.change(uri(), at(4, 29, 32), 'Cyd');
  const answer = answered(await generate({}));
  expect(insertion(answer.edit, 2)).toBe(`
ex:Person_1 a ex:Person ; ex:name "Person 1" ; ex:knows ex:bob .
ex:Person_2 a ex:Person ; ex:name "Person 2" ; ex:knows ex:bob .`);
});

test('how two nodes are connected is told with places', async () => {
  await open();
  const positions = [
    { line: 2, character: 3 },
    { line: 3, character: 3 },
  ];
  const nodes = await client.request<protocol.NodesAt>(protocol.nodesAt, { uri: uri(), positions });
  const [from, to] = nodes!.map((node) => node!.id);
  const connection = await client.request<protocol.ExplainedConnection>(protocol.explainConnection, {
    uri: uri(),
    from,
    to,
  });
  expect(connection).toMatchObject({
    kind: 'connected',
    summary: 'ex:ann and ex:bob are connected by 1 triple. There is one shortest way.',
    ways: [[{ from: 0, to: 1, property: 'ex:knows', inverse: false, place: { uri: uri() } }]],
  });
  const matching = await client.request<protocol.MatchingNodes>(protocol.nodesMatching, {
    uri: uri(),
    text: 'ci',
  });
  const apart = await client.request<protocol.ExplainedConnection>(protocol.explainConnection, {
    uri: uri(),
    from,
    to: matching![0]!.id,
  });
  expect(apart).toMatchObject({ kind: 'apart', ways: [], to: { name: 'ex:cid' } });
});

async function open(text = data): Promise<void> {
  client = await TestClient.start(program, uri('.'), { links: [{ data: '*.ttl', shapes: ['shapes.ttl'] }] });
  await client.open(uri(), text);
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
  return client.request(protocol.generateSamples, all);
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
