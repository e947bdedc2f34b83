import { describe, expect, test } from 'vitest';
import { listing, problemsOf, readUnit, textAfter } from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';
import { suggestRepairs } from '../../search/suggestRepairs.ts';

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix foaf: <http://xmlns.com/foaf/0.1/> .
  @prefix dct: <http://purl.org/dc/terms/> .
  @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix schema: <https://schema.org/> .
  @prefix vcard: <http://www.w3.org/2006/vcard/ns#> .`;

/** The first repair of each result, and the text after it. */
async function firstRepairs(property: string, data: string, shapes = ''): Promise<readonly string[]> {
  const unit = readUnit(`#- /data.ttl
${prefixes}
${data}
#- /shapes.ttl
${prefixes}
ex:S a sh:NodeShape ; sh:targetClass ex:Work ; sh:property [ ${property} ] .
${shapes}
`);
  const found: string[] = [];
  for (const problem of await problemsOf(unit)) {
    const suggestions = await suggestRepairs(problem, { max: 5 }, new AbortController().signal);
    const [first] = suggestions.repairs;
    const after = first ? textAfter(first).split('\n').slice(-2).join('\n') : '';
    found.push(`${listing(suggestions).split('\n')[0]}\n${after.trim()}`);
  }
  return found;
}

describe('a text that is an IRI', () => {
  test('becomes it, with the class that the place asks for', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:references ; sh:class foaf:Document',
      block`
        ex:a a ex:Work ; dct:references <https://lib.example/1> . <https://lib.example/1> a foaf:Document .
        ex:b a ex:Work ; dct:references <https://lib.example/2> . <https://lib.example/2> a foaf:Document .
        ex:c a ex:Work ; dct:references "https://lib.example/3" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "attested: Change "https://lib.example/3" to <https://lib.example/3> and add type foaf:Document to <https://lib.example/3> -- the IRI that the text spells out; 2 of 2 other values are foaf:Document
      <https://lib.example/3> a foaf:Document .
      ex:c a ex:Work ; dct:references <https://lib.example/3> ."
    `);
  });

  test('gets the class of nothing that other data shows to be usual only as a suggestion', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:references ; sh:class foaf:Document',
      'ex:c a ex:Work ; dct:references "https://lib.example/3" .',
    );
    expect(first).toMatchInlineSnapshot(`
      "plausible: Change "https://lib.example/3" to <https://lib.example/3> and add type foaf:Document to <https://lib.example/3> -- the IRI that the text spells out
      ex:c a ex:Work ; dct:references <https://lib.example/3> .
      <https://lib.example/3> a foaf:Document ."
    `);
  });

  test('is described already', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:references ; sh:class foaf:Document',
      block`
        <https://lib.example/3> a foaf:Document .
        ex:c a ex:Work ; dct:references "https://lib.example/3" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "attested: Change "https://lib.example/3" to <https://lib.example/3> -- the IRI that the text spells out
      <https://lib.example/3> a foaf:Document .
      ex:c a ex:Work ; dct:references <https://lib.example/3> ."
    `);
  });

  test('as the end of what others have there', async () => {
    const [first] = await firstRepairs(
      'sh:path schema:sameAs ; sh:nodeKind sh:IRI',
      block`
        ex:a a ex:Work ; schema:sameAs <https://ids.example/rec/77-120> .
        ex:b a ex:Work ; schema:sameAs <https://ids.example/rec/80-4> .
        ex:c a ex:Work ; schema:sameAs "91-33" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "attested: Change "91-33" to <https://ids.example/rec/91-33> -- 2 of 2 other values are written this way in <https://ids.example/rec/>
      ex:b a ex:Work ; schema:sameAs <https://ids.example/rec/80-4> .
      ex:c a ex:Work ; schema:sameAs <https://ids.example/rec/91-33> ."
    `);
  });

  test.each([
    ['"PT"', 'a code of two letters'],
    ['"por"', 'a code of three letters'],
    ['"Portuguese"@en', 'a name in English'],
    ['"português"@pt', 'its own name'],
  ])('as the code of the language %s, %s, where others have such codes', async (text) => {
    const [first] = await firstRepairs(
      'sh:path ex:spoken ; sh:nodeKind sh:IRI',
      block`
        ex:a a ex:Work ; ex:spoken <http://tables.example/language/ITA> .
        ex:b a ex:Work ; ex:spoken <http://tables.example/language/MLT> .
        ex:c a ex:Work ; ex:spoken ${text} .`,
    );
    expect(first).toContain('to <http://tables.example/language/POR>');
  });

  test('as the member of a table that others use, not as a word', async () => {
    const others = block`
      ex:a a ex:Work ; ex:kind <http://tables.example/kind/MAP> .
      ex:b a ex:Work ; ex:kind <http://tables.example/kind/ATLAS> .`;
    const at = 'sh:path ex:kind ; sh:nodeKind sh:IRI';
    const [code] = await firstRepairs(at, `${others}\nex:c a ex:Work ; ex:kind "PLAN" .`);
    expect(code).toContain('to <http://tables.example/kind/PLAN>');
    const [word] = await firstRepairs(at, `${others}\nex:c a ex:Work ; ex:kind "Something else" .`);
    expect(word).not.toContain('tables.example/kind/S');
  });

  test('as a media type of IANA, where others are', async () => {
    const [first] = await firstRepairs(
      'sh:path ex:type ; sh:nodeKind sh:IRI',
      block`
        ex:a a ex:Work ; ex:type <https://www.iana.org/assignments/media-types/image/png> .
        ex:c a ex:Work ; ex:type "application/gpx+xml" .`,
    );
    expect(first).toContain(
      'ex:c a ex:Work ; ex:type <https://www.iana.org/assignments/media-types/application/gpx+xml>',
    );
  });

  test('is no such end where it is written in another way', async () => {
    const [first] = await firstRepairs(
      'sh:path schema:sameAs ; sh:nodeKind sh:IRI',
      block`
        ex:a a ex:Work ; schema:sameAs <https://ids.example/rec/77-120> .
        ex:b a ex:Work ; schema:sameAs <https://ids.example/rec/80-4> .
        ex:c a ex:Work ; schema:sameAs "unknown" .`,
    );
    expect(first).not.toContain('ids.example/rec/unknown');
  });

  test.each([
    ['"desk@town.example"', 'vcard:hasEmail', '<mailto:desk@town.example>'],
    ['"+49 341 555-12"', 'vcard:hasTelephone', '<tel:+4934155512>'],
  ])('is the address %s', async (text, property, expected) => {
    const [first] = await firstRepairs(
      `sh:path ${property} ; sh:nodeKind sh:IRI`,
      `ex:c a ex:Work ; ${property} ${text} .`,
    );
    expect(first).toContain(`to ${expected}`);
  });

  test('is no address where agents are asked for', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:publisher ; sh:class foaf:Agent',
      'ex:c a ex:Work ; dct:publisher "desk@town.example" .',
    );
    expect(first).not.toContain('mailto');
  });
});

