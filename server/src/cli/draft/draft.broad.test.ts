import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { block, suppliedPrefixes } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

const people = `#- /data.ttl
ex:Teacher rdfs:subClassOf ex:Person .
ex:ann a ex:Teacher ; ex:name "Ann"@en ; ex:code "AB-123" ; ex:born "1990-01-02"^^xsd:date ; ex:left "2020-01-01"^^xsd:date ;
  ex:status "active" ; ex:teaches ex:maths ; ex:address [ ex:city "Ulm" ] .
ex:bob a ex:Teacher ; ex:name "Bob"@en , "Bert"@de ; ex:code "XY-9" ; ex:born "1991-01-02"^^xsd:date ; ex:left "2020-01-01"^^xsd:date ;
  ex:status "active" ; ex:teaches ex:maths , ex:art ; ex:address [ ex:city "Bonn" ] .
ex:cid a ex:Person ; ex:name "Cid"@en ; ex:code "QQ-77" ; ex:born "1992-01-02"^^xsd:date ; ex:left "2021-01-01"^^xsd:date ;
  ex:status "gone" ; ex:address [ ex:city "Kiel" ] .
ex:dot a ex:Person ; ex:name "Dot"@en ; ex:code "A-1" ; ex:born "1993-01-02"^^xsd:date ; ex:left "2022-01-01"^^xsd:date ;
  ex:status "gone" ; ex:address [ ex:city "Köln" ] .
ex:eve a ex:Person ; ex:name "Eve"@en ; ex:code "A-1" ; ex:born "1993-01-02"^^xsd:date ; ex:left "2022-01-01"^^xsd:date ;
  ex:status "gone" ; ex:address [ ex:city "Köln" ] .
ex:fay a ex:Person ; ex:name "Fay"@en ; ex:code "A-2" ; ex:born "1993-01-02"^^xsd:date ; ex:left "2022-01-01"^^xsd:date ;
  ex:status "active" ; ex:address [ ex:city "Köln" ] .
ex:maths a ex:Subject . ex:art a ex:Subject .
`;

