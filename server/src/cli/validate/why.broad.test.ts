import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import type { JsonWhy } from './explainResults.ts';

const files = block`
  #- /team.ttl
  # shapes: shapes.ttl
  ex:ann a ex:Lead ; ex:knows ex:bob, ex:tea ;
    ex:mail "ann@a.example", "ann@b.example", "ann@c.example" .
  ex:bob a ex:Person ; ex:name "Bob" .
  ex:tea a ex:Drink .
  ex:Lead rdfs:subClassOf ex:Person .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:mail ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:knows ; sh:class ex:Person ] .`;

/** The lines of an explanation, each with its file and line. */
async function why(place: string, options = ''): Promise<readonly string[]> {
  const { out } = await runInMemory(`validate team.ttl --why ${place} ${options}`, { files });
  return out
    .slice(out.indexOf('Why:\n') + 5)
    .split('\n')
    .slice(0, -1);
}

const target = [
  '  - ex:ann a ex:Lead --> team.ttl:3:8',
  '  - ex:Lead rdfs:subClassOf ex:Person --> team.ttl:7:9',
];

test('what is missing is looked up in vain, at a node that statements make a target', async () => {
  expect((await why('team.ttl:3')).slice(0, 4)).toEqual([
    '  - Asked for by sh:minCount: ex:name must have at least 1 value. --> shapes.ttl:3:35',
    ...target,
    '  - Not found: ex:ann ex:name any value',
  ]);
});

test('of too many values, as many are needed as are too many', async () => {
  expect(await why('team.ttl:4')).toEqual([
    '  - Asked for by sh:maxCount: ex:mail must have at most 1 value. --> shapes.ttl:4:35',
    ...target,
    '  - ex:ann ex:mail "ann@b.example" --> team.ttl:4:28',
    '  - ex:ann ex:mail "ann@c.example" --> team.ttl:4:45',
    '  - Also read: ex:ann ex:mail "ann@a.example" --> team.ttl:4:3',
  ]);
});

test('a value of another class has the types that it has', async () => {
  const { out } = await runInMemory('validate team.ttl --format json', { files });
  const { results } = JSON.parse(out) as { results: { key: string; component: string }[] };
  const { key } = results.find(({ component }) => component.includes('ClassConstraintComponent'))!;
  const explained = await runInMemory(`validate team.ttl --why ${key} --format json`, { files });
  const [result] = JSON.parse(explained.out).explained as { key: string; why: JsonWhy[] }[];
  expect(result!.key).toBe(key);
  expect(result!.why.map(({ kind, text, location }) => [kind, text, location?.start.line])).toEqual([
    ['constraint', 'Asked for by sh:class: Each value of ex:knows must be an instance of ex:Person.', 4],
    ['stated', 'ex:ann a ex:Lead', 2],
    ['stated', 'ex:Lead rdfs:subClassOf ex:Person', 6],
    ['stated', 'ex:ann ex:knows ex:tea', 2],
    ['missing', 'Not found: ex:tea a ex:Person, or one of its subclasses', undefined],
    ['alsoRead', 'Also read: ex:ann ex:knows ex:bob', 2],
    ['alsoRead', 'Also read: ex:tea a ex:Drink', 5],
  ]);
});

test('an inferred statement has the statements that it follows from', async () => {
  const setup = block`
    #- /team.ttl
    # shapes: shapes.ttl
    ex:ann ex:leads ex:team .
    #- /shapes.ttl
    ex:leads rdfs:domain ex:Lead . ex:Lead rdfs:subClassOf ex:Person .
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
  const { out } = await runInMemory('validate team.ttl --inference rdfs --why team.ttl:3', { files: setup });
  expect(out.slice(out.indexOf('Why:'))).toMatchInlineSnapshot(`
    "Why:
      - Asked for by sh:minCount: ex:name must have at least 1 value. --> shapes.ttl:3:82
      - ex:ann a ex:Person (inferred by rdfs9)
        - ex:ann a ex:Lead (inferred by rdfs2)
          - ex:ann ex:leads ex:team --> team.ttl:3:8
          - ex:leads rdfs:domain ex:Lead --> shapes.ttl:2:10
        - ex:Lead rdfs:subClassOf ex:Person --> shapes.ttl:2:40
      - Not found: ex:ann ex:name any value
    "
  `);
});

test('what rules infer has the rule and its premises, whether it is needed or only read', async () => {
  const setup = block`
    #- /rooms.ttl
    # shapes: shapes.ttl
    ex:r a ex:Room ; ex:width 2 .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
      sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:side ; sh:object [ sh:path ex:width ] ] ;
      sh:property [ sh:path ex:side ; sh:minInclusive 3 ; sh:minCount 2 ] .`;
  const { out } = await runInMemory('validate rooms.ttl --inference rules --why rooms.ttl:3', {
    files: setup,
  });
  expect(out.slice(out.indexOf('Why:'))).toMatchInlineSnapshot(`
    "Why:
      - Asked for by sh:minCount: ex:side must have at least 2 values. --> shapes.ttl:4:55
      - ex:r a ex:Room --> rooms.ttl:3:6
      - Also read: ex:r ex:side 2 (inferred by a rule) --> shapes.ttl:3:3
        - ex:r ex:width 2 --> rooms.ttl:3:18
        - ex:r a ex:Room --> rooms.ttl:3:6

    violation[sh:minInclusive]: ex:side of ex:r is less than 3: 2
      --> rooms.ttl:3:27 [0a6f44d77acf]
     2 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     3 | ex:r a ex:Room ; ex:width 2 .
       |                           ^
      = shapes.ttl:4:35: The constraint: sh:minInclusive 3
      = rooms.ttl:3:27: ex:r ex:side 2 is inferred by a rule of the shapes from ex:r ex:width 2 and ex:r a ex:Room.
    Why:
      - Asked for by sh:minInclusive: Each value of ex:side must be 3 or greater. --> shapes.ttl:4:35
      - ex:r ex:side 2 (inferred by a rule) --> shapes.ttl:3:3
        - ex:r ex:width 2 --> rooms.ttl:3:18
        - ex:r a ex:Room --> rooms.ttl:3:6
      - ex:r a ex:Room --> rooms.ttl:3:6
    "
  `);
});

test('where there is no result, the message says what to do', async () => {
  const { code, err } = await runInMemory('validate team.ttl --why team.ttl:99', { files });
  expect(code).toBe(2);
  expect(err).toContain('--why team.ttl:99: no result has this key or is shown at this place.');
});

test('formats and engines that cannot say why are refused', async () => {
  const turtle = await runInMemory('validate team.ttl --why k --format turtle', { files });
  expect([turtle.code, turtle.err]).toEqual([
    2,
    expect.stringContaining('--why is for the formats text and json.'),
  ]);
  const reference = await runInMemory('validate team.ttl --why k --engine rdf-validate-shacl', { files });
  expect(reference.err).toContain('--why explains the results of the built-in engine');
});
