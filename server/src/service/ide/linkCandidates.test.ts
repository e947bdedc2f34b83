import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { hostOf } from '../../testing/check.ts';
import { block, fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import type { AnalysisHost } from './analysisHost.ts';

const { signal } = new AbortController();
const data = `${fixtureRoot}/data/catalogue.ttl`;

const catalogue = block`
  #- /data/catalogue.ttl
  ex:air a ex:Dataset .
  ex:water a ex:Dataset .
  ex:all a ex:Catalogue .
`;
const shapes = block`
  #- /shapes/datasets.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Dataset ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .
  ex:T a sh:NodeShape ; sh:targetClass ex:Distribution .
  ex:U a sh:NodeShape ; sh:targetClass ex:Catalogue .
`;
const others = block`
  #- /shapes/persons.ttl
  ex:P a sh:NodeShape ; sh:targetClass ex:Person .
  #- /shapes/parts.ttl
  ex:Q a sh:NodeShape ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  #- /data/rivers.ttl
  ex:rhine a ex:River .
`;

async function validated(...files: readonly string[]): Promise<AnalysisHost> {
  const host = hostOf(parseFixture(files.join('')));
  await host.validate(data, signal);
  return host;
}

test('a file without links is invited to the shapes that are for its nodes', async () => {
  const host = await validated(catalogue, others, shapes);
  expect(await host.linkInvitation(data, signal)).toEqual({
    uri: `${fixtureRoot}/shapes/datasets.ttl`,
    what: '2 shapes for ex:Dataset and ex:Catalogue',
    message: 'datasets.ttl has 2 shapes for ex:Dataset and ex:Catalogue.',
  });
  const [action] = await host.codeActions(data, { start: 0, end: 0 }, signal);
  expect(action).toMatchObject({ title: 'Check this file with datasets.ttl', isPreferred: true });
  const [edits] = action!.edits;
  const text = host.openedDocument(data)!.text;
  const linked = applyEdits(text, edits!.edits);
  expect(linked).toBe(`# shapes: ../shapes/datasets.ttl\n${text}`);
  host.openDocument(data, 2, linked);
  expect((await host.validate(data, signal)).status.verdict).toBe('violates');
  expect(await host.linkInvitation(data, signal)).toBeUndefined();
  expect(await host.codeActions(data, { start: 0, end: 0 }, signal)).toEqual([]);
});

test.each([
  ['no shapes are for its nodes', [catalogue, others]],
  ['it has shapes of its own', [`${catalogue}ex:Own a sh:NodeShape ; sh:targetClass ex:Other .\n`, shapes]],
  ['its shapes are broken', [catalogue.replace('\n', '\n# shapes: missing.ttl\n'), shapes]],
  [
    'targets name nodes that it does not have',
    [catalogue, shapes.replaceAll('sh:targetClass', 'sh:targetNode')],
  ],
])('no invitation where %s', async (_, files) => {
  const host = await validated(...files);
  expect(await host.linkInvitation(data, signal)).toBeUndefined();
});

test('subclasses, subjects and nodes count as targets', async () => {
  const host = await validated(
    catalogue,
    block`
      #- /shapes/all.ttl
      ex:A sh:targetClass ex:Thing . ex:Dataset rdfs:subClassOf ex:Thing .
      ex:B sh:targetSubjectsOf rdf:type .
      ex:C sh:targetNode ex:air .
      ex:D sh:targetNode ex:fire .
    `,
  );
  expect(await host.linkInvitation(data, signal)).toMatchObject({
    message: 'all.ttl has 3 shapes for ex:Thing.',
  });
});

test('all candidates: the fitting ones first, and what speaks against the others', async () => {
  const broken = '#- /shapes/broken.ttl\nex:S a sh:NodeShape ; sh:targetClas\n';
  // A class of OWL alone is no target.
  const owlClass = '#- /shapes/owl.ttl\nex:Dataset a sh:NodeShape , owl:Class ; sh:closed true .\n';
  const host = await validated(catalogue, others, broken, owlClass, shapes);
  const asked: string[] = [];
  const onRead = (read: number, files: number) => void asked.push(`${read} of ${files}`);
  expect(await host.linkCandidates(data, onRead, signal)).toEqual({
    shapes: [
      {
        uri: `${fixtureRoot}/shapes/datasets.ttl`,
        shapes: 3,
        applying: 2,
        classes: ['ex:Dataset', 'ex:Catalogue'],
      },
      { uri: `${fixtureRoot}/shapes/persons.ttl`, shapes: 1, applying: 0, classes: [] },
    ],
    others: [
      { uri: `${fixtureRoot}/data/rivers.ttl`, reason: 'no shapes' },
      {
        uri: `${fixtureRoot}/shapes/broken.ttl`,
        reason: '1 syntax error, and no shape with a target in what is readable',
      },
      { uri: `${fixtureRoot}/shapes/owl.ttl`, reason: 'no shape with a target' },
      { uri: `${fixtureRoot}/shapes/parts.ttl`, reason: 'no shape with a target' },
    ],
  });
  expect(asked.at(-1)).toBe('5 of 6');
});

test('what files have is noticed when they change', async () => {
  const host = await validated(catalogue, others);
  expect(await host.linkInvitation(data, signal)).toBeUndefined();
  const parts = `${fixtureRoot}/shapes/parts.ttl`;
  host.openDocument(parts, 1, parseFixture(shapes).files[0]!.text);
  expect(await host.linkInvitation(data, signal)).toMatchObject({ uri: parts });
  host.closeDocument(parts);
  expect(await host.linkInvitation(data, signal)).toBeUndefined();
});

test('a link goes into the project file where there is one, unless a place is asked for', async () => {
  const host = await validated(catalogue, shapes, '#- /shacl-repair.jsonc\n{ }\n');
  const link = (place?: 'project' | 'comment') =>
    host.linkEdits(data, [`${fixtureRoot}/shapes/datasets.ttl`], place, signal);
  expect((await link())?.edits.uri).toBe(`${fixtureRoot}/shacl-repair.jsonc`);
  expect((await link('comment'))?.edits.uri).toBe(data);
});
