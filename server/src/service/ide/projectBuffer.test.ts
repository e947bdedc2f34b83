import { expect, test } from 'vitest';
import { block, fixtureRoot } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { AnalysisHost } from './analysisHost.ts';

const never = new AbortController().signal;
const data = `${fixtureRoot}/data.ttl`;
const project = `${fixtureRoot}/shacl-repair.jsonc`;
const links = '{ "links": [{ "data": "*.ttl", "shapes": "shapes.ttl" }] }';

const person = block`
  @prefix ex: <http://example.org/> .
  ex:a a ex:Person .`;
const shapes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

function hostWith(texts: Readonly<Record<string, string>>) {
  const files = { '/data.ttl': person, '/shapes.ttl': shapes, ...texts };
  const fileSystem = new InMemoryFileSystem(
    Object.entries(files).map(([path, text]) => [fixtureRoot + path, text] as const),
  );
  const host = new AnalysisHost({ fileSystem });
  const settings = defaultSettings;
  host.configure({ folders: [{ uri: fixtureRoot, settings }], settings, quarantined: new Set() });
  host.openDocument(data, 1, person);
  const verdict = async () => (await host.validate(data, never)).status.verdict;
  return { host, fileSystem, verdict };
}

test('a project file counts as it is in the editor, and again as it is on disk when it is closed', async () => {
  const { host, verdict } = hostWith({});
  expect(await verdict()).toBe('unlinked');
  host.openDocument(project, 1, links);
  expect(host.dependents(project)).toEqual([data]);
  expect(await verdict()).toBe('violates');
  host.openDocument(project, 2, links.replace('{', '{ "severity": { "sh:minCount": "off" }, '));
  expect(await verdict()).toBe('conforms');
  host.closeDocument(project);
  expect(await verdict()).toBe('unlinked');
});

test('a project file on disk that comes, changes and goes', async () => {
  const { host, fileSystem, verdict } = hostWith({});
  const write = (text: string | undefined) => {
    if (text === undefined) fileSystem.files.delete(project);
    else fileSystem.files.set(project, text);
    host.filesChanged([project]);
  };
  expect(await verdict()).toBe('unlinked');
  write(links);
  expect(await verdict()).toBe('violates');
  write('{ "lnks": [] }');
  expect(await verdict()).toBe('undecided');
  write(undefined);
  expect(await verdict()).toBe('unlinked');
});

test('a project file of another user is named and not used', async () => {
  const { fileSystem, host, verdict } = hostWith({ '/shacl-repair.jsonc': links });
  fileSystem.foreign.add(project);
  expect(await verdict()).toBe('undecided');
  const { status } = await host.validate(data, never);
  expect(status.reasons.map(({ message }) => message)).toEqual([
    expect.stringMatching(/shacl-repair\.jsonc belongs to another user, so it is not used\./),
  ]);
  expect(await host.linkEdits(data, [`${fixtureRoot}/shapes.ttl`], 'project', never)).toBeUndefined();
});

test('the mistakes of an open project file are shown in it', async () => {
  const { host } = hostWith({});
  host.openDocument(project, 1, '{ "failon": "info" }');
  expect(await host.projectDiagnostics(project)).toMatchObject([
    { range: { start: 2, end: 10 }, severity: 'error', code: 'link' },
  ]);
  expect(host.openDocuments()).toEqual([data]);
});

test('shapes are linked in the text of the project file that the editor shows', async () => {
  const { host } = hostWith({ '/shacl-repair.jsonc': '{ }' });
  const link = () => host.linkEdits(data, [`${fixtureRoot}/shapes.ttl`], 'project', never);
  expect(await link()).toMatchObject({ edits: { uri: project, version: null, edits: [{}] } });
  host.openDocument(project, 3, '\n\n{ "links": [] }');
  const found = await link();
  expect(found!.edits.version).toBe(3);
  const [edit] = found!.edits.edits;
  expect(edit!.newText).toBe('{ "data": "data.ttl", "shapes": ["shapes.ttl"] }');
  expect(found!.lines.positionAt(edit!.range.start)).toEqual({ line: 2, character: 12 });
  host.openDocument(project, 4, links.replace('*.ttl', 'data.ttl'));
  expect((await link())!.edits.edits).toEqual([]);
  host.openDocument(project, 5, '{ ');
  expect(await link()).toBeUndefined();
});

test('a severity that the project file sets is shown as such, with the place of the rule', async () => {
  const text = links.replace('{', '{ "severity": { "sh:minCount": "warning" }, ');
  const { host } = hostWith({ '/shacl-repair.jsonc': text });
  const { diagnostics } = await host.validate(data, never);
  const [result] = diagnostics.get(data)!;
  expect(result?.severity).toBe('warning');
  const rule = result!.related.find(({ place }) => place.uri === project)!;
  expect(rule.message).toBe('shacl-repair.jsonc sets the severity: warning instead of violation');
  expect(text.slice(rule.place.range.start, rule.place.range.end)).toContain('sh:minCount');
  const hover = await host.hover(
    data,
    person.indexOf('ex:a'),
    { format: 'plaintext', withMessages: true },
    never,
  );
  expect(hover?.text).toContain(`${rule.message}.`);
});