test('asks for what holds for all instances of a class, with what speaks for it', async () => {
  const { out, err, code } = await runInMemory('draft data.ttl', { files: people });
  expect(out).toMatchInlineSnapshot(`
    "# Draft of shapes, made from data.ttl.
    # Each constraint holds for all of the data. Behind it: how many nodes or values speak for it, and its confidence, or what of an
    # ontology says it.
    # Review it before you use it: what all the data has in common need not be intended.

    @prefix ex: <http://example.org/ns#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .

    ex:PersonShape a sh:NodeShape ;
      sh:targetClass ex:Person ;
      rdfs:comment "Draft from 6 nodes." ;
      sh:property [
        sh:path ex:address ; # 6 of 6 nodes, 6 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:maxCount 1 ; # support 6, confidence 0.875
        sh:nodeKind sh:BlankNode ; # support 6, confidence 0.875
        sh:node [
          sh:property [
            sh:path ex:city ; # 6 of 6 nodes, 6 values
            sh:minCount 1 ; # support 6, confidence 0.875
            sh:maxCount 1 ; # support 6, confidence 0.875
            sh:datatype xsd:string ; # support 6, confidence 0.875
            sh:minLength 1 ; # support 6, confidence 0.875
          ] ;
        ] ;
      ] ;
      sh:property [
        sh:path ex:born ; # 6 of 6 nodes, 6 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:maxCount 1 ; # support 6, confidence 0.875
        sh:datatype xsd:date ; # support 6, confidence 0.875
        sh:lessThan ex:left ; # support 6, confidence 0.875
      ] ;
      sh:property [
        sh:path ex:code ; # 6 of 6 nodes, 6 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:maxCount 1 ; # support 6, confidence 0.875
        sh:datatype xsd:string ; # support 6, confidence 0.875
        sh:pattern "^[A-Z]{1,2}-[0-9]{1,3}$" ; # support 6, confidence 0.875
      ] ;
      sh:property [
        sh:path ex:left ; # 6 of 6 nodes, 6 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:maxCount 1 ; # support 6, confidence 0.875
        sh:datatype xsd:date ; # support 6, confidence 0.875
      ] ;
      sh:property [
        sh:path ex:name ; # 6 of 6 nodes, 7 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:datatype rdf:langString ; # support 7, confidence 0.888
        sh:languageIn ( "de" "en" ) ; # support 7, confidence 0.888
        sh:uniqueLang true ; # support 6, confidence 0.875
      ] ;
      sh:property [
        sh:path ex:status ; # 6 of 6 nodes, 6 values
        sh:minCount 1 ; # support 6, confidence 0.875
        sh:maxCount 1 ; # support 6, confidence 0.875
        sh:datatype xsd:string ; # support 6, confidence 0.875
        sh:in ( "active" "gone" ) ; # support 6, confidence 0.875
      ] ;
      sh:property [
        sh:path ex:teaches ; # 2 of 6 nodes, 3 values
        sh:nodeKind sh:IRI ; # support 3, confidence 0.800
        sh:class ex:Subject ; # support 3, confidence 0.800
      ] .

    # No other nodes have these properties.
    ex:PersonPropertiesShape a sh:NodeShape ;
      sh:targetSubjectsOf ex:address ; # support 6
      sh:targetSubjectsOf ex:born ; # support 6
      sh:targetSubjectsOf ex:code ; # support 6
      sh:targetSubjectsOf ex:left ; # support 6
      sh:targetSubjectsOf ex:name ; # support 6
      sh:targetSubjectsOf ex:status ; # support 6
      sh:class ex:Person .

    ex:SubjectShape a sh:NodeShape ;
      sh:targetClass ex:Subject ;
      rdfs:comment "Draft from 2 nodes." ;
      sh:property [
        sh:path [ sh:inversePath ex:teaches ] ; # 2 of 2 nodes, 3 values
        sh:class ex:Teacher ; # support 3, confidence 0.800
      ] .
    "
  `);
  expect(err).toMatchInlineSnapshot(`
    "3 shapes with 31 constraints drafted. The data conforms to them.
    "
  `);
  expect(code).toBe(0);
});

test('what a few exceptions break is a comment', async () => {
  const nodes = Array.from({ length: 40 }, (_, i) => `ex:n${i} a ex:T${i === 7 ? '' : ' ; ex:p 1'} .`);
  const { out } = await runInMemory('draft data.ttl', { files: `#- /data.ttl\n${nodes.join('\n')}\n` });
  expect(out).toContain('# not asked for: sh:minCount 1, which holds for 39 of 40');
});

test('--closed allows what the data use, and --min-support asks for more', async () => {
  const closed = await runInMemory('draft data.ttl --closed --min-support 6 -o shapes.ttl', {
    files: people,
  });
  expect(closed.code).toBe(0);
  const [written] = Object.values(closed.written);
  expect(written).toContain('sh:closed true ;\n  sh:ignoredProperties ( rdf:type ex:teaches ) ;');
  const none = await runInMemory('draft data.ttl --min-support 100', { files: people });
  expect(none.code).toBe(2);
});

test('what a property implies, what other class all have, and where small numbers end', async () => {
  const nodes = Array.from({ length: 60 }, (_, i) =>
    [
      `ex:n${i} a ex:T ; ex:mark ${i % 6} .`,
      ...(i % 5 === 0 ? [`ex:n${i} ex:replacedBy ex:n${i + 1} ; ex:deprecated true .`] : []),
      ...(i % 5 === 1 ? [`ex:n${i} a ex:Old .`] : []),
    ].join('\n'),
  );
  const { out, code } = await runInMemory('draft data.ttl', { files: `#- /data.ttl\n${nodes.join('\n')}\n` });
  expect(out).toContain(`ex:replacedByImpliesShape a sh:NodeShape ;
  sh:targetSubjectsOf ex:replacedBy ;
  sh:property [
    sh:path ex:deprecated ; # 12 of 12 nodes, 1 value
    sh:hasValue true ; # support 12, confidence 0.928
  ] .`);
  expect(out).toContain('  sh:class ex:T ; # all of them are, support 12, confidence 0.928\n');
  expect(out).toContain('sh:maxInclusive 5 ;');
  expect(code).toBe(0);
});

