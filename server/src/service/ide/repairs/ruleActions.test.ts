import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { block, fixtureRoot } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { defaultSettings, type Settings } from '../../../workspace/project/settings.ts';
import type { FileEdits } from '../analysis.ts';
import { AnalysisHost } from '../analysisHost.ts';
import { inferredTurtle, withRuleInferences } from '../inferredTurtle.ts';

const { signal } = new AbortController();
const data = `${fixtureRoot}/data.ttl`;
const shapes = `${fixtureRoot}/shapes.ttl`;
const project = `${fixtureRoot}/shacl-repair.jsonc`;
const links = '"links": [{ "data": "data.ttl", "shapes": "shapes.ttl" }]';

const dog = block`
  @prefix ex: <http://example.org/> .
  ex:rex a ex:Dog .`;
const rules = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  ex:Dogs a sh:NodeShape ; sh:targetClass ex:Dog ; sh:property [ sh:path ex:legs ; sh:minCount 1 ] ;
    sh:rule [ a sh:TripleRule ; sh:predicate ex:legs ; sh:object 4 ] .`;

async function hostWith(
  texts: Readonly<Record<string, string>>,
  settings: Settings = defaultSettings,
): Promise<AnalysisHost> {
  const files = { [data]: dog, [shapes]: rules, ...texts };
  const host = new AnalysisHost({ fileSystem: new InMemoryFileSystem(Object.entries(files)) });
  host.configure({ folders: [{ uri: fixtureRoot, settings }], settings, quarantined: new Set() });
  host.openDocument(data, 1, files[data]!);
  host.openDocument(shapes, 1, rules);
  return host;
}

test('that rules are not run is said at the first one, with a quick fix that runs them', async () => {
  const host = await hostWith({ [project]: `{ ${links} }` });
  const { diagnostics, status } = await host.validate(data, signal);
  expect(status).toMatchObject({ verdict: 'violates', results: 1 });
  const [found] = diagnostics.get(shapes)!;
  expect(found).toMatchObject({
    severity: 'information',
    message: '1 rule (sh:rule) not run: what it infers is not validated. The inference "rules" runs it.',
  });
  const [action] = await host.codeActions(shapes, found!.range, signal);
  expect(action?.title).toBe('Run the rules: "inference": "rules" in the project file');
  const after = applyEdits(`{ ${links} }`, action!.edits[0]!.edits);
  expect(after).toBe(`{\n  "inference": "rules", ${links} }`);

  const then = await hostWith({ [project]: after });
  const validated = await then.validate(data, signal);
  expect(validated.status).toMatchObject({ verdict: 'conforms', results: 0 });
  expect(validated.diagnostics.get(shapes) ?? []).toEqual([]);
});

describe('without a project file', () => {
  const linked = `# shapes: shapes.ttl\n${dog}`;

  async function actions(host: AnalysisHost) {
    const { diagnostics } = await host.validate(data, signal);
    return host.codeActions(shapes, diagnostics.get(shapes)![0]!.range, signal);
  }

  test('one is created beside the data file', async () => {
    const [action, ...more] = await actions(await hostWith({ [data]: linked }));
    expect(more).toEqual([]);
    expect(action?.title).toBe(
      'Run the rules: "inference": "rules" in a new project file, shacl-repair.jsonc',
    );
    const [{ uri, isNew, edits }] = action!.edits as [FileEdits];
    expect({ uri, isNew }).toEqual({ uri: project, isNew: true });
    const then = await hostWith({ [data]: linked, [project]: applyEdits('', edits) });
    expect((await then.validate(data, signal)).status).toMatchObject({ verdict: 'conforms' });
  });

  test('none is created where it would end the links of settings', async () => {
    const links = [{ data: 'data.ttl', shapes: ['shapes.ttl'], context: [] }];
    expect(await actions(await hostWith({}, { ...defaultSettings, links }))).toEqual([]);
  });

  test('none is created where one exists that is not used', async () => {
    const fileSystem = new InMemoryFileSystem([
      [data, linked],
      [shapes, rules],
      [project, '{}'],
    ]);
    fileSystem.foreign.add(project);
    const host = new AnalysisHost({ fileSystem });
    const settings = defaultSettings;
    host.configure({ folders: [{ uri: fixtureRoot, settings }], settings, quarantined: new Set() });
    host.openDocument(data, 1, linked);
    host.openDocument(shapes, 1, rules);
    expect(await actions(host)).toEqual([]);
  });
});

test('what rules infer can be written although they are not run', async () => {
  const host = await hostWith({ [project]: `{ ${links} }` });
  await host.validate(data, signal);
  expect(
    await inferredTurtle([await withRuleInferences((await host.analysis(data, signal)).graphs)]),
  ).toEqual({
    text: block`
      # 1 triple inferred by rules
      @prefix ex: <http://example.org/> .

      ex:rex ex:legs 4 .
      `,
    triples: 1,
    newNodes: 0,
    gaps: [],
    unnameable: 0,
  });
});
