import { describe, expect, test } from 'vitest';
import { check, hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';

/** A shapes file with one property shape on ex:p for instances of ex:T. */
const shapes = (constraints: string, path = 'ex:p') => `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ${path} ; ${constraints} ] .
`;

describe('the place of a violation', () => {
  test('a wrong value is shown at the value, datatype and language compared', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p 5 , "5" , "five"@en .
#                      ^^^ sh:datatype: ex:p of ex:a …
#                            ^^^^^^^^^ sh:datatype: ex:p of ex:a …
${shapes('sh:datatype xsd:integer')}`));

  test('the datatype is part of the term', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x"^^xsd:integer .
#                  ^^^^^^^^^^^^^^^^ sh:datatype: ex:p of ex:a …
${shapes('sh:datatype xsd:integer')}`));

  test('too many values: the surplus ones', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p 1 , 2 , 3 ; ex:q 4 .
#                      ^^^^^ sh:maxCount: …
${shapes('sh:maxCount 1')}`));

  test('too many values in several places: the first surplus one', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p 1 .
ex:a ex:p 2 .
#         ^ sh:maxCount: …
${shapes('sh:maxCount 1')}`));

  test('too many qualified values: the surplus ones among those that count', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x" , 2 , "y" , 3 .
#                                  ^ sh:qualifiedMaxCount: …
${shapes('sh:qualifiedValueShape [ sh:datatype xsd:integer ] ; sh:qualifiedMaxCount 1')}`));

  test('something missing: the subject in its main block', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:q 1 .
ex:b ex:q ex:a .
ex:a a ex:T .
#^^^ sh:minCount: …
${shapes('sh:minCount 1')}`));

  test('a closed shape: the predicate', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ;
  ex:p 1 ;
  ex:q 2 .
# ^^^^ sh:closed: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:p ] .
`));

  test('an inverse path: the triple that breaks', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T .
ex:b ex:p ex:a .
#    ^^^^^^^^^ sh:class: …
${shapes('sh:class ex:C', '[ sh:inversePath ex:p ]')}`));

  test('a sequence path: the last step', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
ex:b ex:q "x" .
#         ^^^ sh:datatype: …
${shapes('sh:datatype xsd:integer', '( ex:p ex:q )')}`));

  test('a repetition: the step that reaches the value', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
ex:b a ex:C ; ex:p ex:c .
#                  ^^^^ sh:class: …
${shapes('sh:class ex:C', '[ sh:oneOrMorePath ex:p ]')}`));

  test('a blank node: its own span', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:r [ a ex:T ; ex:q 1 ] .
#         ^^^^^^^^^^^^^^^^^^^ sh:minCount: …
${shapes('sh:minCount 1')}`));

  test('a node shape: the focus node, also where it is only mentioned', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:p ex:w .
#         ^^^^ sh:in: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:in ( ex:v ) .
`));

  test('a target node that no file describes: the target in the shapes file', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:p ex:w .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:nobody ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
#                                   ^^^^^^^^^ sh:minCount: …
`));

  test('a result in another linked file is shown there', () =>
    check(`#- /data.ttl shapes:/shapes.ttl context:/context.ttl
ex:a a ex:T .
#- /context.ttl
ex:a ex:p "x" .
#         ^^^ sh:datatype: …
${shapes('sh:datatype xsd:integer')}`));

  test('a nested property shape: the node that it is about', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:minCount: …
${shapes('sh:property [ sh:path ex:q ; sh:minCount 1 ]')}`));

  test('several literals of one language: the later one', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x"@en , "y"@de , "z"@en .
#                                    ^^^^^^ sh:uniqueLang: …
${shapes('sh:uniqueLang true')}`));

  test('equals: the value that the other property has alone', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p 1 ; ex:q 1 , 2 .
#                               ^ sh:equals: …
${shapes('sh:equals ex:q')}`));
});