test('values that agree with those of a linked node, where they are not few, and languages beside texts without one', async () => {
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  const files = (first: string) =>
    [
      '#- /data.ttl',
      ...numbers.map(
        (i) => `ex:base${i} a ex:Base ; ex:size ${i} ; ex:sort "s" ; ex:label "a${i}"@en , "b${i}" .`,
      ),
      ...numbers.map(
        (i) => `ex:part${i} a ex:Part ; ex:of ex:base${i} ; ex:size ${i === 0 ? first : i} ; ex:sort "s" .`,
      ),
      ...numbers.map((i) => `ex:lone${i} a ex:Part ; ex:size ${i} ; ex:sort "t" .`),
    ].join('\n');
  const { out, err } = await runInMemory('draft data.ttl', { files: files('0') });
  expect(err).toContain('The data conforms to them.');
  expect(out).toContain(
    'sh:or ( [ sh:path ex:of ; sh:maxCount 0 ] [ sh:path ( ex:of ex:size ) ; sh:equals ex:size ] ) ; # support 12',
  );
  expect(out).toContain('sh:or ( [ sh:languageIn ( "en" ) ] [ sh:datatype xsd:string ] )');
  expect(out.match(/sh:equals/g)).toHaveLength(1);
  const { out: without } = await runInMemory('draft data.ttl', { files: files('99') });
  expect(without).not.toContain('sh:equals');
});

test.each([
  ['nodes are led to themselves', (i: number) => `ex:n${i} a ex:T ; ex:of ex:n${i} ; ex:size ${i} .`],
  [
    'all are led to one node, with many values',
    (i: number) => `ex:n${i} a ex:T ; ex:of ex:all ; ex:word ${words} . ex:all ex:word ${words} .`,
  ],
  [
    'all have the same set of many values',
    (i: number) => `ex:n${i} a ex:T ; ex:of ex:b${i} ; ex:word ${words} . ex:b${i} ex:word ${words} .`,
  ],
  [
    'fewer nodes than --min-support asks for',
    (i: number) => `ex:n${i} a ex:T ; ex:of ex:b${i} ; ex:size ${i} . ex:b${i} ex:size ${i} .`,
    '--min-support 13',
  ],
])('values agree by chance, and are not asked to, where %s', async (_, lines, options = '') => {
  const files = `#- /data.ttl\n${Array.from({ length: 12 }, (_, i) => lines(i)).join('\n')}\nex:o a ex:T .`;
  const { out } = await runInMemory(`draft data.ttl ${options}`, { files });
  expect(out).not.toContain('sh:equals');
});

test('nodes that are led to themselves do not hide that others agree', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, i) => `ex:n${i} a ex:T ; ex:of ex:b${i} ; ex:size ${i} . ex:b${i} ex:size ${i} .`,
  );
  const files = `#- /data.ttl\n${lines.join('\n')}\nex:o a ex:T ; ex:of ex:o ; ex:size 99 .`;
  const { out, err } = await runInMemory('draft data.ttl', { files });
  expect(err).toContain('The data conforms to them.');
  expect(out).toContain('sh:property [ sh:path ( ex:of ex:size ) ; sh:equals ex:size ] ; # support 12');
});

const words = Array.from({ length: 12 }, (_, i) => `"w${i}"`).join(' , ');

