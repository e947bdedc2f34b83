import type * as RDF from '@rdfjs/types';
import fc from 'fast-check';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { isomorphic } from '../isomorphism.ts';
import { type Triple, terms } from '../terms.ts';
import { readJsonLd } from './jsonLd.ts';
import { idOf } from './placedTerms.ts';

/** Documents that between them use what JSON-LD 1.1 has, each with its number of triples. */
const cases: readonly (readonly [name: string, triples: number, document: object])[] = [
  ['an IRI as a key', 1, { '@id': 'a', 'http://e.org/p': 'v' }],
  ['a relative @id', 1, { '@id': '../b#c', 'ex:p': { '@id': '' } }],
  ['a node without @id', 1, { 'ex:p': 'v' }],
  ['labels of blank nodes', 2, { '@id': '_:a', 'ex:p': { '@id': '_:b', 'ex:p': { '@id': '_:a' } } }],
  ['nested nodes', 3, { 'ex:p': { 'ex:q': { 'ex:r': 'v' } } }],
  ['an empty node', 1, { 'ex:p': {} }],
  ['an empty node with @id', 1, { 'ex:p': { '@id': 'b' } }],
  ['an array of nodes', 2, [{ 'ex:p': 1 }, { 'ex:p': 2 }]],
  ['an empty array', 0, { '@id': 'a', 'ex:p': [] }],
  ['null', 1, { '@id': 'a', 'ex:p': null, 'ex:q': [null, 'v'] }],
  ['numbers and booleans', 7, { 'ex:p': [1, -2, 1.5, 1e30, 0.1, true, false] }],
  ['equal values', 1, { 'ex:p': ['v', 'v'] }],
  ['characters that are escaped', 2, { 'ex:p': ['a\n"b"\\', 'é\u{1F600}'] }],
  ['@type', 1, { '@type': 'ex:T' }],
  ['several types', 2, { '@id': 'a', '@type': ['ex:T', 'ex:U'] }],
  ['@type after properties', 2, { 'ex:p': 'v', '@type': 'ex:T' }],
  ['@id after properties', 3, { 'ex:p': ['v', { 'ex:q': 1 }], '@id': 'a' }],
  [
    '@context after properties',
    2,
    { name: 'v', '@id': 'a', '@type': 'T', '@context': { '@vocab': 'http://e.org/' } },
  ],
  ['@value', 1, { 'ex:p': { '@value': 'v' } }],
  ['@value with @type', 1, { 'ex:p': { '@value': '1', '@type': 'ex:t' } }],
  ['@value with @language', 1, { 'ex:p': { '@value': 'v', '@language': 'en-gb' } }],
  ['@value of null', 0, { '@id': 'a', 'ex:p': { '@value': null } }],
  ['@json', 1, { 'ex:p': { '@value': { b: [1], a: 'v' }, '@type': '@json' } }],
  ['@json of a term', 1, { '@context': { p: { '@id': 'ex:p', '@type': '@json' } }, p: { b: [1, { c: 2 }] } }],
  ['@list', 5, { 'ex:p': { '@list': ['a', 'b'] } }],
  ['an empty @list', 1, { 'ex:p': { '@list': [] } }],
  ['a @list of nodes', 6, { 'ex:p': { '@list': [{ 'ex:q': 1 }, { '@id': 'b' }] } }],
  ['a list container', 5, { '@context': { p: { '@id': 'ex:p', '@container': '@list' } }, p: ['a', 'b'] }],
  [
    'a list container with one value',
    3,
    { '@context': { p: { '@id': 'ex:p', '@container': '@list' } }, p: 'a' },
  ],
  [
    'lists of lists',
    11,
    { '@context': { p: { '@id': 'ex:p', '@container': '@list' } }, p: [['a', 'b'], ['c']] },
  ],
  ['@set', 2, { 'ex:p': { '@set': ['a', 'b'] } }],
  ['a set container', 1, { '@context': { p: { '@id': 'ex:p', '@container': '@set' } }, p: ['a'] }],
  [
    'a language container',
    3,
    { '@context': { p: { '@id': 'ex:p', '@container': '@language' } }, p: { en: 'a', de: ['b', 'c'] } },
  ],
  [
    'a language container with @none',
    1,
    { '@context': { p: { '@id': 'ex:p', '@container': '@language' } }, p: { '@none': 'a' } },
  ],
  [
    'an index container',
    2,
    { '@context': { p: { '@id': 'ex:p', '@container': '@index' } }, p: { x: 'a', y: { '@id': 'b' } } },
  ],
  [
    'an id container',
    2,
    { '@context': { p: { '@id': 'ex:p', '@container': '@id' } }, p: { 'ex:b': { 'ex:q': 'v' } } },
  ],
  [
    'a type container',
    3,
    {
      '@context': { p: { '@id': 'ex:p', '@container': '@type' } },
      p: { 'ex:T': { '@id': 'b', 'ex:q': 'v' } },
    },
  ],
  [
    'a graph container',
    2,
    { '@context': { p: { '@id': 'ex:p', '@container': '@graph' } }, p: { '@id': 'b', 'ex:q': 'v' } },
  ],
  [
    '@graph at the top',
    2,
    {
      '@graph': [
        { '@id': 'a', 'ex:p': 'v' },
        { '@id': 'b', 'ex:p': 'w' },
      ],
    },
  ],
  ['a named graph', 2, { '@id': 'g', 'ex:p': 'v', '@graph': [{ '@id': 'a', 'ex:p': 'w' }] }],
  ['a graph without a name', 2, { 'ex:p': 'v', '@graph': { '@id': 'a', 'ex:p': 'w' } }],
  ['@included', 2, { '@id': 'a', 'ex:p': 'v', '@included': [{ '@id': 'b', 'ex:p': 'w' }] }],
  [
    '@nest',
    2,
    {
      '@context': { p: 'ex:p', q: { '@id': 'ex:q', '@nest': 'more' }, more: '@nest' },
      p: 'v',
      more: { q: 'w' },
    },
  ],
  ['@reverse', 1, { '@id': 'a', '@reverse': { 'ex:p': { '@id': 'b' } } }],
  [
    '@reverse with nested nodes',
    4,
    { '@id': 'a', '@reverse': { 'ex:p': [{ '@id': 'b', 'ex:q': 'v' }, { 'ex:q': 'w' }] } },
  ],
  [
    'a reverse term',
    2,
    { '@context': { p: { '@reverse': 'ex:p', '@type': '@id' } }, '@id': 'a', p: ['ex:b', { '@id': 'c' }] },
  ],
  ['@index is no property', 1, { 'ex:p': { '@value': 'v', '@index': 'i' } }],
  ['@vocab', 2, { '@context': { '@vocab': 'http://e.org/' }, '@type': 'T', name: 'v' }],
  ['@base', 1, { '@context': { '@base': 'http://e.org/x/' }, '@id': 'a', 'ex:p': { '@id': '../b' } }],
  ['@language of the context', 2, { '@context': { '@language': 'de' }, 'ex:p': ['v', 1] }],
  ['@language of a term', 1, { '@context': { p: { '@id': 'ex:p', '@language': 'fr' } }, p: 'v' }],
  ['@type of a term', 1, { '@context': { p: { '@id': 'ex:p', '@type': 'ex:date' } }, p: '2020-01-01' }],
  ['@type: @id', 2, { '@context': { p: { '@id': 'ex:p', '@type': '@id' } }, p: ['b', 'ex:c'] }],
  ['@type: @vocab', 1, { '@context': { '@vocab': 'http://e.org/', p: { '@type': '@vocab' } }, p: 'red' }],
  ['@type: @none', 1, { '@context': { p: { '@id': 'ex:p', '@type': '@none' } }, p: 'v' }],
  [
    'prefixes',
    2,
    {
      '@context': { foaf: 'http://xmlns.com/foaf/0.1/' },
      '@id': 'a',
      '@type': 'foaf:Person',
      'foaf:name': 'v',
    },
  ],
  [
    'aliases of keywords',
    3,
    {
      '@context': { id: '@id', type: '@type', value: '@value' },
      id: 'a',
      type: 'ex:T',
      'ex:p': [{ id: 'b' }, { value: 'v' }],
    },
  ],
  [
    'a context for a type',
    2,
    {
      '@context': { '@vocab': 'http://e.org/', T: { '@context': { p: { '@type': '@id' } } } },
      '@type': 'T',
      p: 'b',
    },
  ],
  [
    'contexts for types behind what they apply to, at many nodes inside of each other',
    96,
    {
      '@context': {
        '@vocab': 'http://e.org/',
        T: { '@context': { p: { '@type': '@id' } } },
        U: { '@context': { q: 'ex:other', '@propagate': true } },
      },
      '@graph': Array.from({ length: 12 }, (_, at) => ({
        inside: { p: 'b', deep: { q: 'w' }, '@type': ['T', 'U'] },
        p: `${at}`,
        '@type': 'T',
      })),
    },
  ],
  [
    'a context for a property',
    2,
    { '@context': { '@vocab': 'http://e.org/', p: { '@context': { q: 'ex:other' } } }, p: { q: 'v' } },
  ],
  ['a context inside', 3, { 'ex:p': [{ '@context': { q: 'ex:q' }, q: 'v' }, { q: 'w' }] }],
  [
    'several contexts',
    1,
    { '@context': [{ '@vocab': 'http://e.org/' }, { p: 'ex:q' }, null, { p: 'ex:p' }], p: 'v', x: 'w' },
  ],
  ['a term that is left out', 1, { '@context': { '@vocab': 'http://e.org/', x: null }, p: 'v', x: 'w' }],
  ['keys that mean nothing', 1, { name: 'v', more: { 'ex:p': 'w' }, 'ex:q': 'x' }],
  ['terms of terms', 1, { '@context': { a: 'http://e.org/a#', b: 'a:b', c: { '@id': 'b' } }, c: 'v' }],
];

