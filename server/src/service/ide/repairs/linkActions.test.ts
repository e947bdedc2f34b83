import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, fixtureRoot, parseFixture } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import { AnalysisHost } from '../analysisHost.ts';

/** The quick fixes at `$0` of the first file: what its text becomes, or which file is used for which ontology. */
async function fixes(files: string) {
  const fixture = parseFixture(files);
  const [first] = fixture.files;
  const host = hostOf(fixture);
  const { signal } = new AbortController();
  await host.validate(first!.uri, signal);
  const actions = await host.codeActions(first!.uri, { start: first!.cursor!, end: first!.cursor! }, signal);
  return actions.map(({ title, edits, command }) =>
    command ? title : `${title}: ${lineWith(first!.cursor!, applyEdits(first!.text, edits[0]!.edits))}`,
  );
}

function lineWith(offset: number, text: string): string {
  return text.slice(text.lastIndexOf('\n', offset) + 1).split('\n')[0]!;
}

describe('a path that leads nowhere', () => {
  test.each([
    ['a typo', 'shapes/shpaes.ttl', ['shapes/shapes.ttl']],
    ['another folder', 'shapes.ttl', ['shapes/shapes.ttl']],
    ['another extension', 'shapes/shapes.tt', ['shapes/shapes.ttl']],
    ['nothing like it', 'people.ttl', []],
  ])('%s', async (_, path, expected) => {
    const found = await fixes(`#- /data.ttl
# shapes: $0${path}
ex:a a ex:Person .
#- /shapes/shapes.ttl
#- /other.ttl`);
    expect(found).toEqual(expected.map((path) => `Change to ${path}: # shapes: ${path}`));
  });

  test('says so in its message', async () => {
    const fixture = parseFixture(block`
      #- /models/data.ttl
      # context: vocab/unit.ttl
      #- /vocab/unit.ttl`);
    const report = await hostOf(fixture).validate(fixture.files[0]!.uri, new AbortController().signal);
    expect(report.status.reasons[0]).toMatchObject({
      kind: 'link',
      message: expect.stringMatching(/Did you mean \.\.\/vocab\/unit\.ttl\?$/),
    });
  });
});

test('an import whose IRI has a typo', async () => {
  expect(
    await fixes(block`
      #- /data.ttl
      <http://example.org/d> owl:imports $0<http://example.org/vocab/unti> .
      #- /unit.ttl
      <http://example.org/vocab/unit> a owl:Ontology .`),
  ).toEqual([
    'Change to <http://example.org/vocab/unit>: <http://example.org/d> owl:imports <http://example.org/vocab/unit> .',
    'Fetch imports…',
  ]);
});

test('the files that declare an ontology', async () => {
  expect(
    await fixes(block`
      #- /data.ttl
      ex:d owl:imports $0ex:unit .
      #- /vocab/unit.ttl
      ex:unit a owl:Ontology .
      #- /old/unit.ttl
      ex:unit a owl:Ontology .`),
  ).toEqual([
    'Use old/unit.ttl for <http://example.org/ns#unit>',
    'Use vocab/unit.ttl for <http://example.org/ns#unit>',
  ]);
});

test('the choice of a file goes into the project file where there is one', async () => {
  const fixture = parseFixture(block`
    #- /data.ttl
    ex:d owl:imports $0ex:unit .
    #- /a.ttl
    ex:unit a owl:Ontology .
    #- /b.ttl
    ex:unit a owl:Ontology .`);
  const [first] = fixture.files;
  const files = fixture.files.map(({ uri, text }) => [uri, text] as const);
  const project = `${fixtureRoot}/shacl-repair.jsonc`;
  const host = new AnalysisHost({ fileSystem: new InMemoryFileSystem([...files, [project, '{}']]) });
  const settings = defaultSettings;
  host.configure({ folders: [{ uri: fixtureRoot, settings }], settings, quarantined: new Set() });
  host.openDocument(first!.uri, 1, first!.text);
  const range = { start: first!.cursor!, end: first!.cursor! };
  const [, second] = await host.codeActions(first!.uri, range, new AbortController().signal);
  const [edits] = second!.edits;
  expect(edits!.uri).toBe(project);
  expect(JSON.parse(applyEdits('{}', edits!.edits))).toEqual({
    ontologies: { 'http://example.org/ns#unit': 'b.ttl' },
  });
  expect(host.lines(project)).toBeDefined();
});

test('imports that lead to no file can be fetched, those of vocabularies that are known without one need not be', async () => {
  const files = (iri: string) => block`
    #- /data.ttl
    <http://example.org/d> owl:imports $0${iri} .`;
  expect(await fixes(files('<http://example.org/lost>'))).toEqual(['Fetch imports…']);
  expect(await fixes(files('owl:'))).toEqual([]);
});