describe('a text that names a node', () => {
  test('which has it as identifier', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:spatial ; sh:class dct:Location',
      block`
        ex:l1 a dct:Location ; dct:identifier "DE-1" . ex:l2 a dct:Location ; dct:identifier "DE-2" .
        ex:c a ex:Work ; dct:spatial "DE-2" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "attested: Change "DE-2" to ex:l2 -- ex:l2 is labelled so
      ex:l1 a dct:Location ; dct:identifier "DE-1" . ex:l2 a dct:Location ; dct:identifier "DE-2" .
      ex:c a ex:Work ; dct:spatial ex:l2 ."
    `);
  });

  test.each([
    ['Jane Austen', 'Austen, Jane'],
    ['Jane Austen', 'Austen, Jane, 1775-1817'],
    ['Austen, Jane', 'Jane Austen'],
  ])('which is called so with the words in another order: %s, %s', async (text, label) => {
    const [first] = await firstRepairs(
      'sh:path dct:creator ; sh:class foaf:Person',
      `ex:k1 a foaf:Person ; rdfs:label "${label}" . ex:c a ex:Work ; dct:creator "${text}" .`,
    );
    expect(first).toContain(`attested: Change "${text}" to ex:k1 -- ex:k1 is labelled so`);
  });

  test.each([
    ['7 Ulm', 'Ulm, 7'],
    ['Austen', 'Austen, Jane'],
  ])('not one whose label has a part of it, or a number after a comma: %s, %s', async (text, label) => {
    const [first] = await firstRepairs(
      'sh:path dct:creator ; sh:class foaf:Person',
      `ex:k1 a foaf:Person ; rdfs:label "${label}" . ex:c a ex:Work ; dct:creator "${text}" .`,
    );
    expect(first).not.toContain('labelled so');
  });

  test('which is written so', async () => {
    const [first] = await firstRepairs(
      'sh:path ex:form ; sh:class ex:Form',
      block`
        ex:f7 a ex:Form ; <http://www.w3.org/ns/lemon/ontolex#writtenRep> "red"@en .
        ex:c a ex:Work ; ex:form "red"@en .`,
    );
    expect(first).toContain('plausible: Change "red"@en to ex:f7 -- ex:f7 is labelled so');
  });

  test('which is used there, rather than another of the same name', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:subject ; sh:class skos:Concept',
      block`
        ex:k1 a skos:Concept ; skos:prefLabel "Bridges" . ex:k2 a skos:Concept ; skos:prefLabel "Bridges" .
        ex:a a ex:Work ; dct:subject ex:k2 .
        ex:c a ex:Work ; dct:subject "bridges" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "attested: Change "bridges" to ex:k2 -- ex:k2 is labelled so
      ex:a a ex:Work ; dct:subject ex:k2 .
      ex:c a ex:Work ; dct:subject ex:k2 ."
    `);
  });

  test('not one of another class', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:publisher ; sh:class foaf:Agent',
      block`
        ex:k1 a skos:Concept ; skos:prefLabel "Harbour board" .
        ex:c a ex:Work ; dct:publisher "Harbour board" .`,
    );
    expect(first).toContain('to new ex:Harbour_board (a foaf:Agent)');
  });
});

