import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { toJSONSchema } from 'zod/v4';
import { changeTools } from '../../../service/agents/changeTools.ts';
import { readingTools } from '../../../service/agents/readingTools.ts';
import { AnalysisHost } from '../../../service/ide/analysisHost.ts';
import { block, fixtureRoot } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import { answerMethod } from '../methods.ts';
import type { RequestContext } from '../requestContext.ts';

const prefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const shapes = `${prefixes}${block`
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`}`;
const data = `# shapes: shapes.ttl\n${prefixes}${block`
  ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" .
  ex:bob a ex:Person ; ex:age 6 ; ex:name "Bob" . # keep
`}`;
const uri = `${fixtureRoot}/data.ttl`;

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is looked at field by field.
type Answer = any;

function editor(open: Readonly<Record<string, string>> = {}, can: Partial<EditCapabilities> = {}) {
  const fileSystem = new InMemoryFileSystem([
    [uri, data],
    [`${fixtureRoot}/shapes.ttl`, shapes],
    [`${fixtureRoot}/link.ttl`, data],
    ['file:///elsewhere/data.ttl', data],
  ]);
  fileSystem.links.set(`${fixtureRoot}/link.ttl`, 'file:///elsewhere/data.ttl');
  const host = new AnalysisHost({ fileSystem });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  for (const [each, text] of Object.entries(open)) host.openDocument(each, 3, text);
  const context = {
    host,
    folders: [fixtureRoot],
    termIds: {},
    capabilities: {
      documentChanges: true,
      snippets: true,
      annotations: true,
      creates: true,
      deletes: true,
      ...can,
    },
  } as unknown as RequestContext;
  const client = languageClient({ locale: 'en', capabilities: {} });
  const ask = async (tool: string, input: object, signal = new AbortController().signal): Promise<Answer> => {
    const params = { tool, input: input as Readonly<Record<string, unknown>> };
    return answerMethod({ method: 'shaclRepair/callTool', params, uri: '', client }, context, signal);
  };
  return {
    host,
    fileSystem,
    ask,
    /** What the tool answers; fails where it does not. */
    call: async (tool: string, input: object): Promise<Answer> => {
      const { kind, message, answer } = await ask(tool, input);
      expect([kind, message]).toEqual(['answered', undefined]);
      return answer;
    },
  };
}

const files = ['data.ttl'];
const update = (text: string) => `PREFIX ex: <http://example.org/ns#> ${text}`;
const textAfter = (before: string, { documentChanges = [] }: WorkspaceEdit) =>
  TextDocument.applyEdits(
    TextDocument.create(uri, 'turtle', 1, before),
    documentChanges.flatMap((change) =>
      'edits' in change ? change.edits.map((edit) => ('newText' in edit ? edit : expect.fail())) : [],
    ),
  );

test('an agent finds a result, takes a repair, and is answered with the edit', async () => {
  const { ask, call } = editor();
  const { results, verdict } = await call('validate', { files });
  expect([verdict, results.total]).toEqual(['violates', 1]);
  const [{ key }] = results.items;
  expect(results.items[0]).toMatchObject({ file: 'data.ttl', line: 5 });
  const explained = await call('explain_result', { files, result: key });
  expect(explained.why.items.join('\n')).toMatch(/sh:datatype.*--> shapes\.ttl:5:/s);
  const [{ repairs }] = (await call('propose_repairs', { files, result: key })).results.items;
  expect(repairs[0]).toMatchObject({ title: 'Change "5" to 5', certainty: 'certain' });
  const verified = await call('verify_change', { files, update: repairs[0].update });
  expect(verified).toMatchObject({ verdict: 'holds', introduced: { total: 0 }, fixed: { total: 1 } });
  expect(verified.diff).toMatch(/^-ex:alice .*"5".*\n\+ex:alice .*ex:age 5 ;/m);
  const { kind, answer, edit, versions } = await ask('apply_change', { key: verified.key });
  expect({ kind, answer, versions }).toEqual({
    kind: 'answered',
    answer: { files, fixed: 1, unchanged: 0 },
    versions: [],
  });
  expect(textAfter(data, edit)).toBe(data.replace('"5"', '5'));
  expect(await ask('apply_change', { key: verified.key })).toMatchObject({
    message: expect.stringMatching(/^no change with the key/),
  });
});

