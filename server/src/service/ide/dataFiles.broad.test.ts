/** JSON-LD and RDF/XML that are open in an editor: how they are linked, and what is said of those that can't be read. */
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';
import type { AnalysisHost } from './analysisHost.ts';

const { signal } = new AbortController();

const folder = 'file:///workspace';

function opened(name: string, text: string): AnalysisHost {
  const host = hostOf(
    parseFixture(`#- /good.ttl shapes:/shapes.ttl
ex:a a ex:T .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`),
  );
  host.openDocument(`${folder}/${name}`, 1, text);
  return host;
}

const xml = (inside: string, above = '') =>
  `<?xml version="1.0"?>\n${above}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">${inside}</rdf:RDF>`;
const json = (inside: string) => `{ "@context": { "ex": "http://example.org/ns#" }, ${inside} }`;

describe('links of RDF/XML are comments above its root', () => {
  const node = '<ex:T rdf:about="http://example.org/ns#a"/>';

  test.each([
    ['a comment', '<!-- shapes: shapes.ttl -->\n', 1],
    ['a line of a comment, below others', '<!-- Ours -->\n<!--\n  shapes: shapes.ttl\n  -->\n', 1],
    ['above a document type', '<!-- shapes: shapes.ttl --><!DOCTYPE rdf:RDF [ <!ENTITY e "e"> ]>', 1],
    ['a comment that says so inside of a sentence', '<!-- see shapes: shapes.ttl -->\n', 0],
    ['nothing', '', 0],
  ])('%s', async (_, above, results) => {
    const host = opened('data.rdf', xml(node, above));
    const { status } = await host.validate(`${folder}/data.rdf`, signal);
    expect(status.results).toBe(results);
  });

  test('below the root there is no link', async () => {
    const host = opened('data.rdf', xml(`<!-- shapes: shapes.ttl -->${node}`));
    const { status } = await host.validate(`${folder}/data.rdf`, signal);
    expect(status.verdict).toBe('unlinked');
  });

  test.each([
    ['below the declaration', xml(node)],
    ['above the root', xml(node).replace(/^.*\n/, '')],
    ['below other links', xml(node, '<!-- context: good.ttl -->')],
  ])('one is written %s', async (_, text) => {
    const host = opened('data.rdf', text);
    const written = await host.linkEdits(`${folder}/data.rdf`, [`${folder}/shapes.ttl`], undefined, signal);
    const after = applyEdits(text, written!.edits.edits);
    expect(after.slice(0, after.indexOf('<rdf:RDF'))).toMatchSnapshot();
    host.openDocument(`${folder}/data.rdf`, 2, after);
    expect((await host.validate(`${folder}/data.rdf`, signal)).status.results).toBe(1);
  });

  test.each([
    ['data.jsonld', json('"@type": "ex:T"'), `${folder}/shapes.ttl`],
    ['data.rdf', xml(node), `${folder}/shapes--old.ttl`],
  ])('none is written into %s for %3$s', async (name, text, shapes) => {
    const host = opened(name, text);
    expect(await host.linkEdits(`${folder}/${name}`, [shapes], undefined, signal)).toBeUndefined();
  });
});