describe('a new node keeps the text', () => {
  test('as the name that the shape of its class asks for', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:publisher ; sh:class foaf:Agent',
      'ex:c a ex:Work ; dct:publisher "City treasury"@en .',
      'ex:A a sh:NodeShape ; sh:targetClass foaf:Agent ; sh:property [ sh:path foaf:name ; sh:minCount 1 ; sh:datatype xsd:string ] .',
    );
    expect(first).toMatchInlineSnapshot(`
      "placeholder: Change "City treasury"@en to new ex:City_treasury (a foaf:Agent) -- the text is kept as foaf:name [needs input]
      ex:c a ex:Work ; dct:publisher ex:City_treasury .
      ex:City_treasury a foaf:Agent ; foaf:name "City treasury" ."
    `);
  });

  test('as the notation, where it is a code and both are asked for', async () => {
    const [first] = await firstRepairs(
      `sh:path dct:subject ; sh:node [ sh:class skos:Concept ;
         sh:property [ sh:path skos:notation ; sh:minCount 1 ] ]`,
      'ex:c a ex:Work ; dct:subject "TR-40" .',
    );
    expect(first).toMatchInlineSnapshot(`
      "placeholder: Change "TR-40" to new ex:TR_40 (a skos:Concept) -- the text is kept as skos:notation [needs input]
      ex:c a ex:Work ; dct:subject ex:TR_40 .
      ex:TR_40 a skos:Concept ; skos:notation "TR-40" ."
    `);
  });

  test('in a blank node, where others have blank nodes', async () => {
    const [first] = await firstRepairs(
      'sh:path dct:provenance ; sh:class dct:ProvenanceStatement',
      block`
        ex:a a ex:Work ; dct:provenance [ a dct:ProvenanceStatement ; rdfs:label "Bought" ] .
        ex:b a ex:Work ; dct:provenance [ a dct:ProvenanceStatement ; rdfs:label "Given" ] .
        ex:c a ex:Work ; dct:provenance "Found" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "placeholder: Change "Found" to new node (a dct:ProvenanceStatement) -- the text is kept as rdfs:label
      ex:b a ex:Work ; dct:provenance [ a dct:ProvenanceStatement ; rdfs:label "Given" ] .
      ex:c a ex:Work ; dct:provenance [ a dct:ProvenanceStatement ; rdfs:label "Found" ] ."
    `);
  });

  test('with the next number, and in the only property that others have', async () => {
    const [first] = await firstRepairs(
      'sh:path ex:seat ; sh:class ex:Place',
      block`
        ex:a a ex:Work ; ex:seat ex:place1 . ex:place1 a ex:Place ; ex:line "Quay 1" .
        ex:b a ex:Work ; ex:seat ex:place2 . ex:place2 a ex:Place ; ex:line "Quay 2" .
        ex:c a ex:Work ; ex:seat "Quay 7, north" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "placeholder: Change "Quay 7, north" to new ex:place3 (a ex:Place) (ex:place3 ex:line "Quay 7, north") -- the text is kept as ex:line [needs input]
      ex:place3 a ex:Place ; ex:line "Quay 7, north" .
      ex:c a ex:Work ; ex:seat ex:place3 ."
    `);
  });

  test('spelled as the names of others are', async () => {
    const [first] = await firstRepairs(
      'sh:path schema:author ; sh:class schema:Person',
      block`
        ex:a a ex:Work ; schema:author ex:ada-king . ex:ada-king a schema:Person ; schema:name "Ada King" .
        ex:b a ex:Work ; schema:author ex:bo-li . ex:bo-li a schema:Person ; schema:name "Bo Li" .
        ex:c a ex:Work ; schema:author "Mary Anning" .`,
    );
    expect(first).toMatchInlineSnapshot(`
      "placeholder: Change "Mary Anning" to new ex:mary-anning (a schema:Person) -- the text is kept as schema:name [needs input]
      ex:mary-anning a schema:Person ; schema:name "Mary Anning" .
      ex:c a ex:Work ; schema:author ex:mary-anning ."
    `);
  });
});