test('a sample is drawn by a seed, and the results of the whole data are counted', async () => {
  const nodes = Array.from({ length: 200 }, (_, i) => `ex:n${i} a ex:T ; ex:p ${i % 50 === 7 ? '"x"' : i} .`);
  const files = `#- /data.ttl\n${nodes.join('\n')}\n`;
  const run = () => runInMemory('draft data.ttl --sample 20 --seed 3', { files });
  const { out, err, code } = await run();
  expect(out).toContain('# Of each class, at most 20 nodes were looked at, drawn with the seed 3.');
  expect(out).toContain('sh:datatype xsd:integer ; # support 20');
  expect([code, err]).toEqual([1, expect.stringContaining('The data has 8 results; validate lists them.')]);
  expect((await run()).out).toBe(out);
});

const ontology = `ex:Person a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:mail ; owl:minCardinality 1 ] ,
  [ a owl:Restriction ; owl:onProperty ex:knows ; owl:allValuesFrom ex:Person ] ,
  [ a owl:Restriction ; owl:onProperty ex:member ; owl:someValuesFrom ex:Club ] .
ex:Club a owl:Class . ex:Cat a owl:Class . ex:Dog a owl:Class .
ex:born a owl:FunctionalProperty ; rdfs:domain ex:Person ; rdfs:range xsd:date .
ex:pet rdfs:domain ex:Person ; rdfs:range [ owl:unionOf ( ex:Cat ex:Dog ) ] .
`;

test('what an ontology says is asked for with its reason where the data conform, and told where they do not', async () => {
  const files = `#- /data.ttl
ex:a a ex:Person ; ex:mail "a@x.org" ; ex:born "2000-01-01"^^xsd:date ; ex:knows ex:b ; ex:member ex:club .
ex:b a ex:Person ; ex:mail "b@x.org" ; ex:born "2001-01-01" ; ex:knows ex:a ; ex:pet ex:rex .
ex:club a ex:Club . ex:rex a ex:Dog .
#- /ontology.ttl
${ontology}`;
  const { out, code } = await runInMemory('draft data.ttl --context ontology.ttl', { files });
  for (const line of [
    'sh:minCount 1 ; # by owl:minCardinality, support 2',
    'sh:class ex:Person ; # by owl:allValuesFrom, support 2',
    'sh:maxCount 1 ; # by owl:FunctionalProperty, support 2',
    '# not asked for: sh:datatype xsd:date (rdfs:range), which holds for 1 of 2',
    '# not asked for: sh:qualifiedValueShape [ sh:class ex:Club ] ; sh:qualifiedMinCount 1 (owl:someValuesFrom), which holds for 1 of 2',
    'sh:or ( [ sh:class ex:Cat ] [ sh:class ex:Dog ] ) ; # by rdfs:range, support 1',
    'sh:targetSubjectsOf ex:born ; # by rdfs:domain, support 2',
  ])
    expect(out).toContain(line);
  expect(code).toBe(0);
});

test('an ontology without data is drafted as well', async () => {
  const { out, err, code } = await runInMemory('draft ontology.ttl', {
    files: `#- /ontology.ttl\n${ontology}`,
  });
  expect(err).toContain('The data conforms to them.');
  expect(out).toContain(`  rdfs:comment "Draft from the ontology." ;
  sh:property [
    sh:path ex:mail ;
    sh:minCount 1 ; # by owl:minCardinality
  ] ;`);
  expect(code).toBe(0);
});

test('of fewer nodes than a constraint needs, nothing is drafted, and how many are needed is said', async () => {
  const files = block`
    #- /data.ttl
    @prefix ex: <http://example.org/ns#> .
    ex:a a ex:Hive ; ex:frames 10 .
    ex:b a ex:Hive ; ex:cells 11 .`;
  const { code, err } = await runInMemory('draft data.ttl', { files });
  expect(code).toBe(2);
  expect(err).toContain('no class has 3 nodes whose values are alike');
  expect((await runInMemory('draft data.ttl --min-support 1', { files })).code).toBe(0);
});

