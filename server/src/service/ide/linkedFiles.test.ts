import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { block, fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import { linkedFiles } from './linkedFiles.ts';

/** The linked files of the first file, each way on a line. */
async function explained(files: string) {
  const fixture = parseFixture(files);
  const analysis = await hostOf(fixture).analysis(fixture.files[0]!.uri, new AbortController().signal);
  const name = (uri: string) => uri.slice(fixtureRoot.length + 1);
  return linkedFiles(analysis.graphs.linked).flatMap(({ uri, role, ways }) =>
    ways.map((way) => {
      const steps = way.map(({ text, uri, line }) => (uri ? `${name(uri)}:${line ?? ''} ${text}` : text));
      return `${role} ${name(uri)} by ${steps.join(', ')}`;
    }),
  );
}

test('comments, with patterns', async () => {
  expect(
    await explained(block`
      #- /data.ttl
      # shapes: shapes/*.ttl
      # context: people.ttl
      ex:a a ex:Person .
      #- /shapes/a.ttl
      #- /shapes/b.ttl
      #- /people.ttl
    `),
  ).toEqual([
    'shapes shapes/a.ttl by data.ttl:0 # shapes: shapes/*.ttl',
    'shapes shapes/b.ttl by data.ttl:0 # shapes: shapes/*.ttl',
    'context people.ttl by data.ttl:1 # context: people.ttl',
  ]);
});

test('settings', async () => {
  expect(
    await explained(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a a ex:Person .
      #- /shapes.ttl
    `),
  ).toEqual(['shapes shapes.ttl by shaclRepair.links: shapes.ttl for data.ttl']);
});

test('a chain of imports', async () => {
  expect(
    await explained(block`
      #- /data.ttl
      # shapes: shapes.ttl
      ex:a a ex:Person .
      #- /shapes.ttl
      ex:shapes owl:imports ex:more .
      #- /more.ttl
      ex:more a owl:Ontology ;
        owl:imports ex:most .
      #- /most.ttl
      ex:most a owl:Ontology .
    `),
  ).toEqual([
    'shapes shapes.ttl by data.ttl:0 # shapes: shapes.ttl',
    'shapes more.ttl by data.ttl:0 # shapes: shapes.ttl, shapes.ttl:1 owl:imports <http://example.org/ns#more>',
    'shapes most.ttl by data.ttl:0 # shapes: shapes.ttl, shapes.ttl:1 owl:imports <http://example.org/ns#more>, more.ttl:2 owl:imports <http://example.org/ns#most>',
  ]);
});

test('several ways to one file, in a cycle', async () => {
  expect(
    await explained(block`
      #- /data.ttl
      # context: a.ttl
      ex:d owl:imports ex:b .
      #- /a.ttl
      ex:a a owl:Ontology ; owl:imports ex:b .
      #- /b.ttl
      ex:b a owl:Ontology ; owl:imports ex:a, ex:b .
    `),
  ).toEqual([
    'context a.ttl by data.ttl:0 # context: a.ttl',
    'context b.ttl by data.ttl:2 owl:imports <http://example.org/ns#b>',
    'context b.ttl by data.ttl:0 # context: a.ttl, a.ttl:1 owl:imports <http://example.org/ns#b>',
  ]);
});

test('a shapes graph that the data names, and shapes in an ontology that it imports', async () => {
  expect(
    await explained(block`
      #- /data.ttl
      ex:d sh:shapesGraph ex:shapes ; owl:imports ex:model .
      #- /shapes.ttl
      ex:shapes a owl:Ontology .
      #- /model.ttl
      ex:model a owl:Ontology .
      ex:S a sh:NodeShape ; sh:targetClass ex:Person .
    `),
  ).toEqual([
    'context model.ttl by data.ttl:1 owl:imports <http://example.org/ns#model>',
    'shapes model.ttl by data.ttl:1 owl:imports <http://example.org/ns#model>',
    'shapes shapes.ttl by data.ttl:1 sh:shapesGraph <http://example.org/ns#shapes>',
  ]);
});

test('the data file itself', async () => {
  expect(
    await explained(block`
      #- /data.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Person .
    `),
  ).toEqual(['shapes data.ttl by data.ttl: contains shapes']);
});
