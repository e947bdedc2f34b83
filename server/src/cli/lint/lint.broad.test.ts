import { describe, expect, test } from 'vitest';
import { withoutPrelude } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
#- /healthy.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:IRI .
#- /data.ttl
ex:a a ex:T .
`;

test('names each mistake with its place and a fix, and exits with 1', async () => {
  const { out, code } = await runInMemory('lint shapes.ttl', { files });
  expect(out).toMatchInlineSnapshot(`
    "shapes.ttl:2:23: error: SHACL has no property sh:targetclass. Did you mean sh:targetClass?
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
       |                       ^^^^^^^^^^^^^^
      fix: Change to sh:targetClass

    shapes.ttl:2:57: error: The '[' of the regular expression is not closed by ']'. The pattern is not checked.
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
       |                                                         ^
      fix: Change to "[A-Z]"

    1 shapes file: 2 problems.
    "
  `);
  expect(code).toBe(1);
});

test('validate --shapes-only is the same', async () => {
  const { out, code } = await runInMemory('validate --shapes-only shapes.ttl', { files });
  expect([out, code]).toEqual([(await runInMemory('lint shapes.ttl', { files })).out, 1]);
});

test('healthy shapes exit with 0', async () => {
  const { out, code } = await runInMemory('lint healthy.ttl', { files });
  expect([out, code]).toEqual(['1 shapes file: nothing is wrong.\n', 0]);
});

test('where nothing could be read, no files are counted', async () => {
  const { out, code } = await runInMemory('lint missing.ttl', { files });
  expect([out, code]).toEqual(['No file could be read.\n', 2]);
});

test('a file without shapes is no healthy shapes file', async () => {
  const { out, err, code } = await runInMemory('lint data.ttl empty.ttl', {
    files,
    texts: { '/empty.ttl': '' },
  });
  expect([out, code]).toEqual(['2 files without shapes.\n', 3]);
  expect(err).toMatch(
    /^warning: data\.ttl, empty\.ttl: no shapes, so nothing was looked at\. Give .* To check data: /,
  );
});

test('mistakes of data are told, and the data is called no shapes file', async () => {
  const text =
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n<http://example.org/a> rdfs:lable "A" .\n';
  const { out, err, code } = await runInMemory('lint titel.ttl', {
    files: '',
    texts: { '/titel.ttl': text },
  });
  expect([err, code]).toEqual(['', 1]);
  expect(out).toMatch(/rdfs:lable[\s\S]*\n1 file without shapes: 1 problem\.\n$/);
});

test('data beside shapes is counted apart', async () => {
  const { out, err, code } = await runInMemory('lint healthy.ttl data.ttl', { files });
  expect([out, err, code]).toEqual(['1 shapes file: nothing is wrong. 1 file without shapes.\n', '', 0]);
});

test('shapes that declare no prefix are shapes', async () => {
  const sh = 'http://www.w3.org/ns/shacl#';
  const texts = { '/s.nt': `<http://e.org/S> <${sh}targetNode> <http://e.org/a> .\n` };
  expect((await runInMemory('lint s.nt', { files, texts })).code).toBe(0);
});

test('a table is named', async () => {
  const { out, code } = await runInMemory('lint t.csv', { files, texts: { '/t.csv': 'id,name\n1,Ann\n' } });
  expect([out, code]).toEqual([expect.stringMatching(/^t\.csv:1:1: error: This is a table /), 2]);
});

test('syntax errors are problems, and the file is not said to be right', async () => {
  const texts = { '/broken.ttl': 'PREFIX ex: <http://e.org/>\nex:a ex:b ( 1 .\nex:c ex:d [ ex:e 2 .\n' };
  const { out, code } = await runInMemory('lint broken.ttl', { files, texts });
  expect([code, out.match(/^broken.*|.*syntax errors.*/gm)]).toEqual([
    2,
    [
      "broken.ttl:2:15: error: Expected ')': '( 1' is not closed.",
      "broken.ttl:3:20: error: Expected ']': '[ ex:e 2' is not closed.",
      '1 file without shapes: 2 problems. Statements with syntax errors are not looked at.',
    ],
  ]);
  const json = JSON.parse((await runInMemory('lint broken.ttl --format json', { files, texts })).out);
  expect(json[0].problems).toHaveLength(2);
});

test('what a syntax error leaves out is not told as a second mistake', async () => {
  const text =
    'PREFIX sh: <http://www.w3.org/ns/shacl#>\nPREFIX ex: <http://e.org/>\nex:S a sh:NodeShape ; sh:targetClass ex:T ;\n' +
    '  sh:property [ sh:path ^ex:p ; sh:minCount 1 ] ; sh:nodeKind sh:Iri ;\n' +
    '  sh:property [ sh:path ex:q ; sh:pattern "\\d" ; sh:flags "i" ] ;\n  sh:property [ sh:path [ sh:zeroOrMorePath ] ] .\n' +
    'ex:U a sh:NodeShape ; sh:targetClass ex:V ; sh:node ex:Described .\n';
  const { out } = await runInMemory('lint broken.ttl', { files, texts: { '/broken.ttl': text } });
  expect(out.match(/^broken.*/gm)).toEqual([
    "broken.ttl:4:25: error: Expected an object after 'sh:path', found '^'.",
    'broken.ttl:4:63: error: SHACL has no term sh:Iri. Did you mean sh:IRI?',
    expect.stringMatching(/^broken\.ttl:5:44: error: /),
    "broken.ttl:6:45: error: Expected an object after 'sh:zeroOrMorePath', found ']'.",
  ]);
});