describe('what is said', () => {
  test("the shape's message comes first, then what is wrong with which value", () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x" .
#                  ^^^ sh:datatype: A whole number, please / ex:p of ex:a has the datatype xsd:string, not xsd:integer: "x"
${shapes('sh:datatype xsd:integer ; sh:message "A whole number, please"@en , "Bitte eine ganze Zahl"@de')}`));

  test('a class that nothing linked describes', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ex:C: ex:b / No linked file describes the class ex:Special. Link its ontology.
ex:b a ex:Special .
${shapes('sh:class ex:C')}`));

  test('a class whose name or namespace is a slip away from the one that is asked for', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix exs: <https://example.org/ns#> .
ex:a a ex:T ; ex:p ex:b , ex:c , ex:d .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ex:Room: ex:b / No linked file describes the class ex:Rom. Did you mean ex:Room?
#                         ^^^^ sh:class: ex:p of ex:a is not an instance of ex:Room: ex:c / No linked file describes the class exs:Room. Did you mean ex:Room?
#                                ^^^^ sh:class: ex:p of ex:a is not an instance of ex:Room: ex:d / No linked file describes the class ex:Roof2. Link its ontology.
ex:b a ex:Rom . ex:c a exs:Room . ex:d a ex:Roof2 .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:class ex:Room ] .
`));

  test('a class that nothing linked describes, of a vocabulary that something does', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ex:C: ex:b / No linked file describes the class ex:Special. Linked files describe other classes of its namespace: its name may be wrong, or belong to another version.
ex:b a ex:Special . ex:Other a rdfs:Class ; rdfs:subClassOf ex:C .
${shapes('sh:class ex:C')}`));

  test.each([
    ['a class of a language, below one that is built on it', 'sh:NodeShape', 'ex:C'],
    ['a class of a well-known vocabulary, below one that is built on it', 'skos:Concept', 'ex:C'],
    ['a class of a language, below one of a well-known vocabulary', 'owl:Class', 'skos:Concept'],
  ])('no ontology would help: %s', (_, type, asked) =>
    check(`#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ${asked}: ex:b
ex:b a ${type} .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:class ${asked} ] .
`),
  );

  test('a class that a vocabulary has below one of its own', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of skos:Collection: ex:b / No linked file describes the class skos:OrderedCollection. Link its ontology.
ex:b a skos:OrderedCollection .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:class skos:Collection ] .
`));

  test('a class that the shapes describe is described', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ex:C: ex:b
ex:b a ex:Special .
${shapes('sh:class ex:C')}
ex:Special rdfs:label "Special" .
`));

  test('no hint when the class is described and is another one', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: ex:p of ex:a is not an instance of ex:C: ex:b
ex:b a ex:Special .
ex:Special rdfs:subClassOf ex:Other .
${shapes('sh:class ex:C')}`));

  test('a subclass in the context decides', () =>
    check(`#- /data.ttl shapes:/shapes.ttl context:/context.ttl
ex:a a ex:T ; ex:p ex:b .
ex:b a ex:Special .
#- /context.ttl
ex:Special rdfs:subClassOf ex:C .
${shapes('sh:class ex:C')}`));

  test('nothing is shown for nodes that only the context describes', () =>
    check(`#- /data.ttl shapes:/shapes.ttl context:/context.ttl
ex:a a ex:T ; ex:p 1 .
#- /context.ttl
ex:other a ex:T .
${shapes('sh:minCount 1')}`));
});

test('the result of a query: the value that it selects, wherever the node has it', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p 1 ; ex:q 2 .
#                           ^ sh:sparql: ex:a has 2
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:sparql [ sh:message "{$this} has {?value}" ;
  sh:select "SELECT $this ?value { $this ?p ?value . FILTER (?value > 1) }" ] .
`));