test('what shapes ask of a class is told, and a new node is completed', async () => {
  const { ask, call } = editor();
  const described = await call('describe_shape', { files, class: 'ex:Person' });
  expect(described).toMatchObject({ shapes: ['ex:PersonShape'], next: null });
  const completed = await call('complete_node', {
    file: 'data.ttl',
    turtle: 'ex:carol a ex:Person ; ex:age "7" ; ex:name "Carol" .',
  });
  expect(completed).toMatchObject({ verdict: 'holds', completed: ['Change "7" to 7'], open: [] });
  const { edit } = await ask('apply_change', { key: completed.key });
  expect(textAfter(data, edit)).toBe(`${data}\nex:carol a ex:Person ; ex:age 7 ; ex:name "Carol" .\n`);
});

test('the text of the editor counts, saved or not, and its version is that of the edit', async () => {
  const unsaved = data.replace('ex:age 6', 'ex:age 6, 7');
  const { ask, call, host } = editor({ [uri]: unsaved });
  expect((await call('validate', { files })).results.total).toBe(2);
  const verified = await call('verify_change', { files, update: update('DELETE DATA { ex:bob ex:age 7 }') });
  expect(verified.fixed.total).toBe(1);
  const { edit, versions } = await ask('apply_change', { key: verified.key });
  expect(versions).toEqual([{ uri, version: 3 }]);
  expect(edit.documentChanges[0].textDocument).toEqual({ uri, version: 3 });
  expect(textAfter(unsaved, edit)).toBe(data);
  const again = await call('verify_change', { files, update: update('DELETE DATA { ex:bob ex:age 7 }') });
  host.openDocument(uri, 4, `${unsaved}# more\n`);
  expect(await ask('apply_change', { key: again.key })).toEqual({
    kind: 'failed',
    message: 'the files have changed since this was verified. Verify it again.',
  });
});

test('a new file is created by the edit, unless it has come meanwhile or the editor creates none', async () => {
  const text = data.replace('"5"', '5');
  const change = { files: ['new.ttl'], text };
  const { ask, call, fileSystem } = editor();
  const created = await call('verify_change', change);
  expect(created).toMatchObject({ verdict: 'holds', files: ['new.ttl'], introduced: { total: 0 } });
  const { edit, versions } = await ask('apply_change', { key: created.key });
  const place = { line: 0, character: 0 };
  const newUri = `${fixtureRoot}/new.ttl`;
  expect({ edit, versions }).toEqual({
    edit: {
      documentChanges: [
        { kind: 'create', uri: newUri, options: { overwrite: false } },
        {
          textDocument: { uri: newUri, version: null },
          edits: [{ range: { start: place, end: place }, newText: text }],
        },
      ],
    },
    versions: [],
  });
  const again = await call('verify_change', change);
  fileSystem.files.set(newUri, text);
  expect(await ask('apply_change', { key: again.key })).toMatchObject({ kind: 'failed' });

  const plain = editor({}, { documentChanges: true, creates: false });
  const { key } = await plain.call('verify_change', change);
  expect(await plain.ask('apply_change', { key })).toEqual({
    kind: 'failed',
    message: 'new.ttl is new, and the editor creates no files.',
  });
});

test('a file that is not open counts as the disk has it, though nobody told of its change', async () => {
  const { call, fileSystem } = editor();
  expect((await call('validate', { files })).verdict).toBe('violates');
  fileSystem.files.set(uri, data.replace('"5"', '5'));
  expect((await call('validate', { files })).verdict).toBe('conforms');
  fileSystem.files.set(`${fixtureRoot}/shapes.ttl`, shapes.replace('sh:maxCount 1', 'sh:minInclusive 6'));
  expect((await call('validate', { files })).verdict).toBe('violates');
});

