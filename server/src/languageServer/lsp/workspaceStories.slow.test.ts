/** Files of the workspace that are not open: what is listed of them, and what follows when they change. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import type { WorkspaceValidation } from '../protocol/editor/protocol.ts';
import { EditorSession } from './editorSession.testing.ts';

const shapes = block`
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix ex: <http://example.org/> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;
const person = (name: string, more = '') => block`
  # shapes: shapes.ttl
  @prefix ex: <http://example.org/> .
  ex:${name} a ex:Person ${more}.
`;

let editor: EditorSession;

afterEach(() => editor.end());

test('files that are not open are validated, and again when they or their shapes change', async () => {
  editor = await EditorSession.start({
    'shapes.ttl': shapes,
    'ann.ttl': person('ann'),
    'bob.ttl': person('bob'),
    'cy.ttl': '@prefix ex: <http://example.org/> .\nex:cy a ex:Robot ; .\nex:cy a .\n',
  });
  const summary = await editor.client.request<WorkspaceValidation>('shaclRepair/validateWorkspace', {});
  expect(summary).toEqual({
    files: 4,
    unchecked: 2,
    undecided: 0,
    syntaxErrors: 1,
    severities: { violation: 2, warning: 0, info: 0 },
  });
  await editor.shows('ann.ttl', ['ex:ann sh:minCount']);
  await editor.shows('bob.ttl', ['ex:bob sh:minCount']);
  expect(editor.problems('cy.ttl')).toHaveLength(1);

  await write('bob.ttl', person('bob', '; ex:name "Bob" '));
  await editor.shows('bob.ttl', []);
  await editor.shows('ann.ttl', ['ex:ann sh:minCount']);

  await editor.open('ann.ttl');
  await editor.type('ann.ttl', 'ex:Person', 'ex:Person ; ex:name "Ann"');
  await editor.shows('ann.ttl', []);
  await editor.client.close(editor.uri('ann.ttl'));
  await editor.client.until(
    () => editor.client.diagnostics(editor.uri('ann.ttl')).length === 1,
    20_000,
    'ann',
  );

  await write('shapes.ttl', shapes.replace('ex:name', 'ex:age'));
  await editor.shows('bob.ttl', ['ex:bob sh:minCount']);
});

test('imports are fetched into the folder of the file, and from no host of this machine', async () => {
  editor = await EditorSession.start({
    'model.ttl': '<http://e.org/m> <http://www.w3.org/2002/07/owl#imports> <http://localhost:1/o> .\n',
  });
  const fetchImport = (uri: string) =>
    editor.client.request('shaclRepair/fetchImport', { uri, iri: 'http://localhost:1/o', allowed: [] });
  expect(await fetchImport(editor.uri('model.ttl'))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('localhost:1 is on this machine'),
  });
  expect(await fetchImport('untitled:model')).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('Open the folder of this file first'),
  });
});

async function write(name: string, text: string): Promise<void> {
  writeFileSync(path.join(editor.folder, name), text);
  await editor.client.fileChanged(editor.uri(name));
}
