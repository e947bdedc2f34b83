import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block } from '../../../testing/fixture.ts';
import { iriRewrites } from './iriRewrites.ts';

const wellKnown = async () => knownPrefixes;

/** What is offered at `$0`, each with the text after it. */
async function offered(text: string, isInvoked = true): Promise<ReadonlyMap<string, string>> {
  const offset = text.indexOf('$0');
  const document = new TurtleDocument('file:///data.ttl', 1, text.replace('$0', ''));
  const found = await iriRewrites(document, { start: offset, end: offset }, { wellKnown, isInvoked });
  return new Map(found.map(({ title, edits }) => [title, applyEdits(document.text, edits)]));
}

const data = block`
  @prefix ex: <http://example.org/> .
  @prefix v: <http://example.org/v#> .
  <http://example.org/a> v:p <http://exa$0mple.org/b> . # <http://example.org/c>
  ex:a v:p "<http://example.org/d>" , <http://example.org/v#e> , <http://example.org/x/y> , <f> .
`;

test('a whole IRI becomes a name, alone, with those of its namespace, or with all; comments, strings and longer paths stay', async () =>
  expect([...(await offered(data))]).toEqual([
    ['Write as ex:b', data.replace('<http://exa$0mple.org/b>', 'ex:b')],
    [
      'Write all 2 IRIs of <http://example.org/> as ex:…',
      data.replace('<http://example.org/a>', 'ex:a').replace('<http://exa$0mple.org/b>', 'ex:b'),
    ],
    [
      'Write all 3 IRIs of this file with the prefixes that it declares',
      data
        .replace('<http://example.org/a>', 'ex:a')
        .replace('<http://exa$0mple.org/b>', 'ex:b')
        .replace('<http://example.org/v#e>', 'v:e'),
    ],
  ]));

test('a well-known prefix is declared along', async () => {
  const text = block`
    @prefix ex: <http://example.org/> .

    ex:a <http://xmlns.com/foaf/0.1/$0name> "A" ; <http://xmlns.com/foaf/0.1/age> 1 .
  `;
  const found = await offered(text);
  const all = found.get('Write all 2 IRIs of <http://xmlns.com/foaf/0.1/> as foaf:…, and declare it');
  expect(found.get('Write as foaf:name, and declare foaf:')).toContain('ex:a foaf:name "A" ; <http');
  expect(all).toBe(block`
    @prefix ex: <http://example.org/> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .

    ex:a foaf:name "A" ; foaf:age 1 .
  `);
});

test('a namespace that nobody has a prefix for gets one, if several IRIs are of it', async () => {
  const text = '<http://acme.test/plant/v2/p1> <http://acme.test/plant/v2/$0feeds> <urn:x> .\n';
  expect([...(await offered(text))]).toEqual([
    [
      'Write all 2 IRIs of <http://acme.test/plant/v2/> as plant:…, and declare it',
      '@prefix plant: <http://acme.test/plant/v2/> .\n\nplant:p1 plant:feeds <urn:x> .\n',
    ],
  ]);
});

test('a name becomes a whole IRI, alone or with those of its prefix', async () => {
  const text = '@prefix ex: <http://e/> .\nex:a ex:p$0 "1"^^ex:t . # ex:b\n';
  expect([...(await offered(text))]).toEqual([
    ['Write as whole IRI', '@prefix ex: <http://e/> .\nex:a <http://e/p> "1"^^ex:t . # ex:b\n'],
    [
      'Write all 3 names with ex: as whole IRIs',
      '@prefix ex: <http://e/> .\n<http://e/a> <http://e/p> "1"^^<http://e/t> . # ex:b\n',
    ],
  ]);
});

test('at a declaration, all are written in the other style, or its names without it', async () => {
  const turtle = '@prefix ex: <http://e/> . # note\n@base <http://b/>.\nex:a ex:p <x> .\n';
  const sparql = 'PREFIX ex: <http://e/> # note\nBASE <http://b/>\nex:a ex:p <x> .\n';
  expect([...(await offered(`$0${turtle}`))]).toEqual([['Write all declarations as PREFIX', sparql]]);
  expect([...(await offered(`$0${sparql}`))]).toEqual([
    ['Write all declarations as @prefix', turtle.replace('/>.', '/> .')],
  ]);
  const inlined = await offered('@prefix ex: <http://$0e/> .\nex:a ex:p 1 . # ex:c\n');
  expect(inlined.get('Write all names with ex: as whole IRIs, and remove the declaration')).toBe(
    '<http://e/a> <http://e/p> 1 . # ex:c\n',
  );
  const queried =
    '@prefix sh: <http://www.w3.org/ns/shacl#> .\n@prefix $0ex: <http://e/> .\n[] sh:select "SELECT ?x { ?x ex:p 1 }" ; ex:p 1 .';
  expect([...(await offered(queried)).keys()]).toEqual(['Write all declarations as PREFIX']);
});

test.each([
  ['in a comment', '@prefix ex: <http://e/> .\n<a> <b> 1 . # <http://e/$0a>'],
  ['of a relative IRI', '@base <http://e/> .\n@prefix ex: <http://e/> .\n<$0a> <b> 1 .'],
  [
    'where the prefix is declared for something else',
    '@prefix foaf: <urn:f:> .\n<a> <http://xmlns.com/foaf/0.1/$0name> 1 .',
  ],
  ['that needs a declaration in a file with errors', '<a> <http://xmlns.com/foaf/0.1/n$0ame> 1 .\n<a> [ .'],
])('nothing is offered %s', async (_, text) => expect([...(await offered(text)).keys()]).toEqual([]));

test('unless somebody asks, there is only the name of a whole IRI', async () => {
  expect([...(await offered(data, false)).keys()]).toEqual(['Write as ex:b']);
  expect([...(await offered('@prefix ex: <http://e/> .\nex:a ex:p$0 1 .', false)).keys()]).toEqual([]);
});
