import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { syntaxFixes } from '../../../rdf/syntaxRepair/syntaxFixes.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture, withoutPrelude } from '../../../testing/fixture.ts';

const signal = new AbortController().signal;

/** The fixes that are offered at the cursor, each with the text after it; `*` marks the preferred one. */
async function offered(text: string): Promise<string> {
  const fixture = parseFixture(text);
  const [file] = fixture.files;
  const at = file!.cursor ?? hostOf(fixture).syntaxDiagnostics(file!.uri)[0]!.range.start;
  const actions = await hostOf(fixture).codeActions(file!.uri, { start: at, end: at }, signal);
  return actions
    .map(({ title, isPreferred, edits }) => {
      const after = applyEdits(file!.text, edits[0]!.edits);
      return `${isPreferred ? '* ' : ''}${title}\n${withoutPrelude(after).trimEnd()}`;
    })
    .join('\n');
}

/** The title of the first fix and the text after it. */
async function first(text: string): Promise<string> {
  const [title, ...lines] = (await offered(text)).split('\n');
  return [title, ...lines.slice(0, text.split('\n').length)].join('\n');
}

test('a missing dot goes where the statement ends, not where it is noticed', async () =>
  expect(await offered('ex:a ex:p ex:b\nex:c ex:p ex:d .')).toMatchInlineSnapshot(`
    "* Insert '.' after 'ex:b'
    ex:a ex:p ex:b .
    ex:c ex:p ex:d ."
  `));

test('the dot can be asked for where it is missing, too', async () =>
  expect(
    await first(block`
      ex:a ex:p $0ex:b

      ex:c ex:p ex:d .`),
  ).toBe(
    block`
      * Insert '.' after 'ex:b'
      ex:a ex:p ex:b .

      ex:c ex:p ex:d .`,
  ));

test('in a graph of TriG as in Turtle, and nothing where a brace is missing', async () => {
  const fixesOf = (text: string) => {
    const document = new TurtleDocument('file:///data.trig', 1, text);
    const [error] = document.errors;
    const fixes = syntaxFixes(document, error!, { findNamespace: () => undefined, max: 3 });
    return fixes.map(({ edit, isCertain }) => [applyEdits(text, [edit]), isCertain]);
  };
  expect(fixesOf('<urn:g> { <urn:a> <urn:p> 1\n<urn:b> <urn:p> 2 }\n<urn:c> <urn:p> 3 .')).toEqual([
    ['<urn:g> { <urn:a> <urn:p> 1 .\n<urn:b> <urn:p> 2 }\n<urn:c> <urn:p> 3 .', true],
  ]);
  expect(fixesOf('<urn:g> { <urn:a> <urn:p> 1 .\n<urn:c> <urn:p> 3 .')).toEqual([]);
});

test('a missing semicolon and a missing comma', async () => {
  expect(await first('ex:a ex:p ex:b\n  ex:q ex:c .')).toMatchInlineSnapshot(`
    "* Insert ';' after 'ex:b'
    ex:a ex:p ex:b ;
      ex:q ex:c ."
  `);
  expect(await first('ex:a ex:p ex:b ex:c .')).toMatchInlineSnapshot(`
    "* Insert ',' after 'ex:b'
    ex:a ex:p ex:b , ex:c ."
  `);
});

test('a bracket closes where the layout says', async () =>
  expect(
    await first(`ex:a ex:p [
    ex:q [ ex:r 1 ] ;
    ex:s [
      ex:t 2 ;
     ;
  ] ;
  ex:u 3 .`),
  ).toMatchInlineSnapshot(`
    "* Insert ']' after ';'
    ex:a ex:p [
        ex:q [ ex:r 1 ] ;
        ex:s [
          ex:t 2 ;
        ] ;
      ] ;
      ex:u 3 ."
  `));

test('a prefix is declared as in another file of the workspace', async () =>
  expect(
    await offered(`#- /data.ttl
@prefix ex: <http://example.org/> .
ex:a ex:p bldg:room .
#- /other.ttl
@prefix bldg: <http://example.org/building/> .
bldg:room a bldg:Room .`),
  ).toMatchInlineSnapshot(`
    "* Declare the prefix 'bldg:' for <http://example.org/building/>, as in another file
    @prefix ex: <http://example.org/> .
    @prefix bldg: <http://example.org/building/> .
    ex:a ex:p bldg:room ."
  `));

test('several errors are fixed at once, and each by itself', async () =>
  expect(
    await offered(block`
      ex:a ex:p ex:b
      ex:c ex:p "d"@ en .
      ex:e ex:p "1"^xsd:integer .`),
  ).toMatchInlineSnapshot(`
    "* Insert '.' after 'ex:b'
    ex:a ex:p ex:b .
    ex:c ex:p "d"@ en .
    ex:e ex:p "1"^xsd:integer .
    Fix all 3 syntax errors in this file
    ex:a ex:p ex:b .
    ex:c ex:p "d"@en .
    ex:e ex:p "1"^^xsd:integer ."
  `));

test('the two errors of the task T2 are mended as they were made', async () => {
  const correct = `PREFIX : <https://example.org/lab/>
PREFIX vcard: <http://www.w3.org/2006/vcard/ns#>
PREFIX org: <http://www.w3.org/ns/org#>

:lea a :Person ;
  vcard:hasAddress [ a vcard:Home ; vcard:country-name "DE" ] .
:tom a :Person ;
  vcard:hasAddress [ a vcard:Home ; vcard:country-name "NO" ] .

:opticsGroup a org:OrganizationalUnit ; org:unitOf :institute .
:libraryUnit a org:OrganizationalUnit ; org:unitOf :institute ;
  :name "Library" .`;
  const broken = correct
    .replace('"DE" ] .', '"DE" ] ')
    .replace('Unit ; org:unitOf :institute ;', 'Unit org:unitOf :institute ;');
  const all = (await offered(broken)).split('Fix all 2 syntax errors in this file\n')[1];
  expect(all).toBe(correct);
});