describe('what is not checked', () => {
  test('queries that are not allowed are shown in the shapes file', () =>
    check(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .
#                                       ^^^^^^^ shapes: SERVICE is not allowed: nothing is looked up outside the graph. The constraint is not checked.
`));

  test('an undeclared prefix is shown where the query uses it, behind escapes and in long strings', () =>
    check(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:sparql [ sh:select "SELECT $this { $this rdfs:label \\"\\u0041\\" ; a ex:T }" ] ,
#                                             ^^^^^ shapes: The prefix rdfs: is not declared. Declare it with sh:declare at a value of sh:prefixes, or with PREFIX in the query. The constraint is not checked.
    [ sh:select """SELECT $this { $this ?p \\"\\u0041\\" ;
      a ex:T }""" ] .
#       ^^^ shapes: The prefix ex: is not declared. Declare it with sh:declare at a value of sh:prefixes, or with PREFIX in the query. The constraint is not checked.
`));

  test('a syntax error of a query is shown where it is', () =>
    check(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:sparql [ sh:select "SELECT $this { $this ?p WHERE }" ] .
#                                                ^^^^^ shapes: This is not a SPARQL query: line 1, column 25, at "WHERE }". The constraint is not checked.
`));

  test('what a query probably does not mean', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:p ex:T .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:none ;
  sh:sparql [ sh:select "SELECT $this { ?that ?p ?o }" ] ,
#                               ^^^^^ shapes: The pattern does not use $this, so the query says the same about each focus node.
    [ sh:select "SELECT $this ?value { $this ?p ?vale }" ] ,
#                             ^^^^^^ shapes: ?value is selected, but nothing in the query gives it a value.
    [ sh:select "SELECT $this (?o AS ?value) (ex:p AS ?path) { $this ex:p ?o }" ; sh:prefixes [ sh:declare [
      sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] ] ] ,
    [ sh:select "SELECT $this { $this $PATH ?o }" ] .
#                                     ^^^^^ shapes: Only property shapes have a path that $PATH can stand for.
`));
});

test('constraints that an unresolved import declares are shown as not checked', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix more: <http://example.org/more#> .
ex:O a owl:Ontology ; owl:imports <http://example.org/more> .
#                                 ^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports…
ex:S a sh:NodeShape ; sh:targetClass ex:T ; more:exactCount 3 .
#^^^ notChecked: more:exactCount of ex:S comes from <http://example.org/more>, which is not linked: …
`));

test('an import of the SHACL vocabulary leaves nothing to link', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:O a owl:Ontology ; owl:imports <http://www.w3.org/ns/shacl#> .
#                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports <http://www.w3.org/ns/shacl#> in shapes.ttl: no file of the workspace declares this ontology, so its contents are not used. Its terms are known without it.
ex:S a sh:NodeShape ; sh:targetClass ex:T .
`));

