import { expect, test } from 'vitest';
import { analysedFixture, analysedWithStore } from '../../../testing/analysedFixture.ts';
import { block, withoutPrelude } from '../../../testing/fixture.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import type { HintKind, Settings } from '../../../workspace/project/settings.ts';
import { inlayHints } from './inlayHints.ts';

const data = block`
  #- /data.ttl context:/ontology.ttl
  ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .
  #- /ontology.ttl
  ex:Q42 rdfs:label "The kitchen"@en , "Die Küche"@de .
  ex:b7f3 rdfs:label "House of the Department of Civil Engineering"@en .
  ex:Hall rdfs:label "The hall" .
  ex:hasPart owl:inverseOf ex:partOf .
`;

test.each<[HintKind[], string]>([
  [
    ['labels'],
    'ex:Q42«Die Küche» ex:partOf ex:b7f3«House of the Department of Civil Enginee…» , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .',
  ],
  [['datatypes'], 'ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5«decimal» , "3"^^xsd:integer .'],
  [['inverses'], 'ex:Q42 ex:partOf«⇄ hasPart» ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .'],
  [[], 'ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .'],
])('hints of %j', async (kinds, expected) => expect(await withHints(kinds)).toBe(expected));

test('labels and types that a store alone states come with its address', async () => {
  const store = new StoreInMemory(`
    @prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ex:Q42 a ex:Room ; rdfs:label "The kitchen" ; ex:area 7 .`);
  const { file } = await analysedWithStore(
    block`
      #- /data.ttl shapes:/shapes.ttl
      # context: <https://store.example/sparql>
      ex:Q42 ex:floor 1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:area ; sh:minCount 1 ] .`,
    store,
  );
  const whole = { start: 0, end: file.document.text.length };
  const found = inlayHints(file, whole, { kinds: ['labels', 'types'], locale: 'en' });
  expect(found.map(({ text, stores }) => [text, ...stores])).toEqual([
    ['The kitchen', 'https://store.example/sparql'],
    ['⇒ Room', 'https://store.example/sparql'],
  ]);
});

const people = block`
  #- /data.ttl context:/ontology.ttl
  ex:ann a ex:Engineer ; ex:knows ex:bob .
  ex:bob ex:name "Bob" .
  _:carl ex:leads ex:team .
  ex:stated a ex:Person , ex:Agent ; ex:name "S" .
  ex:thing ex:note "nothing follows" .
  #- /ontology.ttl
  ex:Engineer rdfs:subClassOf ex:Person , [ a owl:Restriction ] .
  ex:Person rdfs:subClassOf ex:Agent , owl:Thing . ex:Lead rdfs:subClassOf ex:Person , ex:Boss . ex:Boss rdfs:subClassOf ex:Role .
  ex:Human owl:equivalentClass ex:Person .
  ex:knows rdfs:range ex:Person . ex:name rdfs:domain ex:Agent .
  ex:leads rdfs:subPropertyOf ex:guides . ex:guides rdfs:domain ex:Lead .
`;

test('types follow from domains, ranges and superclasses, also of superproperties, and are not those that are stated', async () =>
  expect(await withHints(['types'], people)).toBe(
    block`
    ex:ann«⇒ Person, Agent, Human» a ex:Engineer ; ex:knows ex:bob .
    ex:bob«⇒ Person, Agent, Human» ex:name "Bob" .
    _:carl«⇒ Lead, Person, Boss +3» ex:leads ex:team .
    ex:stated«⇒ Human» a ex:Person , ex:Agent ; ex:name "S" .
    ex:thing ex:note "nothing follows" .
  `.trim(),
  ));

test('types that rules infer are among them, where rules are applied', async () => {
  const ruled = block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a ex:age 70 .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:age ;
      sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate rdf:type ; sh:object ex:Senior ] .
  `;
  expect(await withHints(['types'], ruled, { inference: 'rules' })).toBe('ex:a«⇒ Senior» ex:age 70 .');
  expect(await withHints(['types'], ruled)).toBe('ex:a ex:age 70 .');
});

/** The first file with its hints between guillemets, for a reader of German. */
async function withHints(
  kinds: readonly HintKind[],
  files = data,
  settings: Partial<Settings> = {},
): Promise<string> {
  const { file } = await analysedFixture(files, settings);
  const { text } = file.document;
  const hints = inlayHints(file, { start: 0, end: text.length }, { kinds, locale: 'de' });
  const shown = hints
    .toReversed()
    .reduce(
      (whole, { offset, text: hint }) => `${whole.slice(0, offset)}«${hint}»${whole.slice(offset)}`,
      text,
    );
  return withoutPrelude(shown).trim();
}