describe('a text that cannot be read is one problem at its place, and leaves the other files alone', () => {
  test.each([
    ['nothing', 'a.jsonld', ''],
    ['white space', 'a.rdf', '  \n'],
    ['truncated in a string', 'a.jsonld', json('"@id": "ex:a').slice(0, -2)],
    ['truncated in an object', 'a.jsonld', '{ "@context": {}, "@graph": [ {'],
    ['truncated in a tag', 'a.rdf', xml('').slice(0, 60)],
    ['truncated between tags', 'a.rdf', xml('<ex:T>').replace('</rdf:RDF>', '')],
    ['two values', 'a.jsonld', '{} {}'],
    ['a comment in JSON', 'a.jsonld', `// shapes: shapes.ttl\n${json('"@type": "ex:T"')}`],
    ['a comma too many', 'a.jsonld', json('"ex:p": [ 1, ]')],
    ['a key twice', 'a.jsonld', json('"ex:p": 1, "ex:p": 2')],
    ['deep', 'a.jsonld', json(`"ex:p": ${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
    ['deep XML', 'a.rdf', xml('<ex:p>'.repeat(20_000))],
    [
      'an entity bomb',
      'a.rdf',
      xml('&b;', `<!DOCTYPE x [ <!ENTITY a "${'lol'.repeat(9)}"> <!ENTITY b "&a;&a;"> ]>\n`),
    ],
    [
      'an entity of another file',
      'a.rdf',
      xml('&x;', '<!DOCTYPE x [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]>\n'),
    ],
    [
      'a context at an address',
      'a.jsonld',
      json('"@type": "ex:T"').replace(/\{ "ex".*?\}/, '"https://schema.org/"'),
    ],
    [
      'a context far away',
      'a.jsonld',
      json('"@type": "ex:T"').replace(/\{ "ex".*?\}/, '"../../secret.json"'),
    ],
    ['a context that is no context', 'a.jsonld', json('"@type": "ex:T"').replace(/\{ "ex".*?\}/, '12')],
    ['JSON that is no JSON-LD', 'a.jsonld', '{ "name": "Ann" }'],
    ['XML that is no RDF', 'a.rdf', '<html><body/></html>'],
    ['binary', 'a.jsonld', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
    ['UTF-16 taken for UTF-8', 'a.jsonld', '{\u0000 \u0000"\u0000@\u0000i\u0000d\u0000"\u0000'],
  ])('%s: %s', async (_, name, text) => {
    const uri = `${folder}/${name}`;
    const host = opened(name, text);
    await host.validate(uri, signal);
    const shown = host.syntaxDiagnostics(uri).map(({ range, message, code }) => {
      expect(code).toBe('syntax');
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThanOrEqual(text.length);
      const { line, character } = host.lines(uri)!.positionAt(range.start);
      const at = text.slice(range.start, Math.min(range.end, range.start + 40));
      return `${line + 1}:${character + 1} ${JSON.stringify(at)} ${message}`;
    });
    expect(shown.join('\n')).toMatchSnapshot();
    await host.hover(uri, 0, { format: 'markdown', withMessages: true }, signal);
    await host.codeActions(uri, { start: 0, end: text.length }, signal);
    const good = await host.validate(`${folder}/good.ttl`, signal);
    expect(good.status.results).toBe(1);
  });

  test.each([
    ['a.jsonld', json('"@type": "ex:T"')],
    ['a.rdf', xml('<ex:T/>')],
  ])('a byte order mark is none: %s', async (name, text) => {
    const host = opened(name, `\uFEFF${text}`);
    await host.validate(`${folder}/${name}`, signal);
    expect(host.syntaxDiagnostics(`${folder}/${name}`)).toEqual([]);
  });
});

test('a key that states nothing is a warning at the key', async () => {
  const text = json('"@typ": "ex:T", "ex:p": 1');
  const uri = `${folder}/a.jsonld`;
  const host = opened('a.jsonld', text);
  await host.validate(uri, signal);
  const shown = host.syntaxDiagnostics(uri);
  expect(shown.map(({ range, severity }) => `${severity} ${text.slice(range.start, range.end)}`)).toEqual([
    'warning "@typ"',
  ]);
});

test('what is asked while a long text is read is answered for the newest', async () => {
  const nodes = (count: number) =>
    json(`"@graph": [ ${Array.from({ length: count }, (_, i) => `{ "@id": "ex:${i}", "@type": "ex:T" }`)} ]`);
  const host = opened('a.jsonld', nodes(3000));
  const uri = `${folder}/a.jsonld`;
  const before = host.analysis(uri, signal);
  host.openDocument(uri, 2, nodes(2));
  expect((await before).graphs.linked.documents.get(uri)!.version).toBe(2);
  host.openDocument(uri, 3, nodes(3000));
  const reading = host.readText(uri, signal);
  host.closeDocument(uri);
  await reading;
  expect(host.openDocuments()).toEqual([`${folder}/good.ttl`]);
});

test('a context that no file has is offered to be saved, and read once it is', async () => {
  const text = '{ "@context": "https://e.org/c", "@id": "urn:a" }';
  const host = opened('a.jsonld', text);
  const uri = `${folder}/a.jsonld`;
  const { status } = await host.validate(uri, signal);
  expect(status.lackingContexts).toEqual(['https://e.org/c']);
  const actions = await host.codeActions(uri, { start: 20, end: 20 }, signal);
  expect(actions.find(({ command }) => command?.kind === 'fetchImports')?.title).toBe('Save context…');
  expect(actions.some(({ title }) => title === 'Fetch imports…')).toBe(false);
});
