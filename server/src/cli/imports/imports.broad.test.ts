import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import type { DownloadText } from '../../workspace/project/fetchImports.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  <http://e.org/model> a owl:Ontology ; owl:imports <http://e.org/ontology#>, owl: .
  ex:a a ex:Pump .
  #- /shapes.ttl
  <http://e.org/shapes> a owl:Ontology ; owl:imports <http://e.org/further> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Device ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

const ontology = `<http://e.org/other> a <http://www.w3.org/2002/07/owl#Ontology> ;
  <http://www.w3.org/2002/07/owl#versionInfo> "1.2" ; <http://purl.org/dc/terms/license> <http://e.org/cc0> .
<http://example.org/ns#Pump> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://example.org/ns#Device> .
`;
const shapes = `<> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <http://e.org/last.ttl> .
`;
const last = '<http://e.org/last.ttl> a <http://www.w3.org/2002/07/owl#Ontology> .\n';

/** A web of texts by address; an address that is not https: is where the text has moved to. */
function web(
  pages: Readonly<Record<string, string>>,
  asked: string[] = [],
): NonNullable<TestSetup['openDownloads']> {
  return (): DownloadText => async (address, allowed) => {
    asked.push(address);
    const text = pages[address];
    if (text === undefined) return { kind: 'failed', message: 'It answers with 404.' };
    if (!text.startsWith('https:')) return { kind: 'downloaded', text, address, redirects: [] };
    const { origin } = new URL(text);
    if (!allowed.includes(origin)) return { kind: 'redirected', origin };
    return { kind: 'downloaded', text: pages[text]!, address: text, redirects: [origin] };
  };
}

const pages = {
  'http://e.org/ontology': 'https://raw.example/o.ttl',
  'https://raw.example/o.ttl': ontology,
  'http://e.org/further': shapes,
  'http://e.org/last.ttl': last,
};

/** The same workspace with what a run wrote. */
async function fetched(args = 'imports --fetch --yes data.ttl') {
  const run = await runInMemory(args, { files, openDownloads: web(pages) });
  return { ...run, setup: { files, texts: run.written } };
}

test('a file that is not there is no file whose imports were all found', async () => {
  const { out, err, code } = await runInMemory('imports missing.ttl data.ttl', { files });
  expect(out).toMatch(/^2 imports without a file:/);
  expect([err, code]).toEqual([expect.stringMatching(/^missing\.ttl: error: .* does not exist /), 2]);
  const alone = await runInMemory('imports missing.ttl', { files });
  expect([alone.out, alone.code]).toEqual(['', 2]);
});

test('lists what is lacking, and downloads nothing without --fetch', async () => {
  const { out, code } = await runInMemory('imports data.ttl', { files });
  expect(out).toMatchInlineSnapshot(`
    "2 imports without a file:
      <http://e.org/ontology#>  in data.ttl
      <http://e.org/further>  in shapes.ttl
    To download them: 'shacl-repair imports data.ttl --fetch'
    "
  `);
  expect(code).toBe(1);
});

test('--fetch downloads what is imported and what that imports, and names redirects, version and licence', async () => {
  const { out, code, written } = await fetched();
  expect(out).toMatchInlineSnapshot(`
    "To be downloaded into imports:
      <http://e.org/ontology#> from e.org
      <http://e.org/further> from e.org
    imports/e-org-ontology.ttl: <http://e.org/ontology#>, 288 characters, from https://raw.example/o.ttl, redirected to https://raw.example. Version 1.2. Licence: http://e.org/cc0.
    imports/e-org-further.ttl: <http://e.org/further>, 145 characters, from http://e.org/further. It states no licence.
    To be downloaded into imports:
      <http://e.org/last.ttl> from e.org
    imports/e-org-last.ttl: <http://e.org/last.ttl>, 69 characters, from http://e.org/last.ttl. It states no licence.
    All imports lead to files.
    "
  `);
  expect(code).toBe(0);
  expect(written['/imports/imports.lock.json']).toMatchInlineSnapshot(`
    "{
      "imports": [
        {
          "iri": "http://e.org/further",
          "file": "e-org-further.ttl",
          "address": "http://e.org/further",
          "sha256": "c868dabba199f903868031f3e5c13adea54764a5b23109e9c3be64f44bd082c2",
          "date": "2026-11-28"
        },
        {
          "iri": "http://e.org/last.ttl",
          "file": "e-org-last.ttl",
          "address": "http://e.org/last.ttl",
          "sha256": "cb403c92e23913f14f98b6650c636526024f9a5f3392ce3ed75ee7fda1fb4317",
          "date": "2026-11-28"
        },
        {
          "iri": "http://e.org/ontology#",
          "file": "e-org-ontology.ttl",
          "address": "https://raw.example/o.ttl",
          "sha256": "2c3e598dcf0f9f125599917b5515ff32bf5df04f932a1f0aeafb5433f0b9073e",
          "date": "2026-11-28",
          "licence": "http://e.org/cc0",
          "version": "1.2"
        }
      ]
    }
    "
  `);
  // Its relative IRIs are those of the web.
  expect(written['/imports/e-org-further.ttl']).toBe(`@base <http://e.org/further> .\n${shapes}`);
});

test('imports lead to what was downloaded, also where it declares another IRI', async () => {
  const before = await runInMemory('validate data.ttl', { files });
  expect(before.out).not.toContain('ex:name');
  const { setup } = await fetched();
  const { out, err, code } = await runInMemory('validate data.ttl', setup);
  expect(out).toContain('ex:name');
  expect(err).toBe('');
  expect(code).toBe(1);
  expect((await runInMemory('imports', setup)).out).toBe('All imports lead to files.\n');
});