test('a file that is not there exits with 2', async () => {
  expect((await runInMemory('lint lost.ttl', { files })).code).toBe(2);
});

test('--format json has positions and fixes', async () => {
  const { out } = await runInMemory('lint shapes.ttl --format json', { files });
  const [{ problems }] = JSON.parse(out);
  expect(problems.map(({ fixes }: { fixes: readonly string[] }) => fixes[0])).toEqual([
    'Change to sh:targetClass',
    'Change to "[A-Z]"',
  ]);
});

test('--fix writes the slips, and lists what is left', async () => {
  const { written, code } = await runInMemory('lint shapes.ttl --fix', { files });
  expect(withoutPrelude(written['/shapes.ttl']!)).toBe(
    'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:pattern "[A-Z" .\n',
  );
  expect(code).toBe(1);
});

test('a key of JSON-LD that states nothing is a warning at the key, as validate says it', async () => {
  const texts = {
    '/shapes.jsonld': `{ "@context": { "sh": "http://www.w3.org/ns/shacl#", "ex": "http://example.org/ns#" },
  "@id": "ex:S", "@type": "sh:NodeShape", "targetClass": { "@id": "ex:T" }, "sh:nodeKind": { "@id": "sh:IRI" } }`,
  };
  const message =
    /^shapes\.jsonld:2:43: warning: 'targetClass' is mapped to no property, so its value is not read\./m;
  const { out, code } = await runInMemory('lint shapes.jsonld', { files, texts });
  expect(out).toMatch(message);
  expect(code).toBe(1);
  const { err } = await runInMemory('validate data.ttl --shapes shapes.jsonld', { files, texts });
  expect(err).toMatch(message);
  const json = JSON.parse((await runInMemory('lint shapes.jsonld --format json', { files, texts })).out);
  expect(json[0].problems[0]).toMatchObject({
    severity: 'warning',
    start: { line: 1, character: 42 },
    fixes: [],
  });
});

describe('what a file imports', () => {
  const importing = (iri: string) => `#- /main.ttl
<http://example.org/main> a owl:Ontology ; owl:imports <${iri}> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:node ex:Base ;
  sh:sparql [ sh:prefixes <http://example.org/main> ; sh:select "SELECT $this { $this my:p ?any }" ] .
#- /lib/common.ttl
<http://example.org/common> a owl:Ontology ;
  sh:declare [ sh:prefix "my" ; sh:namespace "http://example.org/my#"^^xsd:anyURI ] .
ex:Base a sh:NodeShape ; sh:nodeKind sh:Iri .
`;

  test('is read where it is below the working directory, and not judged', async () => {
    const { out, code } = await runInMemory('lint main.ttl', {
      files: importing('http://example.org/common'),
    });
    expect([out, code]).toEqual(['1 shapes file: nothing is wrong. 1 imported file read.\n', 0]);
  });

  test('is judged where it is given', async () => {
    const { out } = await runInMemory('lint main.ttl lib/common.ttl', {
      files: importing('http://example.org/common'),
    });
    expect(out).toMatch(
      /^lib\/common\.ttl:4:38: error: SHACL has no term sh:Iri\.[\s\S]*\n2 shapes files: 1 problem\.\n$/,
    );
  });

  test('is asked for where there is no such file and something is not described', async () => {
    const { out, code } = await runInMemory('lint main.ttl', { files: importing('http://example.org/lost') });
    const problems = out.split('\n').filter((line) => line.startsWith('main.ttl:'));
    expect(problems).toEqual([
      'main.ttl:2:56: information: No file below the working directory declares <http://example.org/lost>, so what it describes is not known. Give its file as well (shacl-repair lint main.ttl FILE), or fetch it (shacl-repair imports).',
      'main.ttl:3:53: information: The shape ex:Base is not described in the linked shapes files, so nothing is checked against it.',
      'main.ttl:4:87: warning: The prefix my: is not declared in the linked files, and none of them describes <http://example.org/lost>, which may declare it. Link or give that file as well. The constraint is not checked.',
    ]);
    expect(code).toBe(1);
  });
});

test('in JSON-LD, a mistake has the change to make by hand', async () => {
  const texts = {
    '/shapes.jsonld': `{ "@context": { "sh": "http://www.w3.org/ns/shacl#", "ex": "http://example.org/ns#" },
  "@id": "ex:S", "@type": "sh:NodeShape", "sh:targetclass": { "@id": "ex:T" } }`,
  };
  const { out } = await runInMemory('lint shapes.jsonld', { files, texts });
  expect(out).toMatch(/sh:targetclass[\s\S]*\n {2}by hand, in Turtle: Change to sh:targetClass\n/);
  const [{ problems }] = JSON.parse((await runInMemory('lint shapes.jsonld -f json', { files, texts })).out);
  expect(problems[0]).toMatchObject({ fixes: [], byHand: 'Change to sh:targetClass' });
});
