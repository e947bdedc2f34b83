import { describe, expect, test } from 'vitest';
import { check, hostOf } from '../../testing/check.ts';
import { block, fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import { largeOntology } from './imports.ts';

/** The files that are linked to the first one, and what is said at its links. */
async function linked(files: string, ontologies: Readonly<Record<string, string>> = {}) {
  const fixture = parseFixture(files);
  const { graphs, report } = await hostOf(fixture, { ontologies }).analysis(
    fixture.files[0]!.uri,
    new AbortController().signal,
  );
  const { unit, findings } = graphs.linked;
  return {
    files: [...unit.shapes, ...unit.context].map((uri) => uri.slice(fixtureRoot.length + 1)),
    said: findings.map(({ message }) => message),
    verdict: report.status.verdict,
  };
}

const unit = 'ex:unit a owl:Ontology .';

describe('of several files that declare an ontology', () => {
  const files = (...paths: readonly string[]) => block`
    #- /models/data.ttl
    ex:d owl:imports ex:unit .
    ${paths.map((path) => `#- ${path}\n${unit}`).join('\n')}`;

  test('the nearest is used, and a warning names them all', () =>
    check(block`
      #- /models/data.ttl
      ex:d owl:imports ex:unit .
      #                ^^^^^^^ link: 3 files declare <http://example.org/ns#unit>. ../vocab/unit.ttl is used, as the nearest; not used: ../a/old/unit.ttl, ../vocab/v2/unit.ttl. Choose another…
      #- /a/old/unit.ttl
      ${unit}
      #- /vocab/unit.ttl
      ${unit}
      #- /vocab/v2/unit.ttl
      ${unit}
    `));

  test.each([
    [['/models/unit.ttl', '/unit.ttl', '/models/more/unit.ttl'], 'models/unit.ttl'],
    [['/b.ttl', '/models/deep/a.ttl'], 'b.ttl'],
    [['/b.ttl', '/a.ttl'], 'a.ttl'],
  ])('of %s', async (paths, expected) => {
    expect((await linked(files(...paths))).files).toEqual([expected]);
  });

  test('a file that is linked by its path counts, without a warning', async () => {
    const found = await linked(`#- /models/data.ttl
# context: ../far/away/unit.ttl
ex:d owl:imports ex:unit .
#- /models/unit.ttl
${unit}
#- /far/away/unit.ttl
${unit}`);
    expect(found).toMatchObject({ files: ['far/away/unit.ttl'], said: [] });
  });

  test('the unit has one of them, though another is nearer to a second file that imports it', async () => {
    const found = await linked(`#- /data.ttl
ex:d owl:imports ex:unit, ex:other .
#- /unit.ttl
${unit}
#- /deep/other.ttl
ex:other a owl:Ontology ; owl:imports ex:unit .
#- /deep/unit.ttl
${unit}`);
    expect(found.files).toEqual(['unit.ttl', 'deep/other.ttl']);
    expect(found.said).toHaveLength(1);
  });

  test('the setting decides, without a warning', async () => {
    const found = await linked(files('/models/unit.ttl', '/far/unit.ttl'), {
      'http://example.org/ns#unit': 'far/unit.ttl',
    });
    expect(found).toMatchObject({ files: ['far/unit.ttl'], said: [] });
  });

  test('a setting that leads nowhere is a broken link', async () => {
    const found = await linked(files('/models/unit.ttl', '/far/unit.ttl'), {
      'http://example.org/ns#unit': 'fra/unit.ttl',
    });
    expect(found).toMatchObject({ files: [], verdict: 'undecided' });
    expect(found.said.join()).toMatch(/does not exist.*Did you mean \.\.\/far\/unit.ttl or unit.ttl\?/);
  });

  test('the verdict stays', async () => {
    const found = await linked(`#- /data.ttl
# shapes: shapes.ttl
ex:a a ex:Person . ex:d owl:imports ex:unit .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:nodeKind sh:IRI .
#- /a.ttl
${unit}
#- /b.ttl
${unit}`);
    expect(found.verdict).toBe('conforms');
    expect(found.said).toHaveLength(1);
  });

  test('a smaller one is used before a large one that is nearer', async () => {
    const large = `${unit}\n# ${'x'.repeat(largeOntology)}`;
    const found = await linked(`#- /models/data.ttl
ex:d owl:imports ex:unit .
#- /models/unit.ttl
${large}
#- /far/unit.ttl
${unit}`);
    expect(found.files).toEqual(['far/unit.ttl']);
    expect(found.said[0]).toContain('as the only one of up to 10 MB; not used: unit.ttl (10 MB).');
  });

  test('a large one that is the only one is named', async () => {
    const found = await linked(`#- /data.ttl
ex:d owl:imports ex:unit .
#- /unit.ttl
${unit}
# ${'x'.repeat(largeOntology)}`);
    expect(found.files).toEqual(['unit.ttl']);
    expect(found.said).toEqual([
      '<http://example.org/ns#unit> is unit.ttl, which has 10 MB. It is read whenever this file is checked.',
    ]);
  });
});

describe('versions', () => {
  const versions = `#- /v1/unit.ttl
ex:unit a owl:Ontology ; owl:versionIRI ex:unit-1 .
#- /v2/unit.ttl
ex:unit a owl:Ontology ; owl:versionIRI ex:unit-2 .`;

  test('the IRI of a version leads to the file of that version', async () => {
    const found = await linked(`#- /data.ttl\nex:d owl:imports ex:unit-2 .\n${versions}`);
    expect(found).toMatchObject({ files: ['v2/unit.ttl'], said: [] });
  });

  test('an import of the ontology goes by the version that another one names', async () => {
    const found = await linked(`#- /data.ttl\nex:d owl:imports ex:unit, ex:unit-2 .\n${versions}`);
    expect(found).toMatchObject({ files: ['v2/unit.ttl'], said: [] });
  });

  test('a warning names the versions where none is chosen', async () => {
    const found = await linked(`#- /data.ttl\nex:d owl:imports ex:unit .\n${versions}`);
    expect(found.files).toEqual(['v1/unit.ttl']);
    expect(found.said[0]).toContain(
      'v1/unit.ttl (version <http://example.org/ns#unit-1>) is used, as the nearest; not used: v2/unit.ttl (version <http://example.org/ns#unit-2>).',
    );
  });

  test('two versions in one unit are a warning', async () => {
    const found = await linked(`#- /data.ttl\nex:d owl:imports ex:unit-1, ex:unit-2 .\n${versions}`);
    expect(found.files).toEqual(['v1/unit.ttl', 'v2/unit.ttl']);
    expect(found.said).toEqual([
      'Two versions of <http://example.org/ns#unit> are linked: v2/unit.ttl is <http://example.org/ns#unit-2>, and v1/unit.ttl is version <http://example.org/ns#unit-1>. What both state is combined.',
    ]);
  });

  test('files of versions that import each other', async () => {
    const found = await linked(`#- /data.ttl
ex:d owl:imports ex:unit-1 .
#- /v1/unit.ttl
ex:unit a owl:Ontology ; owl:versionIRI ex:unit-1 ; owl:imports ex:quantity .
#- /quantity.ttl
ex:quantity a owl:Ontology ; owl:imports ex:unit, ex:quantity .
#- /unit.ttl
${unit}`);
    expect(found).toMatchObject({ files: ['v1/unit.ttl', 'quantity.ttl'], said: [] });
  });
});

test('of files that a broken link may mean, the same name comes before near ones, and near folders before far ones', async () => {
  const paths = ['/a/far/folder/buildings.ttl', '/buildngs.ttl', '/b/buildngs.ttl', '/a/biuldings.ttl'];
  const { said } = await linked(`#- /data.ttl
# shapes: buildings.ttl
ex:a a ex:Building .
${paths.map((path) => `#- ${path}\n`).join('')}`);
  expect(said.join()).toContain(
    'Did you mean a/far/folder/buildings.ttl or buildngs.ttl or a/biuldings.ttl?',
  );
});