test('nothing is offered where no single edit mends the text', async () =>
  expect(await offered('ex:a ex:p ((( ] . ex:b .')).toBe(''));

test.each([
  ['ex:a ex:p <http://example.org/b .', 'ex:a ex:p <http://example.org/b> .'],
  ['ex:a ex:p "b ;\n  ex:q "c" .', 'ex:a ex:p "b" ;\n  ex:q "c" .'],
  ['ex:a ex:p "b@en ;\n  ex:q "c" .', 'ex:a ex:p "b"@en ;\n  ex:q "c" .'],
  ['ex:a ex:p "say "hi\\" now" .', 'ex:a ex:p "say \\"hi\\" now" .'],
  ['ex:a ex:p "C:\\dir😀\\yes" .', 'ex:a ex:p "C:\\\\dir😀\\\\yes" .'],
  ['ex:a ex:p "C:\\dir\\new" .', 'ex:a ex:p "C:\\\\dir\\new" .'],
  ['exa ex:p ex:b .', 'ex:a ex:p ex:b .'],
  ['ex:a ex:p ex:rooms/1 .', 'ex:a ex:p ex:rooms\\/1 .'],
  ['"a" ex:p ex:b .\nex:c ex:p ex:d .', 'ex:a ex:p ex:b .\nex:c ex:p ex:d .'],
  ['Here is the Turtle:\nex:a ex:p ex:b .', 'ex:a ex:p ex:b .'],
  ['```turtle\nex:a ex:p ex:b .', 'ex:a ex:p ex:b .'],
  ['ex:a ex:p xds:integer , xsd:integer .', 'ex:a ex:p xsd:integer , xsd:integer .'],
  ['ex:a ex:p ( 1 2 .', 'ex:a ex:p ( 1 2 ) .'],
  ['ex:a ex:p ex:b ] .', 'ex:a ex:p ex:b  .'],
  ['ex:a ex:p ex:b . ; ex:q ex:c .', 'ex:a ex:p ex:b  ; ex:q ex:c .'],
  ['ex:a ex:p True .', 'ex:a ex:p true .'],
  [
    block`
      ex:a ex:p """b ;
        ex:q "c" .
      ex:d ex:e """f""" .`,
    block`
      ex:a ex:p """b""" ;
        ex:q "c" .
      ex:d ex:e """f""" .`,
  ],
])('%s', async (before, after) => expect((await first(before)).split('\n').slice(1).join('\n')).toBe(after));

test.each([
  ['ex:a ex:p foaf:Person .', '@prefix foaf: <http://xmlns.com/foaf/0.1/> .\nex:a ex:p foaf:Person .'],
  [
    'PREFIX ex: <http://example.org/> .\nex:a ex:p ex:b .',
    'PREFIX ex: <http://example.org/> \nex:a ex:p ex:b .',
  ],
])('%s', async (before, after) =>
  expect((await offered(before)).split('\n').slice(1).join('\n')).toBe(after),
);

test.each([
  ['owl', 'http://www.w3.org/2002/owl#', 'http://www.w3.org/2002/07/owl#'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema/', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['sh', 'https://www.w3.org/ns/shacl#', 'http://www.w3.org/ns/shacl#'],
])('%s: is no prefix of %s', async (prefix, declared, usual) => {
  const text = (iri: string) =>
    block`
      @prefix ${prefix}: <${iri}> .
      @prefix ex: <http://example.org/> .
      ex:a ex:p ex:b .`;
  const fixture = parseFixture(block`
    #- /data.ttl
    ${text(declared)}`);
  const [file] = fixture.files;
  const host = hostOf(fixture);
  const [warning, ...others] = host.syntaxDiagnostics(file!.uri);
  expect(others).toEqual([]);
  expect(file!.text.slice(warning!.range.start, warning!.range.end)).toBe(`<${declared}>`);
  const [fix] = await host.codeActions(file!.uri, warning!.range, signal);
  expect(applyEdits(file!.text, fix!.edits[0]!.edits)).toBe(text(usual));
});

test('a prefix may stand for something else altogether', () => {
  const fixture = parseFixture(
    block`
      #- /data.ttl
      @prefix sh: <http://example.org/shelves/> . @prefix dc: <http://purl.org/dc/terms/> .`,
  );
  expect(hostOf(fixture).syntaxDiagnostics(fixture.files[0]!.uri)).toEqual([]);
});

test('a prefix that some people use is offered behind all else, and never as the one that must be meant', async () => {
  const fixture = parseFixture('ex:a bibo:doi "x" .');
  const [file] = fixture.files;
  const host = hostOf(fixture);
  const at = host.syntaxDiagnostics(file!.uri)[0]!.range.start;
  const common = async () => new Map([['bibo', 'http://purl.org/ontology/bibo/']]);
  const actions = await host.codeActions(file!.uri, { start: at, end: at }, signal, common);
  const fix = actions.find(({ title }) => title.includes('bibo'))!;
  expect(fix).toMatchObject({
    title: "Declare the prefix 'bibo:' for <http://purl.org/ontology/bibo/>, as others do",
    isPreferred: false,
  });
  expect(applyEdits(file!.text, fix.edits[0]!.edits)).toContain(
    '@prefix bibo: <http://purl.org/ontology/bibo/> .',
  );
});
