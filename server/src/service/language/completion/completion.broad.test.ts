import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { allComponents } from '../../../shacl/components/index.ts';
import { analysedFixture, analysedWithStore } from '../../../testing/analysedFixture.ts';
import { block } from '../../../testing/fixture.ts';
import { packedVocabularies } from '../../../testing/packedVocabularies.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { completion, linkAt } from './completion.ts';
import { knownTerms } from './knownTerms.ts';
import { termDocumentation } from './termNames.ts';

const shapes = block`
  #- /shapes.ttl
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:datatype xsd:string ; sh:minCount 1 ] ,
      [ sh:path ex:status ; sh:in ( ex:active ex:retired ) ] ,
      [ sh:path ex:knows ; sh:class ex:Person ] .
`;

test('properties that the shapes still need come first, then those that others have', async () => {
  const found = await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:alice a ex:Person ; ex:name "Alice" ; ex:age 5 .
ex:bob a ex:Person ; $0
${shapes}`);
  expect(found.slice(0, 3)).toEqual(['ex:name (needs 1 more)', 'ex:age', 'ex:status']);
});

test('the properties and classes that an edited text uses are counted as in a text that is opened anew', () => {
  const statement = fc.constantFrom(
    ...[
      'ex:a a ex:Person .',
      'ex:a a ex:Room ; ex:name 1 .',
      'ex:b ex:name 1, 2 .',
      'ex:Room a rdfs:Class .',
    ],
    ...['ex:b a ex:Person ; ex:age 3 .', 'ex:Person rdfs:subClassOf ex:Agent .', '[] a ex:Hidden .'],
    'ex:c ex:list (1 2) .',
  );
  const header =
    '@prefix ex: <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n';
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(statement, { maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 40 }), fc.array(edit, { maxLength: 4 }), (lines, edits) => {
      let document = new TurtleDocument('file:///data.ttl', 0, header + lines.join('\n'));
      // What is known of each version is the basis for the next.
      for (const [place, removed, added] of edits) {
        knownTerms(document.graph);
        lines.splice(place % (lines.length + 1), removed, ...added);
        document = document.changed(0, header + lines.join('\n'));
      }
      const anew = new TurtleDocument('file:///data.ttl', 0, `${document.text}`);
      expect(knownTerms(document.graph)).toEqual(knownTerms(anew.graph));
    }),
  );
});

test('a statement that is broken off is completed by its types', async () => {
  const found = await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:bob a ex:Person ;
  ex:na$0

ex:alice a ex:Person ; ex:name "Alice" .
${shapes}`);
  expect(found[0]).toBe('ex:name (needs 1 more)');
});

test('in TriG, statements begin and end at the braces of their graph', async () => {
  const found = await suggested(`
#- /data.trig shapes:/shapes.ttl
ex:g { ex:alice a ex:Person ; ex:name "Alice" ; ex:age 5 }
GRAPH ex:h {
  ex:bob a ex:Person ; $0
}
${shapes}`);
  expect(found.slice(0, 3)).toEqual(['ex:name (needs 1 more)', 'ex:age', 'ex:status']);
});

