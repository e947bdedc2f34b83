import { expect, test } from 'vitest';
import { analysedFixture, analysedWithStore } from '../../../testing/analysedFixture.ts';
import { edited } from '../../../testing/analysedFolder.ts';
import { block } from '../../../testing/fixture.ts';
import { packedVocabularies } from '../../../testing/packedVocabularies.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { symbolHover } from './symbolHover.ts';

const vocabularies = await packedVocabularies('owl', 'foaf', 'org');

test('a node has its label, types, the shapes that judge it and its IRI', async () =>
  expect(
    await hoverOf(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:alice a ex:Person ; rdfs:label "Alice"@en , "Alix"@fr .
      ex:bob ex:knows ex:al$0ice .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:minCount 1 ] .
      ex:T a sh:NodeShape ; sh:targetObjectsOf ex:knows .
      ex:U a sh:NodeShape ; sh:targetClass ex:Cat .
    `),
  ).toBe(block`
    Alix ex:alice · ex:Person
    1 result of ex:S.
    No results of ex:T.
    <http://example.org/ns#alice>`));

test('what only a store says of a node is shown with its address', async () => {
  const store = new StoreInMemory(`
    @prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ex:alice a ex:Person , ex:Member ; rdfs:label "Alice"@en , "Alix"@fr ; ex:age 7 .
    ex:Member rdfs:subClassOf ex:Person .`);
  const hover = async (statement: string) => {
    const { file, offset } = await analysedWithStore(
      block`
        #- /data.ttl shapes:/shapes.ttl
        # context: <https://store.example/sparql>
        ${statement}
        #- /shapes.ttl
        ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:minCount 1 ] .`,
      store,
    );
    return symbolHover(file, offset, { format: 'plaintext', locale: 'fr', vocabularies })?.text;
  };
  expect(await hover('ex:al$0ice a ex:Person ; ex:note "n" .')).toBe(block`
    Alix ex:alice · ex:Person
    No results of ex:S.
    According to https://store.example/sparql: “Alix”; a ex:Member.
    <http://example.org/ns#alice>`);
  expect(await hover('ex:al$0ice ex:role ex:Member ; rdfs:label "Alice A." .')).toBe(block`
    Alice A. ex:alice
    No results of ex:S.
    According to https://store.example/sparql: a ex:Member, ex:Person.
    <http://example.org/ns#alice>`);
  expect(await hover('ex:alice ex:role ex:Mem$0ber .')).toContain(
    'According to https://store.example/sparql: subclass of ex:Person.',
  );
});

test.each([
  ['sh:single$0Line true', true],
  ['sh:severity sh:De$0bug', true],
  ['sh:val$0ues ex:v', true],
  ['sh:min$0Count 1', false],
])('a term of a draft of SHACL 1.2 is told as such: %s', async (statement, isDraft) =>
  expect(
    (await hoverOf(`ex:S sh:path ex:p ; ${statement} .`))?.includes('a draft of SHACL 1.2') ?? false,
  ).toBe(isDraft),
);

test('what shapes say of a text that has changed since is said to be older', async () => {
  const { file } = await analysedFixture(block`
    ex:S a sh:NodeShape ; sh:targetClass ex:Person .
    ex:alice a ex:Person .
  `);
  const at = file.document.text.indexOf('ex:alice');
  const changed = edited(file, { range: { start: at, end: at }, newText: '\n' });
  const options = { format: 'plaintext', locale: 'en', vocabularies } as const;
  expect(symbolHover(changed, at + 5, options)?.text).toContain(
    'No results of ex:S.\nFrom the text before the last changes.',
  );
});

test('a class has its definition, how often it is used and where it is described', async () =>
  expect(
    await hoverOf(block`
      #- /data.ttl context:/ontology.ttl
      ex:alice a ex:$0Person . ex:bob a ex:Person .
      #- /ontology.ttl
      ex:Person a owl:Class ; rdfs:comment "Somebody." ;
        <http://www.w3.org/2004/02/skos/core#definition> "A human being." .
    `),
  ).toBe(block`
    ex:Person · owl:Class
    A human being.
    Somebody.
    Type of 2 nodes.
    Described in ontology.ttl.
    <http://example.org/ns#Person>`));

test('a prefix has its namespace and how often it is used', async () =>
  expect(
    await hoverOf(block`
      @prefix ex: <http://example.org/> .
      e$0x:a ex:p 1 .
    `),
  ).toBe('ex: <http://example.org/>\nUsed 2 times in this file.'));

test('a term of a well-known vocabulary is explained without a file that describes it', async () =>
  expect(
    await hoverOf(block`
      @prefix foaf: <http://xmlns.com/foaf/0.1/> .
      @prefix ex: <http://example.org/> .
      ex:a a foaf:Gr$0oup .
    `),
  ).toBe(block`
    Group foaf:Group
    A class of Agents.
    Subclass of foaf:Agent.
    Type of 1 node.
    A class of FOAF.
    <http://xmlns.com/foaf/0.1/Group>`));

test('a property has its domain and range', async () => {
  const own = await hoverOf(block`
    ex:knows rdfs:domain ex:Person ; rdfs:range ex:Agent ; rdfs:subPropertyOf ex:meets .
    ex:a ex:kn$0ows ex:b .
  `);
  expect(own).toContain('Subproperty of ex:meets.\nDomain ex:Person.\nRange ex:Agent.');
  const wellKnown = await hoverOf(block`
    @prefix org: <http://www.w3.org/ns/org#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    org:a org:mem$0berOf org:b .
  `);
  expect(wellKnown).toContain('Domain foaf:Agent.\nRange org:Organization.');
});

const units = block`
  @prefix qudt: <http://qudt.org/schema/qudt/> .
  @prefix ex: <http://example.org/ns#> .
  ex:DEG_C qudt:symbol "°C" ; qudt:conversionMultiplier 1.0 ; qudt:conversionOffset 273.15 ;
    qudt:hasDimensionVector ex:H1 ; qudt:hasQuantityKind ex:Temperature .
  ex:DEG_F qudt:symbol "°F" ; qudt:conversionMultiplier 0.55555555555 ; qudt:conversionOffset 459.67 ;
    qudt:hasDimensionVector ex:H1 ; qudt:hasQuantityKind ex:Temperature .
  ex:K qudt:symbol "K" ; qudt:conversionMultiplier 1.0 ; qudt:hasDimensionVector ex:H1 ;
    qudt:hasQuantityKind ex:Temperature .
  ex:M qudt:symbol "m" ; qudt:conversionMultiplier 1.0 ; qudt:hasDimensionVector ex:L1 ; qudt:hasQuantityKind ex:Length .
`;

test.each([
  ['ex:a ex:value 21.5$0 ; ex:hasUnit ex:DEG_C .', 'Datatype xsd:decimal\n21.5 °C = 294.65 K'],
  [
    'ex:a ex:value 20$0 ; ex:hasUnit ex:DEG_C . ex:b ex:value 1 ; ex:hasUnit ex:DEG_F . ex:c ex:hasUnit ex:M .',
    'Datatype xsd:integer\n20 °C = 293.15 K = 68 °F',
  ],
  ['ex:a ex:value 20$0 .', 'Datatype xsd:integer'],
  ['ex:a ex:value "x$0"@de .', 'Datatype rdf:langString, language de'],
  ['ex:a ex:value 20$0 ; ex:hasUnit ex:DEG_C , ex:K .', 'Datatype xsd:integer'],
])('a literal: %s', async (data, expected) =>
  expect(await hoverOf(`#- /data.ttl context:/units.ttl\n${data}\n#- /units.ttl\n${units}`)).toBe(expected),
);

test('a blank node is said to be one', async () =>
  expect(await hoverOf('ex:a ex:p [ $0 a ex:T ] .')).toBe('blank node · ex:T'));

test('between statements there is nothing', async () =>
  expect(await hoverOf('ex:a ex:p 1 .\n$0\nex:b ex:p 1 .')).toBeUndefined());

/** The hover at the cursor for a reader of French. */
async function hoverOf(text: string): Promise<string | undefined> {
  const { file, offset } = await analysedFixture(text);
  return symbolHover(file, offset, { format: 'plaintext', locale: 'fr', vocabularies })?.text;
}

test.each([
  '[x](command:evil)',
  '![x](http://evil.example/x.png)',
  '<a href="command:evil">x</a>',
  '\n\n[x]: command:evil\n\n[x]',
  '`` [x](command:evil) `',
  '](command:evil) [x](command:shaclRepair.why?[])',
  '<http://evil.example/> www.evil.example',
  '\\[x](command:evil)',
])('%j in labels, messages and values leads nowhere', async (text) => {
  const literal = JSON.stringify(text);
  const { host, file } = await analysedFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a a ex:Person ; rdfs:label ${literal} ; rdfs:comment ${literal} ; ex:age ${literal} ;
      ex:knows <http://x.example/[x](command:evil)> .
    ex:knows rdfs:label ${literal} ; rdfs:comment ${literal} . ex:Person rdfs:label ${literal} .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; rdfs:label ${literal} ; sh:property ex:P , ex:Q .
    ex:P sh:path ex:age ; sh:datatype xsd:integer ; sh:name ${literal} ; sh:description ${literal} ; sh:message ${literal} .
    ex:Q sh:path ex:knows ; sh:in ( ${literal} ) ; sh:pattern ${JSON.stringify(`x${text.replace(/\W/g, '\\$&')}`)} .
  `);
  const style = { format: 'markdown', withMessages: true, whyCommand: 'shaclRepair.why' } as const;
  const options = { format: 'markdown', locale: 'en', vocabularies } as const;
  const { signal } = new AbortController();
  const links: string[] = [];
  for (let offset = file.document.text.indexOf('ex:a a'); offset < file.document.text.length; offset += 3) {
    const shown = [
      await host.hover(file.document.uri, offset, style, signal),
      symbolHover(file, offset, options),
    ];
    for (const hover of shown) links.push(...linksIn(hover?.text ?? ''));
  }
  expect(links.filter((target) => !isOurs(target))).toEqual([]);
  expect(links.filter(isOurs).length).toBeGreaterThan(5);
});

/** What a viewer of Markdown could open or run. */
function linksIn(markdown: string): readonly string[] {
  // What is escaped, and what is code on one line, is text.
  const open = markdown.replace(/\\[\\`*_[\]<>#!|~&$.-]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '\0');
  const targets = open.matchAll(/\]\(([^)]*)\)|(<\/?[a-z][^>]*>?)|(\]:.*)|((?:https?:\/\/|www\.)\S*)/gi);
  return Array.from(targets, ([all, target]) => target ?? all);
}

/** The shapes file, whatever it is called, and why a result is there. */
function isOurs(target: string): boolean {
  return /^file:\/\/\/workspace\/[^()\s<>]*$|^command:shaclRepair\.why\?%5B%7B%22line%22[\w%]*$/.test(target);
}