describe('links', () => {
  test('header comments, also with CRLF', () =>
    check(`#- /folder/data.ttl
# shapes: ../shapes.ttl\r
# context: ../*/onto*.ttl\r
ex:a a ex:T ; ex:p ex:b .
#                  ^^^^ sh:class: …
#- /more/ontology.ttl
ex:b a ex:D .
${shapes('sh:class ex:C')}`));

  test('a file that is missing', () =>
    check(`# shapes: nowhere.ttl
#         ^^^^^^^^^^^ link: The shapes file nowhere.ttl does not exist…
ex:a a ex:T .
`));

  test('a pattern that matches nothing', () =>
    check(`# shapes: nowhere/*.ttl
#         ^^^^^^^^^^^^^ link: No file matches 'nowhere/*.ttl'. Correct the pattern, or add the file.
ex:a a ex:T .
`));

  test('an import that no file of the workspace declares', () =>
    check(`ex:o a owl:Ontology ; owl:imports <http://example.org/other> .
#                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports <http://example.org/other> in data.ttl: no file …
`));

  test('a shapes file that imports what no file declares says so once, and remains a shapes file', async () => {
    const text = block`
      <http://example.org/o> a owl:Ontology ; owl:imports <http://example.org/other> .
      #                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports <http://example.org/other> in shapes.ttl: …
      ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
    `;
    await check(`#- /shapes.ttl\n${text}`);
    const isShapesFile = async (more: string) => {
      const fixture = parseFixture(`#- /shapes.ttl\n${text}${more}`);
      const { signal } = new AbortController();
      return (await hostOf(fixture).validate(fixture.files[0]!.uri, signal)).status.isShapesFile;
    };
    expect(await isShapesFile('')).toBe(true);
    expect(await isShapesFile('ex:a a ex:T ; ex:p 1 .\n')).toBe(false);
  });

  test('all imports of a file that no file of the workspace declares are one problem', () =>
    check(`<http://example.org/o> a owl:Ontology ; owl:imports <http://example.org/other>, <http://example.org/nothing> .
#                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports in data.ttl: no file of the workspace declares these 2 ontologies, so their contents are not used. Add the files, link them, or fetch them (shacl-repair imports). / <http://example.org/other> / <http://example.org/nothing>
<http://example.org/p> a owl:Ontology ; owl:imports <http://example.org/known> .
#- /known.ttl
<http://example.org/known> a owl:Ontology .
`));

  test('an import with a slip keeps a problem of its own, with its fix', () =>
    check(`<http://example.org/o> a owl:Ontology ; owl:imports <http://example.org/other>, <http://example.org/vocabulary/uint> .
#                                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports <http://example.org/vocabulary/uint> in data.ttl: …
#                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ link: owl:imports <http://example.org/other> in data.ttl: …
#- /known.ttl
<http://example.org/vocabulary/unit> a owl:Ontology .
`));

  test('circular imports are followed once', () =>
    check(`#- /data.ttl
<http://example.org/a> a owl:Ontology ; owl:imports <http://example.org/b> .
ex:a a ex:T .
#^^^ sh:minCount: …
#- /b.ttl
<http://example.org/b> a owl:Ontology ; owl:imports <http://example.org/a> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`));

  test('sh:shapesGraph names shapes by their ontology', () =>
    check(`#- /data.ttl
<http://example.org/a> sh:shapesGraph <http://example.org/b> .
ex:a a ex:T .
#^^^ sh:minCount: …
#- /b.ttl
<http://example.org/b> a owl:Ontology .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`));

  test('a file with its own shapes needs no link', () =>
    check(`ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
ex:a a ex:T .
#^^^ sh:minCount: …
`));

  test('a shapes file that is not Turtle', () =>
    check(`#- /data.ttl
# shapes: shapes.ttl
#         ^^^^^^^^^^ link: The shapes file shapes.ttl has…
ex:a a ex:T .
#- /shapes.ttl
this is no Turtle
`));
});

test('syntax errors stand beside violations', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x" .
#                  ^^^ sh:datatype: …
ex:b a ex:T ; ex:p .
#                  ^ syntax: …
${shapes('sh:datatype xsd:integer')}`));

test('what a broken statement seems to lack is not reported', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:q "x"
  ex:p 1 .
# ^^^^ syntax: …
ex:b a ex:T .
#^^^ sh:minCount: …
${shapes('sh:minCount 1')}`));

