/** Clients that can do nothing beyond opening and changing documents: the server asks nothing of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver';
import { block } from '../../testing/fixture.ts';
import { TestClient } from '../../testing/testClient.ts';

const program = fileURLToPath(new URL('../../../../dist/server.js', import.meta.url));

let folder: string;
let client: TestClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  write('shapes.ttl', shapes);
  client = await TestClient.start(program, uri('.'), {}, { capabilities: {} });
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

test('violations, their explanations and repairs', async () => {
  await client.open(uri('data.ttl'), linked);
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual(['2:28 sh:datatype']);
  expect(await client.hover(uri('data.ttl'), 2, 29)).toMatchObject({
    contents: { value: expect.stringContaining('xsd:integer') },
  });

  const actions = await client.codeActions(uri('data.ttl'), client.diagnostics(uri('data.ttl'))[0]!);
  // Disabled actions, actions without an edit, versioned edits and snippets have to be asked for.
  for (const { edit, disabled } of actions) {
    expect(disabled).toBeUndefined();
    expect(Object.keys(edit!)).toEqual(['changes']);
  }
  const [edit] = actions[0]!.edit!.changes![uri('data.ttl')]!;
  await client.change(uri('data.ttl'), edit!.range, edit!.newText);
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual([]);
  expect(client.asked).toEqual([]);
});

test('a text that is sent whole at each change', async () => {
  await client.open(uri('data.ttl'), unlinked);
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual(['0:0 unlinked']);
  await client.replace(uri('data.ttl'), linked);
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual(['2:28 sh:datatype']);
  await client.replace(uri('data.ttl'), linked.replace('"12"', '12'));
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual([]);
});

test('a file without links is told which shapes it could be checked with, and a quick fix links them', async () => {
  await client.open(uri('data.ttl'), unlinked);
  const invitation = () => client.diagnostics(uri('data.ttl')).find(({ code }) => code === 'linkShapes');
  await client.until(() => invitation() !== undefined, 20_000, 'invitation');
  expect(invitation()!.message).toBe(
    'shapes.ttl has 1 shape for ex:Person. A quick fix checks this file with it.',
  );
  const [action] = await client.codeActions(uri('data.ttl'), invitation()!);
  expect(action!.title).toBe('Check this file with shapes.ttl (1 shape for ex:Person)');
  const [edit] = action!.edit!.changes![uri('data.ttl')]!;
  await client.change(uri('data.ttl'), edit!.range, edit!.newText);
  await client.until(() => shown().join() === '2:28 sh:datatype', 20_000, 'result instead of the invitation');
});

test('shapes that another process changes', async () => {
  await client.open(uri('data.ttl'), linked);
  await client.validated(uri('data.ttl'));
  client.forgetValidations();
  write('shapes.ttl', shapes.replace('xsd:integer', 'xsd:string'));
  await client.validated(uri('data.ttl'));
  expect(shown()).toEqual([]);
  expect(client.asked).toEqual([]);
});

test('outlines follow edits, also where another engine answers', async () => {
  await client.open(uri('data.ttl'), linked);
  await client.validated(uri('data.ttl'));
  expect(await outline()).toEqual(['1:0 ex:', '2:0 ex:ann']);
  const start = { line: 2, character: 0 };
  await client.change(uri('data.ttl'), { start, end: start }, 'ex:bob a ex:Person .\n');
  expect(await outline()).toEqual(['1:0 ex:', '2:0 ex:bob', '3:0 ex:ann']);
  await client.restartEngine();
  await client.change(uri('data.ttl'), { start, end: { line: 2, character: 6 } }, 'ex:carol');
  expect(await outline()).toEqual(['1:0 ex:', '2:0 ex:carol', '3:0 ex:ann']);
  expect(await outline()).toEqual(['1:0 ex:', '2:0 ex:carol', '3:0 ex:ann']);
});

async function outline(): Promise<readonly string[]> {
  const textDocument = { uri: uri('data.ttl') };
  const symbols = await client.request<readonly DocumentSymbol[]>('textDocument/documentSymbol', {
    textDocument,
  });
  return symbols!.map(({ name, range: { start } }) => `${start.line}:${start.character} ${name}`);
}

const unlinked = block`
  @prefix ex: <http://example.org/> .
  ex:ann a ex:Person ; ex:age "12" .
`;
const linked = block`
  # shapes: shapes.ttl
  @prefix ex: <http://example.org/> .
  ex:ann a ex:Person ; ex:age "12" .
`;
const shapes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .
`;

function shown(): readonly string[] {
  return client
    .diagnostics(uri('data.ttl'))
    .map(({ range: { start }, code }) => `${start.line}:${start.character} ${code}`);
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).href;
}
