import { describe, expect, test } from 'vitest';
import type { Place } from '../../../shacl/results/locate.ts';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { annotate } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import { symbolAt } from '../occurrences/symbolAt.ts';
import { definitions, implementations, references, typeDefinitions } from './definition.ts';

const signal = new AbortController().signal;

describe('a term is defined', () => {
  test('where its type is stated, in the linked files', () =>
    check('definition')(block`
      #- /data.ttl context:/ontology.ttl
      ex:alice a ex:$0Person .
      ex:Person ex:seen true .
      #- /ontology.ttl
      ex:Person rdfs:comment "Somebody" .
      ex:Person a owl:Class ; rdfs:label "Person" .
      #^^^^^^^^ here
    `));

  test('in its own file where that says as much', () =>
    check('definition')(block`
      #- /data.ttl context:/ontology.ttl
      ex:alice ex:knows ex:b$0ob .
      ex:bob a ex:Person .
      #^^^^^ here
      #- /ontology.ttl
      ex:bob a ex:Person .
    `));

  test('by the shapes that are about it where nothing describes it', () =>
    check('definition')(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:alice ex:n$0ame "Alice" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ] .
      #                                                                      ^^^^^^^ here
    `));

  test('for a blank node label by the statement about it', () =>
    check('definition')(block`
      ex:alice ex:knows _:b$0 .
      _:b a ex:Person .
      #^^ here
    `));

  test('for a name in a query by its description', () =>
    check('definition')(block`
      ex:S sh:sparql [ sh:select "SELECT $this { $this ex:p$0 ?o }" ] .
      ex:p a rdf:Property .
      #^^^ here
    `));
});

test('a prefix is defined by the declaration that holds there', () =>
  check('definition')(block`
    @prefix ex: <http://example.org/> .
    #       ^^^ here
    ex:a e$0x:p 1 .
    @prefix ex: <http://example.com/> .
    ex:a ex:p 1 .
  `));

test('the types of a node are defined', () =>
  check('typeDefinition')(block`
    #- /data.ttl context:/ontology.ttl
    ex:ali$0ce a ex:Person , ex:Unknown .
    #- /ontology.ttl
    ex:Person a owl:Class .
    #^^^^^^^^ here
  `));

describe('references', () => {
  const data = block`
    #- /data.ttl shapes:/shapes.ttl
    ex:alice ex:n$0ame "Alice" .
    #        ^^^^^^^ here
    #- /shapes.ttl
    ex:S sh:property [ sh:path ex:name ] ; sh:sparql [ sh:ask "ASK { $this ex:name ?n }" ] .
    #                          ^^^^^^^ here
    #                                                                      ^^^^^^^ here
  `;
  test('are in all linked files, in query literals too', () =>
    check('references')(`${data}ex:name a rdf:Property .\n#^^^^^^ here\n`));
  test('without its descriptions are where it is used', () =>
    check('uses')(`${data}ex:name a rdf:Property .\n`));
});

describe('implementations', () => {
  test('of a shape are the nodes that it targets', () =>
    check('implementation')(block`
      #- /shapes.ttl
      ex:$0S a sh:NodeShape ; sh:targetClass ex:Person .
      ex:alice a ex:Person .
      #^^^^^^^ here
      ex:bob a ex:Student .
      #^^^^^ here
      ex:Student rdfs:subClassOf ex:Person .
      ex:carol a ex:Cat .
    `));

  test('of a class are its instances', () =>
    check('implementation')(block`
      ex:alice a ex:Person$0 .
      #^^^^^^^ here
    `));
});

/** Checks that what is asked for at the cursor of the first file is at the labelled places of all files. */
function check(feature: 'definition' | 'typeDefinition' | 'references' | 'uses' | 'implementation') {
  return async (text: string): Promise<void> => {
    const { file, offset } = await analysedFixture(text);
    const symbol = symbolAt(file.document, offset)!;
    const term = symbol.kind === 'term' ? symbol.id : -1;
    const find = {
      definition: () => definitions(symbol, file.documents),
      typeDefinition: () => typeDefinitions(term, file.documents),
      references: () => references(symbol, file.documents, { isReadOnly: false }, signal),
      uses: () => references(symbol, file.documents, { isReadOnly: true }, signal),
      implementation: () => implementations(term, file),
    };
    const found: readonly Place[] = await find[feature]();
    for (const { uri, text: own, labels } of parseFixture(text).files) {
      const inFile = found.filter(({ document }) => document.uri === uri);
      const shown = inFile.map(({ range }) => ({ range, text: 'here' }));
      expect(annotate(own, shown)).toBe(annotate(own, labels));
    }
  };
}
