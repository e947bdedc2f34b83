import { expect, test } from 'vitest';
import { analysedWithStore } from '../../../testing/analysedFixture.ts';
import { block, fixtureRoot } from '../../../testing/fixture.ts';
import { print } from '../../../testing/shaclCheck.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { menuTitle } from '../analysis.ts';

const shapes = block`
  #- /shapes.ttl
  ex:OfficeShape a sh:NodeShape ; sh:targetClass ex:Office ;
    sh:property [ sh:path ex:servedBy ; sh:minCount 1 ; sh:class ex:AHU ] .
`;

test('a repair that rests on what others have in a store alone names the store and its triples', async () => {
  const found = await repairs(
    `
    ex:o1 a ex:Office . ex:o2 a ex:Office . ex:o3 a ex:Office . ex:o4 a ex:Office .
  `,
    `ex:o2 ex:servedBy ex:ahu . ex:o3 ex:servedBy ex:ahu . ex:o4 ex:servedBy ex:ahu . ex:ahu a ex:AHU .`,
  );
  expect(found).toMatchInlineSnapshot(`
    "Add ex:ahu as ex:servedBy of ex:o1 (likely: 3 of 3 other ex:Office have it, according to https://store.example/sparql)
      https://store.example/sparql: ex:ahu rdf:type ex:AHU
      https://store.example/sparql: ex:o2 ex:servedBy ex:ahu
      https://store.example/sparql: ex:o3 ex:servedBy ex:ahu
      https://store.example/sparql: ex:o4 ex:servedBy ex:ahu"
  `);
});

test('what the reasons name of others counts as well, and the name by which a node was found', async () => {
  const said = 'ex:o2 ex:servedBy ex:ahu . ex:o3 ex:servedBy ex:ahu . ex:o4 ex:servedBy ex:ahu .';
  expect(
    await repairs(
      `ex:o1 ex:floor 1 . ${said}`,
      'ex:o1 a ex:Office . ex:o2 a ex:Office . ex:o3 a ex:Office . ex:o4 a ex:Office . ex:ahu a ex:AHU .',
    ),
  ).toMatchInlineSnapshot(`
    "Add ex:ahu as ex:servedBy of ex:o1 (likely: 3 of 3 other ex:Office have it, according to https://store.example/sparql)
      https://store.example/sparql: ex:ahu rdf:type ex:AHU
      https://store.example/sparql: ex:o1 rdf:type ex:Office
      https://store.example/sparql: ex:o2 rdf:type ex:Office
      https://store.example/sparql: ex:o3 rdf:type ex:Office
      https://store.example/sparql: ex:o4 rdf:type ex:Office"
  `);
  expect(
    await repairs(
      'ex:o1 a ex:Office ; ex:servedBy "Main unit" . ex:o2 a ex:Office ; ex:servedBy ex:ahu .',
      'ex:ahu a ex:AHU ; rdfs:label "Main unit" .',
    ),
  ).toMatchInlineSnapshot(`
    "Change "Main unit" to ex:ahu (ex:ahu is labelled so, according to https://store.example/sparql)
      https://store.example/sparql: ex:ahu rdf:type ex:AHU
      https://store.example/sparql: ex:ahu rdfs:label "Main unit""
  `);
});

test('where the files say the same, no store is named', async () => {
  const said =
    'ex:o2 ex:servedBy ex:ahu . ex:o3 ex:servedBy ex:ahu . ex:o4 ex:servedBy ex:ahu . ex:ahu a ex:AHU .';
  const found = await repairs(
    `ex:o1 a ex:Office . ex:o2 a ex:Office . ex:o3 a ex:Office . ex:o4 a ex:Office . ${said}`,
    said,
  );
  expect(found).toMatchInlineSnapshot(
    `"Add ex:ahu as ex:servedBy of ex:o1 (likely: 3 of 3 other ex:Office have it)"`,
  );
});

/** The titles of the repairs in the file, each with what it rests on that only the store states. */
async function repairs(data: string, stored: string): Promise<string> {
  const { host, file } = await analysedWithStore(
    block`
      #- /data.ttl shapes:/shapes.ttl
      # context: <https://store.example/sparql>
      ${data}
      ${shapes}`,
    new StoreInMemory(`
      @prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      ${stored}`),
  );
  const whole = { start: 0, end: file.document.text.length };
  const actions = await host.codeActions(`${fixtureRoot}/data.ttl`, whole, new AbortController().signal);
  return actions
    .flatMap(({ title, evidence, statedBy = [] }) =>
      evidence === undefined
        ? []
        : [
            menuTitle({ title, evidence }),
            ...statedBy
              .flatMap(({ store, triples }) =>
                triples.map(
                  ({ subject, predicate, object }) =>
                    `  ${store}: ${print(subject)} ${print(predicate)} ${print(object)}`,
                ),
              )
              .toSorted(),
          ],
    )
    .join('\n');
}
