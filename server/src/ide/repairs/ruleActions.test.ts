import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { defaultSettings } from '../../project/settings.ts';
import { block, fixtureRoot } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { AnalysisHost } from '../analysisHost.ts';

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

async function hostWith(texts: Readonly<Record<string, string>>): Promise<AnalysisHost> {
  const files = { [data]: dog, [shapes]: rules, ...texts };
  const host = new AnalysisHost({ fileSystem: new InMemoryFileSystem(Object.entries(files)) });
  const settings = defaultSettings;
  host.configure({ folders: [{ uri: fixtureRoot, settings }], settings, quarantined: new Set() });
  host.openDocument(data, 1, dog);
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
    message: '1 rule (sh:rule) not run: what it infers is not validated. The inference "rules" runs them.',
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

test('without a project file there is none to write into', async () => {
  const host = await hostWith({ [data]: `# shapes: shapes.ttl\n${dog}` });
  host.openDocument(data, 2, `# shapes: shapes.ttl\n${dog}`);
  const { diagnostics } = await host.validate(data, signal);
  const [found] = diagnostics.get(shapes)!;
  expect(await host.codeActions(shapes, found!.range, signal)).toEqual([]);
});

test('what rules infer can be written although they are not run', async () => {
  const host = await hostWith({ [project]: `{ ${links} }` });
  await host.validate(data, signal);
  expect(await host.inferred(data, signal)).toEqual({
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