describe('a property that was meant to be the one that is lacking', () => {
  const lacks = (name: string) => `sh:minCount: ${name} has no value of ex:name, but needs at least 1`;

  test('is underlined where it is written', () =>
    check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann a ex:T ; ex:nmae "Ann" .
#               ^^^^^^^ ${lacks('ex:ann')}
${shapes('sh:minCount 1', 'ex:name')}`));

  test('is not one that a file describes, or one of two', () =>
    check(`
#- /data.ttl shapes:/shapes.ttl
ex:ann a ex:T ; ex:nmae "Ann" .
#^^^^^ ${lacks('ex:ann')}
ex:nmae rdfs:label "a property of its own" .
ex:bob a ex:T ; ex:namee "Bob" ; ex:naem "Bob" .
#^^^^^ ${lacks('ex:bob')}
${shapes('sh:minCount 1', 'ex:name')}`));

  test('is named with the one that it may have been meant to be', async () => {
    const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:ann a ex:T ; ex:nmae "Ann" .
${shapes('sh:minCount 1', 'ex:name')}`);
    const [{ uri }] = fixture.files as [(typeof fixture.files)[number]];
    const { diagnostics } = await hostOf(fixture).validate(uri, new AbortController().signal);
    expect(diagnostics.get(uri)?.[0]?.related[0]?.message).toBe('ex:nmae may be a misspelling of ex:name');
  });

  test('a misspelt property of a node that does not conform to another shape', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:stret "High Street" .
#             ^^^^^^^^ sh:node: …
ex:b a ex:U ; ex:leaglName "B" .
#             ^^^^^^^^^^^^ sh:or: …
ex:c a ex:V ; ex:address [ ex:steret "Low Street" ] .
#                          ^^^^^^^^^ sh:node: …
ex:d a ex:U ; ex:legalNaem "D" ; ex:tradName "D" .
#^^^ sh:or: …
#                                ^^^^^^^^^^^ name: No linked file names ex:tradName. Did you mean ex:tradeName?
#- /shapes.ttl
ex:Address sh:property [ sh:path ex:street ; sh:minCount 1 ] .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:node ex:Address .
ex:R a sh:NodeShape ; sh:targetClass ex:U ; sh:or (
  [ sh:property [ sh:path ex:legalName ; sh:minCount 1 ] ]
  [ sh:property [ sh:path ex:tradeName ; sh:minCount 1 ] ]
) .
ex:Q a sh:NodeShape ; sh:targetClass ex:V ; sh:property [ sh:path ex:address ; sh:node ex:Address ] .
`));
});

describe('literals that their datatype does not allow', () => {
  test('are warnings without any shape', () =>
    check(`
#- /data.ttl
ex:a ex:on "2022-13-20"^^xsd:date , "2022-12-20"^^xsd:date ; ex:p "x"^^ex:own .
#          ^^^^^^^^^^^^^^^^^^^^^^ literal: "2022-13-20"^^xsd:date is not a valid xsd:date, so it has no value to compare or compute with.`));

  test('are told once, where a result says so', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "x"^^xsd:integer .
#                  ^^^^^^^^^^^^^^^^ sh:datatype: ex:p of ex:a …
${shapes('sh:datatype xsd:integer')}`));
});

test('a mistyped namespace of SHACL is one problem in a shapes file', () =>
  check(`#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix sh: <https://www.w3.org/ns/shacl#> .
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ namespace: 'sh:' is declared for <https://www.w3.org/ns/shacl#>, but it usually stands for <http://www.w3.org/ns/shacl#>. Names with this prefix do not match those of other files.
ex:S a sh:NodeShape ; sh:targetClass ex:T .`));

test('in RDF 1.1, each token that came with RDF 1.2 is an error', () =>
  check(
    `#- /data.ttl shapes:/shapes.ttl
VERSION "1.2"
#^^^^^^ syntax: Announcing a version came with RDF 1.2, and this text is held to RDF 1.1. Remove the line, or allow RDF 1.2.
ex:a a ex:T ; ex:p 1 ~ ex:r {| ex:q <<( ex:a ex:q 2 )>> |} ; ex:q "a"@en--ltr .
#                    ^ syntax: Reifiers, '~', came with RDF 1.2, …
#                                   ^^^ syntax: Triple terms, '<<( … )>>', came with RDF 1.2, …
#                                                                    ^^^^^^^^ syntax: Directions behind languages, …
<< ex:a ex:p 1 >> ex:q 2 {| ex:q 3 |} .
#^ syntax: Reified triples, '<< … >>', came with RDF 1.2, …
#                        ^^ syntax: Annotations, '{| … |}', came with RDF 1.2, …
${shapes('sh:maxCount 1')}`,
    { rdf: '1.1' },
  ));

test('held to SHACL 1.0, shapes have a message where a term came with SHACL 1.2', () =>
  check(
    `#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:p "a" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:singleLine true ] .
#                                                                                        ^^^^^^^^^^^^^^^^^^ shapes: sh:singleLine came with SHACL 1.2. …
`,
    { shacl: '1.0' },
  ));