test('in annotations, properties of their own are offered, and behind them those of the statement', async () => {
  const found = (end: string) =>
    suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:alice a ex:Person ; ex:name "Alice" ; ex:age 5 .
<< ex:alice ex:age 5 >> ex:source ex:register .
ex:bob a ex:Person {| ex:source ex:register |} ; ${end}
${shapes}`);
  expect((await found('$0')).slice(0, 3)).toEqual(['ex:name (needs 1 more)', 'ex:age', 'ex:status']);
  expect(await found('ex:age 5 {| ex:so$0 |} .')).toEqual(['ex:source (1 of 3 have it)']);
});

test('names are not offered that stand once in this file and are one slip away from a known one', async () => {
  const data = (typed: string, more = '') => `
#- /data.ttl shapes:/shapes.ttl
ex:alice a ex:Person ; ex:naem "Alice" ; ex:nickname "Al" .
ex:carl a ex:Pesron .
ex:bob ${typed}$0 .
${more}
${shapes}`;
  const properties = await suggested(data('a ex:Person ; ex:n'));
  expect(properties).toEqual(expect.arrayContaining(['ex:name (needs 1 more)', 'ex:nickname']));
  expect(properties.join()).not.toContain('ex:naem');
  expect((await suggested(data('a ex:P'))).join()).not.toContain('ex:Pesron');
  const described = data('a ex:Person ; ex:n', 'ex:naem rdfs:label "a property of its own" .');
  expect((await suggested(described)).join()).toContain('ex:naem');
  const people = 'ex:berta a ex:Person . ex:dora ex:knows ex:berta .';
  const known = await suggested(
    data('a ex:Person ; ex:knows ex:', `${people} ex:emma ex:knows ex:breta , ex:bertold .`),
  );
  expect(known).toEqual(expect.arrayContaining(['ex:berta', 'ex:bertold']));
  expect(known).not.toContain('ex:breta');
});

test('listed values are suggested where they are allowed, and no others', async () => {
  expect(
    await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:alice a ex:Person ; ex:name "Alice" ; ex:status ex:retired .
ex:bob a ex:Person ; ex:status $0 .
${shapes}`),
  ).toEqual(expect.arrayContaining(['ex:retired', 'ex:active']));
});

test('a node is found by its label, and by its whole prefixed name', async () => {
  const data = (typed: string) => `
#- /data.ttl shapes:/shapes.ttl
ex:n1 a ex:Person ; ex:name "Alice" ; rdfs:label "Alice Adams" .
ex:n2 a ex:Person ; ex:knows ${typed}$0 .
${shapes}`;
  expect((await suggested(data('Adams')))[0]).toBe('ex:n1');
  expect((await suggested(data('ex:n')))[0]).toBe('ex:n1');
  expect(await edited(data('ex:n'), 'ex:n1')).toContain('ex:knows ex:n1 .');
});

test('datatypes, languages and truth values follow the shapes', async () => {
  const typed = (written: string) => `
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Event ; ${written} .
#- /shapes.ttl
ex:EventShape a sh:NodeShape ; sh:targetClass ex:Event ;
  sh:property [ sh:path ex:day ; sh:datatype xsd:date ] , [ sh:path ex:title ; sh:languageIn ( "fr" "en" ) ] ,
    [ sh:path ex:open ; sh:datatype xsd:boolean ] .
`;
  expect((await suggested(typed('ex:day "2026-01-01"^^$0')))[0]).toBe('xsd:date');
  expect((await suggested(typed('ex:title "fête"@$0'))).slice(0, 2)).toEqual(['@fr', '@en']);
  expect((await suggested(typed('ex:open $0'))).slice(0, 2)).toEqual(['true', 'false']);
  expect(await edited(typed('ex:day $0'), '""^^xsd:date')).toContain('ex:day "$1"^^xsd:date .');
});

test('a nested shape is written as a blank node with what it needs', async () => {
  const found = await edited(
    `
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person ; ex:address $0 .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:address ; sh:node ex:AddressShape ] .
ex:AddressShape a sh:NodeShape ;
  sh:property [ sh:path ex:street ; sh:minCount 1 ] , [ sh:path ex:town ; sh:minCount 1 ] , [ sh:path ex:floor ] .
`,
    '[ ex:street ; ex:town ]',
  );
  expect(found).toContain('ex:address [\n\tex:street $1 ;\n\tex:town $2\n] .');
});

test('a node that the query of a target selects gets what its shape needs', async () => {
  const found = await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:a ex:name "A" .
ex:room ex:status "open" .
ex:room $0
#- /shapes.ttl
ex:OpenShape a sh:NodeShape ;
  sh:target [ a sh:SPARQLTarget ; sh:select """
    SELECT ?this WHERE { ?this <http://example.org/ns#status> "open" }""" ] ;
  sh:property [ sh:path ex:owner ; sh:minCount 1 ] .
`);
  expect(found[0]).toBe('ex:owner (needs 1 more)');
});

test('inside of a blank node, its nested shape is asked for', async () => {
  const found = await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person ; ex:address [ ex:street "Main" ; $0 ] .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:address ; sh:node [ sh:property [ sh:path ex:street ; sh:minCount 1 ] ,
    [ sh:path ex:town ; sh:minCount 1 ] ] ] .
`);
  expect(found[0]).toBe('ex:town (needs 1 more)');
});