const nothingOf = (key: string) =>
  `'${key}' is mapped to no property, so its value is not read. Map it in the @context.`;

/** What is told of keys that state nothing, of the documents that have some. */
const unread: Readonly<Record<string, readonly string[]>> = {
  'a context inside': [nothingOf('q')],
  'several contexts': [nothingOf('x')],
  'keys that mean nothing': ['name', 'more'].map(nothingOf),
};

test.each(cases)(
  '%s: the graph is that of the library, and values are where they stand',
  async (name, count, json) => {
    for (const text of [JSON.stringify(json), `\uFEFF${JSON.stringify(json, null, 2)}`]) {
      const document = await readJsonLd({ uri: 'http://d.org/x/y', version: 0, text }, async () => ({
        problem: '',
      }));
      expect(document.errors).toEqual([]);
      expect(document.graph.size).toBe(count);
      expect(document.warnings.map(({ message }) => message)).toEqual(unread[name] ?? []);
      expect(isomorphic(document.graph.triples(), await readWithLibraryAlone(text))).toBe(true);
      document.sources.forWritten(undefined, ({ id, start, end }) => {
        const written = document.rope.slice(start, end);
        expect(written).not.toBe('');
        if (terms.isLiteral(id) && written.startsWith('"')) expect(JSON.parse(written)).toBe(terms.value(id));
      });
    }
  },
);