test('changes that bring results, or that are none, are not applied', async () => {
  const { ask, call } = editor();
  const bad = await call('verify_change', { files, update: update('DELETE DATA { ex:bob ex:name "Bob" }') });
  expect(bad).toMatchObject({ verdict: 'introduces', key: null, introduced: { total: 1 } });
  const patch = '--- a/data.ttl\n+++ b/data.ttl\n@@ -1,1 +1,1 @@\n-# shapes: shapes.ttl\n+# nothing\n';
  expect(await call('verify_change', { patch })).toMatchObject({ verdict: 'undecided', key: null });
  const settings = '--- a/shacl-repair.jsonc\n+++ b/shacl-repair.jsonc\n@@ -0,0 +1,1 @@\n+{}\n';
  expect(await call('verify_change', { files, patch: settings })).toMatchObject({ verdict: 'refused' });
  const created = await call('verify_change', { files: ['new.ttl'], text: data });
  expect(created).toMatchObject({ verdict: 'introduces' });
  expect(await ask('apply_change', { key: '0123456789ab' })).toMatchObject({ kind: 'failed' });
});

test.each([
  ['validate', { files: ['../elsewhere/data.ttl'] }, /^\.\.\/elsewhere\/data\.ttl is neither open nor in a/],
  ['validate', { files: ['file:///elsewhere/data.ttl'] }, /is neither open nor in a folder of the workspace/],
  ['validate', { files: ['/elsewhere/data.ttl'] }, /is neither open nor in a folder of the workspace/],
  ['validate', { files: ['link.ttl'] }, /^link\.ttl is neither open nor in a folder of the workspace/],
  ['validate', { files: [] }, /files/],
  ['validate', { files, more: 1 }, /more/],
  ['complete_node', { file: 'missing.ttl', turtle: 'ex:a ex:b 1 .' }, /^missing\.ttl can't be read/],
  ['verify_change', { files }, /^give one of update, text and patch/],
  ['explain_result', { files, result: '0123456789ab' }, /^no result has the key/],
  ['describe_shape', { files }, /^give a class or a node/],
  ['toString', {}, /^There is no tool toString/],
  ['generate_benchmark', {}, /^There is no tool/],
])('%s %j is refused with a reason', async (tool, input, message) => {
  const { ask } = editor();
  expect(await ask(tool, input)).toEqual({ kind: 'failed', message: expect.stringMatching(message) });
});

test('a file outside the folders that its user has opened counts', async () => {
  const { call } = editor({ 'file:///elsewhere/data.ttl': `${prefixes}ex:a ex:b ex:c .` });
  expect(await call('validate', { files: ['/elsewhere/data.ttl'] })).toMatchObject({ verdict: 'unlinked' });
});

test('a call that is cancelled ends', async () => {
  const { ask } = editor();
  const reason = new Error('cancelled');
  await expect(ask('validate', { files }, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('package.json has the tools as they are declared (npm run docs writes them)', async () => {
  const file = fileURLToPath(new URL('../../../../../package.json', import.meta.url));
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const languageModelTools = Object.entries({ ...readingTools, ...changeTools }).map(([name, tool]) => {
    const { $schema, ...inputSchema } = toJSONSchema(tool.input.strict(), { io: 'input', target: 'draft-7' });
    return {
      name: `shaclRepair_${name}`,
      displayName: tool.title,
      modelDescription: tool.description,
      userDescription: tool.description,
      toolReferenceName: `shacl_${name}`,
      canBeReferencedInPrompt: true,
      icon: '$(checklist)',
      tags: ['shacl', 'turtle', 'rdf'],
      inputSchema,
    };
  });
  const expected = { ...manifest, contributes: { ...manifest.contributes, languageModelTools } };
  await expect(`${JSON.stringify(expected, null, 2)}\n`).toMatchFileSnapshot(file);
});
