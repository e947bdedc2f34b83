import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { readWithLibrary } from '../../../rdf/readers/readWithLibrary.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block, parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';
import { rename } from './rename.ts';

/** Renames what is at `$0` of the first file, and returns the files that change, or the reason why none does. */
async function renamed(
  text: string,
  name: string,
  locks: Readonly<Record<string, 'outside' | 'readOnly'>> = {},
): Promise<string> {
  const { files } = parseFixture(text);
  const documents = files.map((file) => new TurtleDocument(file.uri, 1, file.text));
  const locked = async (uri: string) => locks[uri.slice(uri.lastIndexOf('/'))];
  const found = await rename(files[0]!.cursor!, name, { documents, locked }, new AbortController().signal);
  if (found.kind === 'refused') return found.reason;
  return found.files
    .map(({ document, edits }) => applyEdits(document.text, edits).replace(suppliedPrefixes, ''))
    .join('---\n');
}

describe('a term', () => {
  const files = block`
    #- /data.ttl
    ex:ann$0 a ex:Person ; ex:knows <http://example.org/ns#ann>, "ex:ann"^^ex:ann . # ex:ann
    #- /other.ttl
    @prefix e: <http://example.org/ns#> .
    e:bob e:knows e:ann .
    #- /shapes.ttl
    ex:S sh:sparql [ sh:select "SELECT $this WHERE { $this ex:knows ex:ann . ?o ?p <http://example.org/ns#ann> }" ] .
  `;

  test('is renamed by its local name in all files, and in queries', async () =>
    expect(await renamed(files, 'anna')).toBe(block`
      ex:anna a ex:Person ; ex:knows <http://example.org/ns#anna>, "ex:ann"^^ex:anna . # ex:ann
      ---
      @prefix e: <http://example.org/ns#> .
      e:bob e:knows e:anna .
      ---
      ex:S sh:sparql [ sh:select "SELECT $this WHERE { $this ex:knows ex:anna . ?o ?p <http://example.org/ns#anna> }" ] .
    `));

  test('is renamed where it names a graph of TriG, and from there', async () => {
    const text = block`
      #- /data.trig
      ex:g$0 { ex:a ex:p ex:g }
      GRAPH ex:g { ex:g ex:p "ex:g" }
    `;
    expect(await renamed(text, 'h')).toBe(block`
      ex:h { ex:a ex:p ex:h }
      GRAPH ex:h { ex:h ex:p "ex:g" }
    `);
  });

  test('goes to another namespace by a prefixed name or an IRI', async () => {
    const text = '#- /data.ttl\n@prefix o: <urn:other:> . o:a$0 o:p 1 .\n';
    expect(await renamed(text, 'o:b')).toBe('@prefix o: <urn:other:> . o:b o:p 1 .\n');
    expect(await renamed(text, 'urn:new:b')).toBe('@prefix o: <urn:other:> . <urn:new:b> o:p 1 .\n');
    expect(await renamed(text, '<urn:other:c>')).toBe('@prefix o: <urn:other:> . o:c o:p 1 .\n');
  });

  test("is refused where a file mentions it whose format can't be edited", async () => {
    const text =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Bag rdf:about="urn:a"/></rdf:RDF>';
    const bag = await readWithLibrary('RDF/XML', { uri: 'file:///bag.rdf', version: 1, text }, async () => ({
      problem: '',
    }));
    const renamedWith = (iri: string) => {
      const own = new TurtleDocument('file:///a.ttl', 1, `<${iri}> <urn:p> 1 .`);
      const context = { documents: [own, bag], locked: async () => undefined };
      return rename(1, '<urn:c>', context, new AbortController().signal);
    };
    const reason = "bag.rdf mentions it, and RDF/XML can't be edited yet.";
    expect(await renamedWith('urn:a')).toEqual({ kind: 'refused', reason });
    expect(await renamedWith('urn:b')).toMatchObject({ kind: 'rename', files: [{}] });
  });

  test('in a statement with an error is renamed as well', async () =>
    expect(await renamed('#- /data.ttl\nex:a$0 ex:p 1 .\nex:b ex:p [ ex:q ex:a .\n', 'c')).toBe(
      'ex:c ex:p 1 .\nex:b ex:p [ ex:q ex:c .\n',
    ));

  test.each([
    ['bob', /^Two terms would become one: other\.ttl already uses <http:\/\/example\.org\/ns#bob>/],
    ['q:x', /^The prefix 'q:' is not declared here/],
    ['a b', /^'a b' can't be written/],
    ['<a b>', /can't be written/],
  ])('is not renamed to %s', async (name, reason) => expect(await renamed(files, name)).toMatch(reason));

  test('is not renamed where a file would be left behind', async () =>
    expect(await renamed(files, 'anna', { '/shapes.ttl': 'outside' })).toMatch(
      /^shapes\.ttl mentions it and is not in the workspace/,
    ));

  test('is not renamed where a file is read-only, be it the file itself', async () => {
    expect(await renamed(files, 'anna', { '/other.ttl': 'readOnly' })).toMatch(
      /^other\.ttl mentions it and is read-only/,
    );
    const label = '#- /data.ttl\n_:a$0 ex:p 1 .\n';
    expect(await renamed(label, 'b', { '/data.ttl': 'readOnly' })).toMatch(/^data\.ttl .* is read-only/);
    expect(await renamed(files, 'anna', { '/data.ttl': 'readOnly' })).toMatch(/^data\.ttl .* is read-only/);
  });

  test('is given a prefix that files declare where they lack it', async () =>
    expect(
      await renamed(
        block`
          #- /data.ttl
          @prefix e: <urn:e:> .
          @prefix o: <urn:o:> .
          e:a$0 e:p 1 .
          #- /lacks.ttl
          @prefix e: <urn:e:> .
          # Of Ann.
          e:b e:p e:a , <urn:e:a> .
          #- /other.ttl
          @prefix e: <urn:e:> .
          @prefix other: <urn:o:> .
          e:b e:p e:a .
          #- /taken.ttl
          @prefix e: <urn:e:> .
          @prefix o: <urn:different:> .
          e:b e:p e:a .
          #- /broken.ttl
          @prefix e: <urn:e:> .
          e:b e:p e:a .
          o:x e:p 1 .
        `,
        'o:a',
      ),
    ).toBe(block`
      @prefix e: <urn:e:> .
      @prefix o: <urn:o:> .
      o:a e:p 1 .
      ---
      @prefix e: <urn:e:> .
      @prefix o: <urn:o:> .
      # Of Ann.
      e:b e:p o:a , <urn:o:a> .
      ---
      @prefix e: <urn:e:> .
      @prefix other: <urn:o:> .
      e:b e:p other:a .
      ---
      @prefix e: <urn:e:> .
      @prefix o: <urn:different:> .
      e:b e:p <urn:o:a> .
      ---
      @prefix e: <urn:e:> .
      e:b e:p <urn:o:a> .
      o:x e:p 1 .
    `));

  test('takes a prefix of other files, where they agree on it', async () => {
    const text = (other: string) => block`
      #- /data.ttl
      @prefix e: <urn:e:> .
      e:a$0 e:p 1 .
      #- /one.ttl
      @prefix o: <urn:o:> .
      #- /two.ttl
      @prefix o: <${other}> .
    `;
    expect(await renamed(text('urn:o:'), 'o:a')).toBe(
      '@prefix e: <urn:e:> .\n@prefix o: <urn:o:> .\no:a e:p 1 .\n',
    );
    expect(await renamed(text('urn:other:'), 'o:a')).toMatch(/^The prefix 'o:' is not declared here/);
  });

  test('of a W3C vocabulary is not renamed', async () =>
    expect(await renamed('#- /data.ttl\nex:S a sh:Node$0Shape .\n', 'x')).toMatch(/W3C vocabulary/));
});

test('a blank node label is renamed in its file, unless it is taken', async () => {
  const text = '#- /data.ttl\n_:a$0 ex:p _:b ; ex:q _:a .\n#- /other.ttl\n_:a ex:p 1 .\n';
  expect(await renamed(text, 'c')).toBe('_:c ex:p _:b ; ex:q _:c .\n');
  expect(await renamed(text, '_:b')).toMatch(/the two nodes would become one/);
});

test('a prefix is renamed in its file, and not in queries, which declare theirs', async () => {
  const text = block`
    #- /data.ttl
    @prefix e: <urn:e:> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    e$0:a e:p "e:a"^^e:d ; sh:select "PREFIX e: <urn:e:> SELECT * { e:a ?p ?o }" .
  `;
  expect(await renamed(text, 'f:')).toBe(block`
    @prefix f: <urn:e:> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    f:a f:p "e:a"^^f:d ; sh:select "PREFIX e: <urn:e:> SELECT * { e:a ?p ?o }" .
  `);
  expect(await renamed(text, 'sh')).toMatch(/already declared/);
  expect(await renamed(text, '1')).toMatch(/can't be written/);
});

test('a namespace is renamed in all files, with what declares it for queries', async () =>
  expect(
    await renamed(
      block`
        #- /data.ttl
        @prefix e: <urn:$0e:> .
        @prefix i: <urn:e:inner:> .
        e:a e:p <urn:e:b>, i:x, <urn:e:inner:y> .
        #- /shapes.ttl
        ex:O sh:declare [ sh:prefix "e" ; sh:namespace "urn:e:"^^xsd:anyURI ] .
        ex:S sh:sparql [ sh:prefixes ex:O ; sh:select "SELECT * { e:a <urn:e:p> ?o }" ] .
      `,
      'urn:f:',
    ),
  ).toBe(block`
    @prefix e: <urn:f:> .
    @prefix i: <urn:e:inner:> .
    e:a e:p <urn:f:b>, i:x, <urn:e:inner:y> .
    ---
    ex:O sh:declare [ sh:prefix "e" ; sh:namespace "urn:f:"^^xsd:anyURI ] .
    ex:S sh:sparql [ sh:prefixes ex:O ; sh:select "SELECT * { e:a <urn:f:p> ?o }" ] .
  `));