test('a well-known prefix is declared with its first use', async () => {
  const found = await edited('ex:a foa$0', 'foaf:');
  expect(found).toContain('@prefix foaf: <http://xmlns.com/foaf/0.1/> .');
  expect(found).toContain('ex:a foaf:');
});

test('in shapes, parameters come with values of their kinds', async () => {
  const shape = (written: string) => `
ex:alice a ex:Person ; ex:name "Alice" .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ ${written} ] .
`;
  expect((await suggested(shape('$0')))[0]).toBe('sh:path');
  expect(await suggested(shape('sh:path ex:name ; $0'))).toContain('sh:minCount');
  expect((await suggested(shape('sh:path $0')))[0]).toBe('ex:name (1 of 1 have it)');
  expect((await suggested(shape('sh:path ex:name ; sh:nodeKind $0'))).slice(0, 2)).toEqual([
    'sh:IRI',
    'sh:BlankNode',
  ]);
  expect((await suggested(shape('sh:path ex:name ; sh:minCount $0'))).slice(0, 2)).toEqual(['1', '0']);
  expect(await suggested(shape('sh:path ex:name ; sh:uniqueLang $0'))).toEqual(
    expect.arrayContaining(['true', 'false']),
  );
});

describe('in shapes, what came with the drafts of SHACL 1.2', () => {
  const shape = (written: string) => `
ex:alice a ex:Person ; ex:name "Alice" .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; ${written} .
`;
  const named = (parameter: TermId) => `sh:${localName(terms.value(parameter))}`;

  test('is offered with the others, and marked', async () => {
    const asked = allComponents.filter(({ isDraft }) => isDraft);
    const inProperties = await suggested(shape('sh:property [ sh:path ex:name ; $0 ]'));
    const inNodes = await suggested(shape('sh:node [ $0 ]'));
    for (const { parameter, refinements, propertyShapesOnly } of asked) {
      for (const name of [parameter, ...refinements].map(named)) {
        expect(inProperties).toContain(`${name} (draft of SHACL 1.2)`);
        if (!propertyShapesOnly) expect(inNodes).toContain(`${name} (draft of SHACL 1.2)`);
      }
    }
    expect(asked.length).toBeGreaterThan(9);
    expect(inNodes).toContain('sh:targetWhere (draft of SHACL 1.2)');
    expect(inProperties).toContain('sh:values (draft of SHACL 1.2)');
    expect(inProperties).toContain('sh:expression');
  });

  test.each([
    ['sh:someValue [ $0 ]', ['sh:class', 'sh:pattern']],
    ['sh:property [ sh:path ex:p ; sh:reifierShape [ $0 ] ]', ['sh:pattern']],
    ['sh:property [ sh:path ex:p ; sh:memberShape [ $0 ] ]', ['sh:class']],
    ['sh:nodeByExpression [ $0 ]', ['sh:pattern']],
    ['sh:memberShape $0', ['ex:OtherShape', '[ ]']],
    ['sh:nodeByExpression $0', ['ex:OtherShape']],
    ['sh:closed $0', ['true', 'false', 'sh:ByTypes (draft of SHACL 1.2)']],
    ['sh:nodeKind $0', ['sh:IRI', 'sh:TripleTerm (draft of SHACL 1.2)']],
    ['sh:severity $0', ['sh:Warning', 'sh:Debug (draft of SHACL 1.2)']],
    ['sh:uniqueMembers $0', ['true', 'false']],
    ['sh:minListLength $0', ['1']],
    ['sh:rootClass $0', ['ex:Person']],
    ['sh:uniqueValuesFor $0', ['ex:name (1 of 1 have it)', '( )']],
    ['sh:subsetOf $0', ['ex:name (1 of 1 have it)', '[ sh:inversePath ]']],
  ])('%s', async (written, expected) => {
    const other = 'ex:OtherShape a sh:NodeShape ; sh:property [ sh:path ex:age ; sh:minCount 1 ] .';
    const found = await suggested(`${shape(written)}${other}`);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  test('is left out where shapes are held to SHACL 1.0', async () => {
    const in10 = (written: string) =>
      suggested(`#- /all.ttl shapes:/all.ttl\n${shape(written)}`, { shacl: '1.0' });
    const parameters = await in10('sh:property [ sh:path ex:name ; $0 ]');
    expect(parameters).toContain('sh:minCount');
    expect(parameters.filter((each) => each.includes('draft'))).toEqual([]);
    expect(parameters).not.toContain('sh:singleLine');
    expect((await in10('sh:severity $0')).filter((each) => each.startsWith('sh:'))).toEqual([
      ...['sh:Violation', 'sh:Warning', 'sh:Info', 'sh:'],
    ]);
  });
});

test('in queries, variables, names and keywords are completed', async () => {
  const query = (written: string) => `
ex:alice a ex:Person ; ex:name "Alice" .
ex:S a sh:NodeShape ; sh:sparql [ sh:select "SELECT $this WHERE { $this ex:name ?name . ${written} }" ] .
`;
  expect(await suggested(query('FILTER (?n$0)'))).toEqual(['?name']);
  expect((await suggested(query('$this $0'))).slice(0, 3)).toContain('ex:name');
  expect(await suggested(query('$this a ex:P$0'))).toContain('ex:Person');
  expect(await suggested(query('opt$0'))).toContain('OPTIONAL');
  expect(await edited(query('$this ex:n$0'), 'ex:name')).toContain('?name . $this ex:name }');
});

test('links in the header are completed with the files that have shapes, or declare terms, before the others', async () => {
  const workspace = (role: string) => `
#- /data.ttl shapes:/far/away/linked-shapes.ttl
# ${role}: $0
ex:alice a ex:Person .
#- /plain.ttl
ex:a ex:b "sh:targetClass, owl:Class" .
#- /near-shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person .
#- /far/away/linked-shapes.ttl
ex:T a sh:NodeShape ; sh:targetClass ex:Person .
#- /far/terms.ttl
ex:Person a owl:Class .
`;
  expect(await linked(workspace('shapes'))).toEqual([
    'far/away/linked-shapes.ttl (has shapes)',
    'near-shapes.ttl (has shapes)',
    'plain.ttl',
    'far/terms.ttl',
  ]);
  expect(await linked(workspace('context'))).toEqual([
    'far/terms.ttl (declares terms)',
    'near-shapes.ttl',
    'plain.ttl',
    'far/away/linked-shapes.ttl',
  ]);
});

test('terms of well-known vocabularies are found by prefix and by local name, and their prefix is declared', async () => {
  expect(await suggested('ex:a foaf:na$0')).toContain('foaf:name');
  expect(await suggested('ex:a a skos:Con$0')).toContain('skos:Concept');
  const found = await edited('ex:a homep$0', 'foaf:homepage');
  expect(found).toContain('@prefix foaf: <http://xmlns.com/foaf/0.1/> .');
});

test('of a vocabulary, properties of the classes of the node come first, also before anything is typed', async () => {
  const data = (written: string) => `
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
ex:a a foaf:Document ; ${written} .
`;
  expect(await suggested(data('$0'))).toEqual(expect.arrayContaining(['foaf:topic', 'foaf:primaryTopic']));
  expect(await suggested(data('$0'))).not.toContain('foaf:nick');
  const found = await suggested(data('foaf:t$0'));
  expect(found[0]).toBe('foaf:topic');
  expect(found).toContain('foaf:title');
});

test('a vocabulary has classes, values and datatypes where such are written', async () => {
  expect(await suggested('ex:a a foaf:$0')).toContain('foaf:Person');
  expect(await suggested('ex:a a foaf:$0')).not.toContain('foaf:name');
  expect(await suggested('ex:a owl:onProperty foaf:$0')).toContain('foaf:name');
  expect(await suggested('@prefix time: <http://www.w3.org/2006/time#> . ex:a time:dayOfWeek $0')).toEqual(
    expect.arrayContaining(['time:Monday', 'time:Sunday']),
  );
  expect(await suggested('ex:a ex:b "POINT(1 2)"^^geo:$0')).toContain('geo:wktLiteral');
});

test('what a file declares as any kind of property is suggested as one, before it is used', async () =>
  expect(await suggested('ex:partOf a owl:TransitiveProperty .\nex:a ex:par$0')).toContain('ex:partOf'));

test('terms of a vocabulary are found by their labels, and written in the namespace that the file has', async () => {
  const { file, offset } = await analysedFixture(`
@prefix sdo: <https://schema.org/> .
ex:a a sdo:$0 .
`);
  const { items } = completion(file, offset, options);
  expect(items.find(({ label }) => label === 'sdo:Person')?.iri).toBe('https://schema.org/Person');
  expect(await suggested('ex:a date copyr$0')).toEqual([]);
  expect(await suggested('ex:a copyri$0')).toContain('dcterms:dateCopyrighted');
});

test('a vocabulary documents its terms where no file does', async () => {
  const { file } = await analysedFixture('ex:a a ex:Thing .');
  const { vocabularies } = options;
  expect(termDocumentation(file, 'http://xmlns.com/foaf/0.1/Group', 'en', vocabularies)).toMatchObject({
    label: 'Group',
    texts: ['A class of Agents.'],
    vocabulary: 'FOAF',
  });
  const broader = termDocumentation(file, 'http://www.w3.org/ns/dcat#Dataset', 'fr', vocabularies);
  expect(broader.label).toBe('Jeu de données');
});

test('nodes and labels that only a store knows are suggested, with its address, and nothing is asked for them', async () => {
  const store = new StoreInMemory(`
    @prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ex:bob a ex:Person ; ex:name "Bob" ; ex:knows ex:carol , ex:n7 . ex:carol a ex:Person .
    ex:n7 a ex:Person ; rdfs:label "Dora Dorn" . ex:alice rdfs:label "Alice Adams" .`);
  const { file, offset } = await analysedWithStore(
    block`
      #- /data.ttl shapes:/shapes.ttl
      # context: <https://store.example/sparql>
      ex:alice a ex:Person .
      ex:bob a ex:Person .
      ex:eve a ex:Person ; ex:knows $0 .
      ${shapes}`,
    store,
  );
  const asked = store.queries.length;
  const { items } = completion(file, offset, options);
  const from = ({ label, description, stores }: (typeof items)[number]) => [label, description, ...stores];
  expect(items.filter(({ kind }) => kind === 'node').map(from)).toEqual(
    expect.arrayContaining([
      ['ex:alice', 'Alice Adams', 'https://store.example/sparql'],
      ['ex:bob', undefined],
      ['ex:carol', undefined, 'https://store.example/sparql'],
      ['ex:n7', 'Dora Dorn', 'https://store.example/sparql'],
    ]),
  );
  const { iri } = items.find(({ label }) => label === 'ex:n7')!;
  expect(termDocumentation(file, iri!, 'en', options.vocabularies)).toMatchObject({
    files: [],
    stores: ['According to https://store.example/sparql: “Dora Dorn”; a ex:Person.'],
  });
  expect(store.queries.length).toBe(asked);
});

test('classes follow from the name of a node, abbreviated too, and from nodes with like names', async () => {
  const data = (written: string) => `
ex:Supply_Fan rdfs:subClassOf ex:Fan . ex:Return_Fan rdfs:subClassOf ex:Fan .
ex:u1 ex:part ex:u1-sf , ex:u1-sf-speed . ex:u2 ex:part ex:u2-sf , ex:u2-sf-speed .
ex:u1-sf a ex:Supply_Fan ; ex:p 1 .
ex:u1-sf-speed a ex:Speed_Command ; ex:p 1 .
${written}
`;
  expect((await suggested(data('ex:u2-sf ex:p 1 ; a $0 .')))[0]).toBe('ex:Supply_Fan');
  expect((await suggested(data('ex:u2-sf-speed ex:p 1 ; a $0 .')))[0]).toBe('ex:Speed_Command');
  expect((await suggested(data('ex:u2-rf ex:p 1 ; a $0 .')))[0]).toBe('ex:Return_Fan');
});

test('a class is below the one that its name ends with, and not below itself', async () => {
  const found = await suggested(`
ex:a a ex:Heat_Pump , ex:Pump , ex:Heat_Exchanger .
ex:Heat_Pump rdfs:subClassOf $0 .
`);
  expect(found[0]).toBe('ex:Pump');
  expect(found).not.toContain('ex:Heat_Pump');
});

test('values follow from what they and the node have in common, as with others', async () => {
  const sensor = (n: number, kind: string, unit: string) =>
    `ex:s${n} ex:measures ex:${kind} ; ex:unit ex:${unit} .`;
  const found = await suggested(`
ex:K ex:of ex:Temperature . ex:PA ex:of ex:Pressure . ex:M ex:of ex:Length .
${sensor(1, 'Temperature', 'K')} ${sensor(2, 'Temperature', 'K')} ${sensor(3, 'Pressure', 'PA')}
ex:s4 ex:measures ex:Length ; ex:unit $0 .
`);
  expect(found[0]).toBe('ex:M');
});

test('the parts of a node are those that its name names, each once', async () => {
  const factors = (written: string) => `
ex:M ex:of ex:Length . ex:SEC ex:of ex:Time . ex:HR ex:of ex:Time .
ex:M-PER-SEC ex:factor [ ex:unit ex:M ] , [ ex:unit ex:SEC ] .
ex:PER-SEC ex:factor [ ex:unit ex:SEC ] .
ex:M-HR ex:factor ${written} .
`;
  expect((await suggested(factors('[ ex:unit $0 ]')))[0]).toBe('ex:M');
  expect((await suggested(factors('[ ex:unit ex:M ] , [ ex:unit $0 ]')))[0]).not.toBe('ex:M');
  expect(await suggested(factors('[ ex:unit $0 ]'))).not.toContain('ex:M-HR');
});

test('where values come in runs, the one before comes first', async () => {
  const rooms = (floors: readonly string[]) =>
    floors.map((floor, i) => `ex:r${i} ex:floor ex:${floor} .`).join(' ');
  const runs = await suggested(`${rooms(['a', 'a', 'a', 'a', 'a', 'b', 'b'])} ex:r9 ex:floor $0 .`);
  expect(runs[0]).toBe('ex:b');
  const turns = await suggested(`${rooms(['b', 'a', 'b', 'a', 'b', 'a', 'b'])} ex:r9 ex:floor $0 .`);
  expect(turns[0]).toBe('ex:a');
});

test('a value goes with those that the node has, also behind the cursor', async () => {
  const found = await suggested(`
ex:a ex:system ex:SI . ex:b ex:system ex:UK , ex:US . ex:c ex:system ex:SI . ex:d ex:system ex:UK , ex:US .
ex:f ex:system ex:SI . ex:g ex:system ex:SI . ex:h ex:system ex:SI .
ex:e ex:system $0 , ex:US .
`);
  expect(found[0]).toBe('ex:UK');
  expect(found).not.toContain('ex:US');
});

test('a class is below one that others are below, and not below one that is below itself', async () => {
  const found = await suggested(`
ex:Dog rdfs:subClassOf ex:Animal . ex:Cat rdfs:subClassOf ex:Animal . ex:Persian rdfs:subClassOf ex:Cat .
ex:a a ex:Persian . ex:b a ex:Persian . ex:c a ex:Persian .
ex:Cat rdfs:subClassOf $0 .
`);
  expect(found[0]).toBe('ex:Animal');
  expect(found).not.toContain('ex:Persian');
});

test('the class of a node is the one whose shapes ask for its properties, or one below', async () => {
  const found = await suggested(`
#- /data.ttl shapes:/shapes.ttl
ex:x ex:name "C" ; ex:seats 5 ; a $0 .
#- /shapes.ttl
ex:Bus rdfs:subClassOf ex:Car .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:CarShape a sh:NodeShape ; sh:targetClass ex:Car ;
  sh:property [ sh:path ex:name ] , [ sh:path ex:seats ; sh:minCount 1 ] .
`);
  expect(found[0]).toBe('ex:Car');
  expect(found.slice(0, 3)).toContain('ex:Bus');
});

test('a property is written with one space before its value, also where there is one', async () => {
  const data = (written: string) => `ex:a ex:name "A" .
ex:b ${written}`;
  expect(await edited(data('ex:na$0 .'), 'ex:name')).toMatch(/ex:b ex:name \.$/);
  expect(await edited(data('ex:na$0. # none yet'), 'ex:name')).toMatch(/ex:b ex:name \. # none yet$/);
  expect(await edited(data('ex:na$0 "B" .'), 'ex:name')).toMatch(/ex:b ex:name "B" \.$/);
  expect(await edited(data('ex:na$0'), 'ex:name')).toMatch(/ex:b ex:name $/);
  expect(await edited(data('$0'), 'a')).toMatch(/ex:b a $/);
});

test('where shapes name no datatype, literals are written as other values are', async () => {
  const found = await suggested(`
ex:a ex:title "A"@en , "A"@de . ex:b ex:title "B"@en .
ex:c ex:title $0 .
`);
  expect(found.slice(0, 2)).toEqual(['""@en', '""@de']);
  expect((await suggested('ex:a ex:day "2026-01-01"^^xsd:date . ex:b ex:day $0 .'))[0]).toBe('""^^xsd:date');
  expect(await suggested('ex:a ex:size 5 . ex:b ex:size $0 .')).not.toContain('""^^xsd:integer');
  expect(await suggested('ex:a ex:title "A"@en . ex:b ex:title "B"^^$0 .')).not.toContain('rdf:langString');
});

test('what is being typed is no suggestion, and close matches come before letters that are apart', async () => {
  const found = await suggested(`
ex:a a ex:dab-a-t-a . ex:b a ex:dab-a-t-a . ex:c a ex:MyData .
ex:d a ex:data$0 .
`);
  expect(found.slice(0, 2)).toEqual(['ex:MyData', 'ex:dab-a-t-a']);
  expect(found).not.toContain('ex:data');
  expect(await suggested('ex:c a ex:MyData . ex:d a ex:MyData$0 .')).toContain('ex:MyData');
});

test('of a vocabulary, the classes that the properties of a node are for come before anything is typed', async () => {
  const found = await suggested(`
@prefix dcat: <http://www.w3.org/ns/dcat#> .
ex:c dcat:dataset ex:d ; a $0 .
`);
  expect(found).toContain('dcat:Catalog');
  expect(found).not.toContain('dcat:Distribution');
});

async function suggested(text: string, settings: Partial<Settings> = {}): Promise<readonly string[]> {
  const { file, offset } = await analysedFixture(text, settings);
  return completion(file, offset, options).items.map(({ label, reason }) =>
    reason === undefined ? label : `${label} (${reason})`,
  );
}

/** The paths that are suggested for the link at the cursor. */
async function linked(text: string): Promise<readonly string[]> {
  const { host, file, offset } = await analysedFixture(text);
  const files = await host.linkableFiles(linkAt(file, offset)!, new AbortController().signal);
  return completion(file, offset, { ...options, files }).items.map(({ newText, reason }) =>
    reason === undefined ? newText : `${newText} (${reason})`,
  );
}

/** The first file after a suggestion was chosen. Tab stops are shown as `$1`. */
async function edited(text: string, chosen: string): Promise<string> {
  const { file, offset } = await analysedFixture(text);
  const { range, items } = completion(file, offset, options);
  const item = items.find(({ label }) => label === chosen);
  expect(items.map(({ label }) => label)).toContain(chosen);
  const { newText, overwritten, edits } = item!;
  const replaced = { start: range.start, end: range.end + overwritten };
  return applyEdits(file.document.text, [{ range: replaced, newText }, ...edits]);
}

const options = { snippets: true, locale: 'en', vocabularies: await packedVocabularies() };
