import { expect, test } from 'vitest';
import { listing, problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { suggestRepairs } from './suggestRepairs.ts';

/** What is offered for the only result when rules are run. */
async function offersFor(fixture: string): Promise<readonly string[]> {
  const problems = await problemsOf(readUnit(fixture), 'rules');
  expect(problems).toHaveLength(1);
  const suggestions = await suggestRepairs(problems[0]!, { max: 10 }, new AbortController().signal);
  return listing(suggestions)
    .split('\n')
    .filter((line) => !line.startsWith('retargeting: '));
}

const inverse = `sh:rule [ a sh:TripleRule ; rdfs:label "parts have a whole" ;
  sh:subject [ sh:path ex:hasPart ] ; sh:predicate ex:isPartOf ; sh:object sh:this ]`;

test('what is wanted is stated as the data state it, so that a rule infers it', async () => {
  expect(
    await offersFor(block`
      #- /data.ttl
      ex:house a ex:Building ; ex:hasPart ex:r1 , ex:r2 .
      ex:r1 a ex:Room .
      ex:r2 a ex:Room .
      ex:r3 a ex:Room .
      #- /shapes.ttl
      ex:BuildingShape a sh:NodeShape ; sh:targetClass ex:Building ; ${inverse} .
      ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
        sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ; sh:class ex:Building ] .
    `),
  ).toMatchInlineSnapshot(`
    [
      "plausible: Add ex:r3 as ex:hasPart of ex:house -- 2 of 2 other ex:Room have it; the rule “parts have a whole” infers the rest from it [needs input]",
      "plausible: Add ex:house as ex:isPartOf of ex:r3 -- 2 of 2 other ex:Room have it; the data state ex:hasPart instead, 2 times [needs input]",
      "placeholder: Add ex:r3 as ex:hasPart of new ex:Building_1 (a ex:Building) -- the rule “parts have a whole” infers the rest from it [needs input]",
    ]
  `);
});

test('where the data state the property itself, that comes first', async () => {
  expect(
    await offersFor(block`
      #- /data.ttl
      ex:house a ex:Building .
      ex:r1 a ex:Room ; ex:isPartOf ex:house .
      ex:r2 a ex:Room ; ex:isPartOf ex:house .
      ex:r3 a ex:Room .
      #- /shapes.ttl
      ex:BuildingShape a sh:NodeShape ; sh:targetClass ex:Building ; ${inverse} .
      ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
        sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ; sh:class ex:Building ] .
    `),
  ).toMatchInlineSnapshot(`
    [
      "plausible: Add ex:house as ex:isPartOf of ex:r3 -- 2 of 2 other ex:Room have it [needs input]",
      "placeholder: Add new ex:Building_1 (a ex:Building) as ex:isPartOf of ex:r3 [needs input]",
    ]
  `);
});

test('what a query looks for is inferred by two rules, one from the conclusion of the other', async () => {
  const query = (text: string) => `"PREFIX ex: <http://example.org/ns#> ${text}"`;
  const joins = query('CONSTRUCT { $this ex:joins ?end } WHERE { $this ex:endsAt ?end }');
  const connects = query(
    'CONSTRUCT { ?end ex:connectedTo $this } WHERE { $this ex:joins ?end . ?end a ex:Valve }',
  );
  const isConnected = query('SELECT $this WHERE { FILTER NOT EXISTS { $this ex:connectedTo ?pipe } }');
  expect(
    await offersFor(block`
      #- /data.ttl
      ex:p1 a ex:Pipe ; ex:endsAt ex:v1 .
      ex:p2 a ex:Pipe .
      ex:v1 a ex:Valve .
      ex:v2 a ex:Valve .
      #- /shapes.ttl
      ex:PipeShape a sh:NodeShape ; sh:targetClass ex:Pipe ;
        sh:rule [ a sh:SPARQLRule ; sh:construct ${joins} ] , [ a sh:SPARQLRule ; sh:construct ${connects} ] .
      ex:ValveShape a sh:NodeShape ; sh:targetClass ex:Valve ; sh:sparql [ sh:select ${isConnected} ] .
    `),
  ).toMatchInlineSnapshot(`
    [
      "plausible: Add ex:v2 as ex:endsAt of ex:p2 -- as ex:v1 has ex:p1; two rules infer the rest from it",
      "plausible: Add ex:p2 as ex:connectedTo of ex:v2 -- as ex:v1 has ex:p1; the data state ex:endsAt instead, 1 time",
    ]
  `);
});