test('--locked sees what is missing and what has changed, and asks nobody', async () => {
  const { setup } = await fetched();
  expect((await runInMemory('imports --locked', setup)).code).toBe(0);
  const { '/imports/e-org-further.ttl': _, ...without } = setup.texts;
  const changed = { ...without, '/imports/e-org-ontology.ttl': `${ontology}# more\n` };
  const { out, code } = await runInMemory('imports --locked data.ttl', { files, texts: changed });
  expect(out).toMatchInlineSnapshot(`
    "imports/e-org-further.ttl is missing.
    imports/e-org-ontology.ttl is not the text that was downloaded: its SHA-256 differs.
    1 import without a file:
      <http://e.org/further>  in shapes.ttl
    Take the files back from version control, or remove them and run shacl-repair imports --fetch.
    "
  `);
  expect(code).toBe(1);
  expect((await runInMemory('imports --locked data.ttl', { files })).code).toBe(1);
});

test('nothing is downloaded that its user did not agree to', async () => {
  const asked: string[] = [];
  const openDownloads = web(pages, asked);
  const declined = await runInMemory('imports --fetch data.ttl', {
    files,
    openDownloads,
    confirm: async () => false,
  });
  expect([declined.code, asked, declined.written]).toEqual([1, [], {}]);
  const alone = await runInMemory('imports --fetch data.ttl', { files, openDownloads });
  expect([alone.code, asked]).toEqual([2, []]);
  const questions: string[] = [];
  const confirm = async (question: string) => questions.push(question) === 1;
  const { out, written } = await runInMemory('imports --fetch data.ttl', { files, openDownloads, confirm });
  expect(questions).toEqual([
    'Download 2 files? [y/N] ',
    '<http://e.org/ontology#> is at https://raw.example now. Download it there? [y/N] ',
    'Download 1 file? [y/N] ',
  ]);
  expect(out).toContain(
    '<http://e.org/ontology#> was not downloaded. It is at https://raw.example, which was not asked.',
  );
  expect(Object.keys(written)).not.toContain('/imports/e-org-ontology.ttl');
});

test.each([
  ['<html><body>Sign in</body></html>', /is not Turtle \(line 1\)/],
  ['{ "@context": {}, "@id": "http://e.org/a" }', /is not Turtle \(line 1\): This is JSON-LD/],
  ['', /contains no statements/],
])('what is not Turtle is not written: %s', async (text, message) => {
  const { out, written } = await runInMemory('imports --fetch --yes data.ttl', {
    files,
    openDownloads: web({ 'http://e.org/ontology': text }),
  });
  expect(out).toMatch(message);
  expect(written).toEqual({});
});

test('a lock that names a file elsewhere is refused', async () => {
  const texts = {
    '/imports/a.ttl': ontology,
    '/imports/imports.lock.json': JSON.stringify({
      imports: [{ iri: 'http://e.org/further', file: '../shapes.ttl', address: '', sha256: '', date: '' }],
    }),
  };
  const { err, code } = await runInMemory('imports --locked data.ttl', { files, texts });
  expect(err).toContain("imports/imports.lock.json can't be read: imports[0].file is not a name");
  expect(code).toBe(2);
  expect((await runInMemory('imports data.ttl', { files, texts })).out).toContain('<http://e.org/further>');
});

test('a file of the user in the folder keeps its name', async () => {
  const { written } = await runInMemory('imports --fetch --yes data.ttl', {
    files,
    texts: { '/imports/e-org-further.ttl': '# mine\n' },
    openDownloads: web(pages),
  });
  expect(Object.keys(written)).toContain('/imports/e-org-further-2.ttl');
  expect(Object.keys(written)).not.toContain('/imports/e-org-further.ttl');
});

test('contexts of JSON-LD are saved as well, and files are read with them', async () => {
  const data = '{ "@context": "https://e.org/context/v1.jsonld", "id": "urn:a", "type": "Device" }';
  const given = { files, texts: { '/data.jsonld': data } };
  const before = await runInMemory('validate data.jsonld --shapes shapes.ttl', given);
  expect(before.code).toBe(2);
  expect(before.err + before.out).toContain(
    `data.jsonld:1:15: error: The context https://e.org/context/v1.jsonld can't be read: nothing is fetched. Save it with the quick fix Save Context… or with 'shacl-repair imports --fetch' for this file, or write the name of a file here.`,
  );
  const context =
    '{ "@context": [{ "id": "@id", "type": "@type" }, "types.json"], "description": "with another" }';
  const openDownloads = web({
    'https://e.org/context/v1.jsonld': context,
    'https://e.org/context/types.json': '{ "@context": { "@vocab": "http://example.org/ns#" } }',
  });
  const { out, code, written } = await runInMemory('imports --fetch --yes data.jsonld', {
    ...given,
    openDownloads,
  });
  expect(out).toContain('imports/e-org-context-types.jsonld: <https://e.org/context/types.json>, ');
  expect(code).toBe(0);
  expect(written['/imports/e-org-context-v1.jsonld']).toBe(context);
  const texts = { ...given.texts, ...written };
  const after = await runInMemory('validate data.jsonld --shapes shapes.ttl', { files, texts });
  expect(after.out).toContain('data.jsonld:1:56');
  expect(after.code).toBe(1);
  expect((await runInMemory('imports data.jsonld --locked', { files, texts })).code).toBe(0);
});