describe('mail addresses of contacts', () => {
  const contacts = block`
    ex:a a ex:Work ; ex:contact ex:k1 . ex:k1 a vcard:Group ; vcard:fn "Desk" ; vcard:hasEmail <mailto:a@t.example> .
    ex:b a ex:Work ; ex:contact ex:k2 . ex:k2 a vcard:Group ; vcard:fn "Board" ; vcard:hasEmail <mailto:b@t.example> .`;
  const at = 'sh:path ex:contact ; sh:class vcard:Group';

  test('lead to the contact that has it', async () => {
    const [first] = await firstRepairs(at, `${contacts}\nex:c a ex:Work ; ex:contact "b@t.example" .`);
    expect(first).toContain('attested: Change "b@t.example" to ex:k2');
  });

  test('are the address of a new contact, as those of others', async () => {
    const [first] = await firstRepairs(at, `${contacts}\nex:c a ex:Work ; ex:contact "c@t.example" .`);
    expect(first).toContain('ex:k3 a vcard:Group ; vcard:hasEmail <mailto:c@t.example>');
  });
});

test('a new node is of the class that all others are, also where none is asked for', async () => {
  const [first] = await firstRepairs(
    'sh:path dct:creator ; sh:nodeKind sh:IRI',
    block`
      ex:a a ex:Work ; dct:creator ex:ann . ex:ann a foaf:Person ; foaf:name "Ann Lee" .
      ex:b a ex:Work ; dct:creator ex:bob . ex:bob a foaf:Person ; foaf:name "Bob Roe" .
      ex:c a ex:Work ; dct:creator "Cy Moe" .`,
  );
  expect(first).toContain('a foaf:Person ; foaf:name "Cy Moe"');
});

test('a text is kept in the property by which others differ', async () => {
  const [first] = await firstRepairs(
    'sh:path ex:seat ; sh:class ex:Place',
    block`
      ex:a a ex:Work ; ex:seat [ a ex:Place ; ex:line "Quay 1" ; ex:town "Riga" ] .
      ex:b a ex:Work ; ex:seat [ a ex:Place ; ex:line "Quay 2" ; ex:town "Riga" ] .
      ex:c a ex:Work ; ex:seat "Quay 3" .`,
  );
  expect(first).toContain('[ a ex:Place ; ex:line "Quay 3" ]');
});

test('an identifier of the node is not the node itself', async () => {
  const [first] = await firstRepairs(
    'sh:path dct:identifier ; sh:nodeKind sh:IRI',
    'ex:c a ex:Work ; dct:identifier "W 12" . ex:d dct:identifier "W 12" .',
  );
  expect(first).toMatch(/^placeholder/);
});

test('a property that a text cannot have is asked of the node that it stands for', async () => {
  const [first] = await firstRepairs(
    'sh:path dct:publisher ; sh:property [ sh:path foaf:name ; sh:minCount 1 ]',
    'ex:c a ex:Work ; dct:publisher "City treasury" .',
  );
  expect(first).toMatchInlineSnapshot(`
    "placeholder: Change "City treasury" to new ex:City_treasury -- the text is kept as foaf:name [needs input]
    ex:c a ex:Work ; dct:publisher ex:City_treasury .
    ex:City_treasury foaf:name "City treasury" ."
  `);
});

test('all results of one value have one first repair', async () => {
  const all = await firstRepairs(
    `sh:path dct:publisher ; sh:class foaf:Agent ; sh:nodeKind sh:IRI ;
     sh:node [ sh:property [ sh:path foaf:name ; sh:minCount 1 ] ]`,
    'ex:c a ex:Work ; dct:publisher "City treasury" .',
  );
  expect(all).toHaveLength(3);
  expect(new Set(all.map((each) => each.replace(/\[.*\]/, ''))).size).toBe(1);
  expect(all[0]).toMatchInlineSnapshot(`
    "placeholder: Change "City treasury" to new ex:City_treasury (a foaf:Agent) -- the text is kept as foaf:name [needs input, also fixes 2]
    ex:c a ex:Work ; dct:publisher ex:City_treasury .
    ex:City_treasury a foaf:Agent ; foaf:name "City treasury" ."
  `);
});

test('the only node with the address, also where it is typed as one', async () => {
  const data = (text: string) => block`
    ex:d1 a foaf:Document ; ex:url "http://docs.example/1.pdf"^^xsd:anyURI .
    ex:d2 a foaf:Document ; ex:url "http://docs.example/2.pdf"^^xsd:anyURI .
    ex:w a ex:Work ; ex:plan ${text} .`;
  const first = async (text: string) =>
    (await firstRepairs('sh:path ex:plan ; sh:class foaf:Document', data(text)))[0];
  expect(await first('"http://docs.example/2.pdf"')).toContain(
    'attested: Change "http://docs.example/2.pdf" to ex:d2',
  );
  // Nobody describes this one.
  expect(await first('"http://docs.example/3.pdf"')).toContain('to <http://docs.example/3.pdf>');
});
