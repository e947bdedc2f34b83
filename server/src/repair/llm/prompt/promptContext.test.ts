import { describe, expect, test } from 'vitest';
import { namespaces } from '../../../rdf/vocab.ts';
import { problemsOf, readUnit } from '../../../testing/checkRepair.ts';
import { type ContextOptions, promptContext } from './promptContext.ts';
import type { Strategy } from './strategy.ts';

/** The context for the first result of a unit: shapes, then data, then what is left out. */
async function context(fixture: string, strategy: Strategy, options?: ContextOptions): Promise<string> {
  const [problem] = await problemsOf(readUnit(fixture));
  const { shapes, data, noPositiveExample } = promptContext(problem!, strategy, options);
  return [
    shapes.text.body,
    ...shapes.leftOut.map((each) => `! ${each}`),
    '---',
    data.text.body,
    ...data.leftOut.map((each) => `! ${each}`),
    ...(noPositiveExample ? ['! no positive example'] : []),
  ].join('\n');
}

const rooms = `
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> . @prefix sh: <${namespaces.sh}> . @prefix rdfs: <${namespaces.rdfs}> .
@prefix rdf: <${namespaces.rdf}> .
ex:RoomShape a sh:NodeShape, rdfs:Class ; sh:targetClass ex:Room ; sh:name "Room" ;
  sh:property [ sh:path [ sh:inversePath ex:hasPart ] ; sh:minCount 1 ; sh:class ex:Building ; sh:message "no building" ] ;
  sh:property [ sh:path ( ex:at ex:level ) ; sh:in ( 1 2 ) ; sh:description "level" ] .
ex:Building rdfs:label "Building"@en, "Gebäude"@de ; rdfs:comment "has rooms" .
ex:Room rdfs:label "Room" .
#- /context.ttl
ex:Hospital rdfs:subClassOf ex:Building .
`;

describe('contexts', () => {
  test('of S have the type, the path and the parameters of the violated constraint', async () => {
    const data = `#- /data.ttl
ex:r a ex:Room ; ex:at [ ex:level 3 ] .
ex:h a ex:Hospital ; ex:hasPart ex:r, ex:q . ex:q a ex:Room ; ex:at [ ex:level 1 ] .${rooms}`;
    expect(await context(data, 'SF+')).toMatchInlineSnapshot(`
      "[] sh:in ( 1 2 ) ;
        sh:path ( ex:at ex:level ) .
      ---
      ex:r a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1lcrpzgN0> .
      ex:q a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1m6qj2dN0> .
      <urn:x-bnode:d10k5u4uS1lcrpzgN0> ex:level 3 .
      <urn:x-bnode:d10k5u4uS1m6qj2dN0> ex:level 1 ."
    `);
    expect(await context(data, 'MF')).toMatchInlineSnapshot(`
      "ex:RoomShape a rdfs:Class, sh:NodeShape ;
        sh:property [ sh:class ex:Building ;
          sh:minCount 1 ;
          sh:path [ sh:inversePath ex:hasPart ] ], [ sh:in ( 1 2 ) ;
          sh:path ( ex:at ex:level ) ] ;
        sh:targetClass ex:Room .
      ---
      ex:r a ex:Room ;
        ex:at <urn:x-bnode:d10k5u4uS1lcrpzgN0> .
      ex:Hospital rdfs:subClassOf ex:Building .
      ex:h a ex:Hospital ;
        ex:hasPart ex:r .
      <urn:x-bnode:d10k5u4uS1lcrpzgN0> ex:level 3 ."
    `);
  });

  test('of Sn say what classes are, in English', async () => {
    const data = `#- /data.ttl
ex:h a ex:School ; ex:hasPart ex:r . ex:r a ex:Room .
ex:g a ex:Hospital ; ex:hasPart ex:s . ex:s a ex:Room .${rooms}`;
    expect(await context(data, 'SnF+')).toMatchInlineSnapshot(`
      "[] sh:class ex:Building ;
        sh:path [ sh:inversePath ex:hasPart ] .
      ex:Building rdfs:comment "has rooms" ;
        rdfs:label "Building"@en .
      ---
      ex:r a ex:Room .
      ex:Hospital rdfs:subClassOf ex:Building .
      ex:g a ex:Hospital ;
        ex:hasPart ex:s .
      ex:h a ex:School ;
        ex:hasPart ex:r .
      ex:s a ex:Room ."
    `);
  });

  test('tell the way from the root focus node to a nested one, and what a closed shape allows', async () => {
    expect(
      await context(
        `#- /data.ttl
ex:r a ex:Room ; ex:sensor ex:s ; ex:note "n" . ex:s ex:unit ex:m ; ex:vendor "v" .
ex:t a ex:Room ; ex:sensor ex:u . ex:u ex:unit ex:m .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:sensor ; sh:property [ sh:path ex:vendor ; sh:maxCount 0 ] ] .
`,
        'SF+',
      ),
    ).toMatchInlineSnapshot(`
      "[] sh:maxCount 0 ;
        sh:path ex:vendor .
      ---
      ex:s ex:vendor "v" .
      ex:r a ex:Room ;
        ex:sensor ex:s .
      ! no positive example"
    `);
    expect(
      await context(
        `#- /data.ttl
ex:r a ex:Room ; ex:sensor ex:s ; ex:note "n" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:sensor ; sh:minCount 1 ] .
`,
        'SF',
      ),
    ).toMatchInlineSnapshot(`
      "ex:RoomShape a sh:NodeShape ;
        sh:closed true ;
        sh:ignoredProperties ( rdf:type ) ;
        sh:property [ sh:path ex:sensor ] .
      ---
      ex:r a ex:Room ;
        ex:note "n" ;
        ex:sensor ex:s ."
    `);
  });

  test('say what is left out', async () => {
    const nodes = Array.from({ length: 7 }, (_, i) => `ex:n${i} a ex:Person .`).join('\n');
    const fixture = `#- /data.ttl
ex:p a ex:Paper ; ex:by ex:x . ex:x ex:knows ex:n6 . ex:n6 ex:knows ex:n5 .
${nodes}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:by ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Person ] ] .
`;
    expect(await context(fixture, 'SF', { maxConforming: 3 })).toMatchInlineSnapshot(`
      "[] sh:path ex:by ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [ sh:class ex:Person ] .
      ---
      ex:p a ex:Paper ;
        ex:by ex:x .
      ex:n0 a ex:Person .
      ex:n5 a ex:Person .
      ex:n6 a ex:Person .
      ! At least 4 more nodes of the data conform to [ … ]; only the nearest are shown."
    `);
    expect(await context(fixture, 'SG', { maxTriples: 3 })).toMatchInlineSnapshot(`
      "[] sh:path ex:by ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [] .
      ! 1 of 4 triples of the shapes are left out.
      ---
      ex:p a ex:Paper ;
        ex:by ex:x .
      ex:n6 a ex:Person .
      ! 8 of 11 triples of the data are left out."
    `);
  });

  test('are the same text for the same graph, whatever its order', async () => {
    const statements = [
      'ex:r a ex:Room ; ex:at [ ex:level 3 ] ; ex:b 2, 1 ; ex:a "x"@en .',
      'ex:h a ex:Hospital ; ex:hasPart ex:r .',
      'ex:z ex:p <http://elsewhere.org/q?x> .',
    ];
    const texts = [statements, statements.toReversed()].map((order) =>
      context(`#- /data.ttl\n${order.join('\n')}${rooms}`, 'SG'),
    );
    expect(await texts[0]).toBe(await texts[1]);
    expect(await texts[0]).toContain('<urn:x-bnode:');
  });
});