test.each([
  'university/university',
  'heldout/library',
  'hvac/fan-coil-unit',
  'hvac/single-zone-ahu',
  'demo/catalogue',
])('the data of %s conforms to its draft, in which nothing is wrong', async (name) => {
  const text = readFileSync(`test-fixtures/${name}.ttl`, 'utf8');
  const { out, code } = await runInMemory('draft data.ttl', { files: `#- /data.ttl\n${text}` });
  expect(code).toBe(0);
  const lint = await runInMemory('lint draft.ttl', { files: `#- /draft.ttl\n${out}` });
  expect(lint.out).toBe('1 shapes file: nothing is wrong.\n');
});

test('data without classes is told to be so', async () => {
  const { err, code } = await runInMemory('draft data.ttl', {
    files: '#- /data.ttl\nex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .',
  });
  expect([err, code]).toEqual([
    expect.stringContaining('shapes are drafted for classes, and no node has one (rdf:type).'),
    2,
  ]);
});

test('that a few nodes have the same number of several values is no rule, that many have is', async () => {
  const crew = (size: number, ships: number) => {
    const people = Array.from({ length: size }, (_, i) => `ex:p${i}`);
    const known = (one: string) => people.filter((other) => other !== one).slice(0, ships);
    return people.map((one) => `${one} a ex:Person ; ex:knows ${known(one).join(' , ')} .`).join('\n');
  };
  const drafted = async (size: number, ships: number) =>
    (await runInMemory('draft data.ttl', { files: `#- /data.ttl\n${crew(size, ships)}` })).out;
  const few = await drafted(7, 6);
  expect(few).toContain('sh:path ex:knows ; # 7 of 7 nodes, 42 values\n    sh:minCount 1 ;');
  expect(few).not.toMatch(/sh:m..Count 6/);
  expect(await drafted(7, 2)).toMatch(/sh:minCount 2 ;.*\n {4}sh:maxCount 2 ;/);
});

test('drafts from the instances of a store, with the classes of their values', async () => {
  const triples = ['a', 'b', 'c', 'd'].map(
    (name) => `ex:${name} a ex:Room ; ex:area 12.5 ; ex:floor ex:ground . ex:other-${name} ex:area "?" .`,
  );
  const store = new StoreInMemory(`${suppliedPrefixes} ex:ground a ex:Floor . ${triples.join('\n')}`);
  const command = 'draft --endpoint https://store.example/sparql';
  const { out, err, code } = await runInMemory(command, { files: '', store });
  expect([err, code]).toEqual(['1 shape with 8 constraints drafted. The sample conforms to them.\n', 0]);
  expect(out).toContain(
    '# Draft of shapes, made from 5 of 5 instances in https://store.example/sparql, drawn with the seed 1.',
  );
  expect(out).toContain('sh:targetClass <http://example.org/ns#Room>');
  // What the sample lacks may have the property, and nodes outside of it may lead to those in it.
  expect(out).not.toMatch(/targetSubjectsOf|inversePath/);
  expect(out).toMatch(/sh:datatype xsd:decimal/);
  expect(out).toMatch(/sh:class <http:\/\/example.org\/ns#Floor>/);
  const few = await runInMemory(`${command} --sample 3 --seed 4`, { files: '', store });
  expect(few.out).toContain('made from 3 of 5 instances');
});

test.each([
  ['draft', 'give the data: files, folders'],
  ['draft data.ttl --endpoint https://store.example/', 'not both'],
  ['draft --endpoint https://store.example/', 'https://store.example/: It has no instances of classes.'],
])('%s is refused', async (command, message) => {
  const store = new StoreInMemory('<urn:a> <urn:p> 1 .');
  const { err, code } = await runInMemory(command, { files: people, store });
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