const keys = ['p', 'q', 'r'];
/** Without types: of nodes with types in one another, the library loses some. */
const { context, node } = fc.letrec((tie) => {
  const each = (value: fc.Arbitrary<unknown>) => Object.fromEntries(keys.map((key) => [key, value]));
  const optional = { requiredKeys: [] };
  return {
    definition: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('ex:a', 'ex:b', 'ex:c', null),
      fc.record(
        { '@id': fc.constantFrom('ex:d', 'ex:e'), '@context': tie('context') },
        { requiredKeys: ['@id'] },
      ),
    ),
    context: fc.record({ ...each(tie('definition')), '@propagate': fc.boolean() }, optional),
    value: fc.oneof({ maxDepth: 3 }, fc.nat(3), tie('node'), fc.array(tie('node'), { maxLength: 2 })),
    node: fc.record({ '@context': tie('context'), ...each(tie('value')) }, optional),
  };
});

test('contexts of properties and nodes in one another mean what they mean to the library', async () => {
  const document = fc.tuple(context, node).map(([terms, top]) => ({
    ...(top as object),
    '@context': { '@version': 1.1, '@vocab': 'http://v.org/', ...(terms as object) },
  }));
  await fc.assert(
    fc.asyncProperty(document, async (json) => {
      const text = JSON.stringify(json);
      const source = { uri: 'http://d.org/x/y', version: 0, text };
      const { errors, graph } = await readJsonLd(source, async () => ({ problem: '' }));
      const expected = await readWithLibraryAlone(text).catch(() => undefined);
      expect(errors.length > 0).toBe(expected === undefined);
      if (expected) expect(isomorphic(graph.triples(), expected)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

function readWithLibraryAlone(text: string): Promise<readonly Triple[]> {
  return new Promise((resolve, reject) => {
    const triples: Triple[] = [];
    const parser = new JsonLdParser({ baseIRI: 'http://d.org/x/y' });
    parser.on('data', ({ subject, predicate, object }: RDF.Quad) => {
      const [s, p, o] = [subject, predicate, object].map((term) => idOf(term as never));
      triples.push({ subject: s!, predicate: p!, object: o! });
    });
    parser.on('error', reject);
    parser.on('end', () => resolve(triples));
    parser.end(text.replace(/^\uFEFF/, ''));
  });
}
