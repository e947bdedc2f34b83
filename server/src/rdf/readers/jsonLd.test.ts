import { describe, expect, test } from 'vitest';
import { type ContextLimits, readJsonLd } from './jsonLd.ts';
import { blankNodeWith, placesIn } from './places.testing.ts';

const read = (text: string, limits?: ContextLimits) =>
  readJsonLd(
    { uri: 'file:///data.jsonld', version: 0, text },
    async () => ({ problem: 'nothing is fetched' }),
    undefined,
    limits,
  );

test('each term is at the value or key that gives it', async () => {
  const document = await read(`{
  "@context": { "ex": "http://e.org/", "@vocab": "http://e.org/", "knows": { "@type": "@id" }, "list": { "@container": "@list" }, "label": { "@container": "@language" } },
  "@id": "ann", "@type": ["Person", "Dean"],
  "name": "Ann", "age": [41, { "@value": "42", "@type": "ex:age" }],
  "knows": ["bob", { "@id": "cid", "name": "Cid" }, { "name": "Dan" }],
  "list": ["a", "b"],
  "label": { "en": "Ann", "de": "Anna" },
  "@reverse": { "likes": { "@id": "eve" } }
}`);
  expect(document.errors).toEqual([]);
  expect(placesIn(document)).toMatchInlineSnapshot(`
    "eve«"eve"» | likes«"likes"» | ann«"ann"»
    ann«"ann"» | type«"@type"» | Person«"Person"»
    ann«"ann"» | type«"@type"» | Dean«"Dean"»
    ann«"ann"» | name«"name"» | Ann«"Ann"»
    ann«"ann"» | age«"age"» | 41
    ann«"ann"» | age«"age"» | 42«"42"»
    ann«"ann"» | knows«"knows"» | bob«"bob"»
    ann«"ann"» | knows«"knows"» | cid«"cid"»
    ann«"ann"» | knows«"knows"» | _«{»
    cid«"cid"» | name«"name"» | Cid«"Cid"»
    _«{» | name«"name"» | Dan«"Dan"»
    _«"a"» | first«"list"» | a«"a"»
    _«"a"» | rest«"list"» | _«"b"»
    _«"b"» | first«"list"» | b«"b"»
    _«"b"» | rest«"list"» | nil«"b"»
    ann«"ann"» | list«"list"» | _«"a"»
    ann«"ann"» | label«"label"» | Ann«"Ann"»
    ann«"ann"» | label«"label"» | Anna«"Anna"»"
  `);
});

test('each of several types of a nested node is where it is written', async () => {
  const document = await read(`{
  "@id": "http://e.org/ann",
  "http://e.org/knows": [{ "@id": "http://e.org/bob", "@type": ["http://e.org/Man", "http://e.org/Dean"] }, "Cid"]
}`);
  expect(placesIn(document)).toMatchInlineSnapshot(`
    "ann«"http://e.org/ann"» | knows«"http://e.org/knows"» | bob«"http://e.org/bob"»
    ann«"http://e.org/ann"» | knows«"http://e.org/knows"» | Cid«"Cid"»
    bob«"http://e.org/bob"» | type«"@type"» | Man«"http://e.org/Man"»
    bob«"http://e.org/bob"» | type«"@type"» | Dean«"http://e.org/Dean"»"
  `);
});

test.each([
  ['another value is written otherwise', '{ "@value": "A" }', '"A"'],
  ['another node is left out', '{ "@id": "ann", "name": { "@value": "A" } },', ''],
  ['another node gets a node without a name', '"name": {', '"knows": { "name": "Cid" }, "name": {'],
  ['a value before it is left out', '{ "@value": "Bob" }, ', ''],
  ['its first value is written otherwise', '"Elm"', '{ "@value": "Elm" }'],
])('a node without a name is the same one when %s', async (_, from, to) => {
  const text = `{ "@context": { "@vocab": "http://e.org/" }, "@graph": [
    { "@id": "ann", "name": { "@value": "A" } },
    { "@id": "bob", "address": [{ "@value": "Bob" }, { "street": "Elm", "zip": "1" }] } ] }`;
  const before = blankNodeWith('http://e.org/zip', await read(text));
  expect(blankNodeWith('http://e.org/zip', await read(text.replace(from, to)))).toBe(before);
});

const termsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => `"p${i}": "http://e.org/p${i}"`).join();

test.each([
  [
    'that every definition of a term has',
    (count: number) =>
      `{ "@context": [${Array.from({ length: count }, (_, i) => `{ "t${i}": { "@id": "http://e.org/t", "@context": { "u${i}": "http://e.org/u" } } }`)}], "t0": 1 }`,
  ],
  [
    'that each node has of its own',
    (count: number) =>
      `{ "@context": { ${termsOf(4 * count)} }, "@graph": [${Array.from({ length: count }, (_, i) => `{ "@context": { "own": "http://e.org/${i}" }, "own": 1 }`)}] }`,
  ],
])('a text is given up for the terms of a context %s', async (_, text) => {
  const limits = { terms: 1000, termsOfEach: 1 };
  const problems = async (count: number) =>
    (await read(text(count), limits)).errors.map(({ message }) => message);
  expect(await problems(10)).toEqual([]);
  expect(await problems(80)).toEqual([
    'The contexts of this file take too many steps, so it is not read. A context in the definition of a term, or in a node, is applied again wherever it is used: define these terms once, at the top, or convert the file to Turtle.',
  ]);
});

test('a context of a property is applied once, however many values it has and however often these are in one another', async () => {
  const inside = '{ "p1": 1, "a": { "p2": 2, "b": { "p3": 3 } } }';
  const text = `{ "@context": { "a": { "@id": "http://e.org/a", "@context": { ${termsOf(80)}, "b": { "@id": "http://e.org/b", "@context": { "p3": "http://e.org/other" } } } } },
    "a": [${Array(80).fill(inside)}] }`;
  const document = await read(text, { terms: 1000, termsOfEach: 0 });
  expect(document.errors).toEqual([]);
  const shown = placesIn(document).split('\n');
  for (const property of ['p1', 'p2', 'other'])
    expect(shown.filter((line) => line.includes(`| ${property}«`))).toHaveLength(80);
});

test('a scoped context that all nodes use is read for all of them once', async () => {
  const terms = Array.from({ length: 100 }, (_, i) => `"t${i}": "http://e.org/t${i}"`);
  const nodes = Array.from(
    { length: 40 },
    (_, i) => `{ "@id": "http://e.org/${i}", "@type": "T", "of": { "t1": 1, "own": 2 } }`,
  );
  const text = `{ "@context": { ${terms}, "T": { "@id": "http://e.org/T", "@context": { "own": "http://e.org/own" } },
    "of": { "@id": "http://e.org/of", "@context": { "own": "http://e.org/inner" } } }, "@graph": [${nodes}] }`;
  const document = await read(text, { terms: 6000, termsOfEach: 0 });
  expect(document.errors).toEqual([]);
  const shown = placesIn(document).split('\n');
  expect(shown.filter((line) => line.includes('| of«'))).toHaveLength(40);
  expect(shown.filter((line) => line.includes('| inner«'))).toHaveLength(40);
  const { errors: tooMany } = await read(text, { terms: 600, termsOfEach: 0 });
  expect(tooMany).toHaveLength(1);
});

describe('what states nothing is told at its key', () => {
  const told = async (body: string) => {
    const text = `{ "@context": { "@base": "http://e.org/", "ex": "http://e.org/", "units": "http://e.org/units#", "label": "ex:label", "event": { "@id": "ex:event", "@type": "@json" }, "raw": { "@id": "ex:raw", "@context": null }, "names": { "@id": "ex:names", "@container": "@language" }, "gone": null, "@version": 1.1, "@language": "en" }, ${body} }`;
    const { warnings, errors } = await read(text);
    expect(errors).toEqual([]);
    return warnings.map(({ range, message }) => `${text.slice(range.start, range.end)} ${message}`);
  };
  const unmapped = (key: string, remedy: string) =>
    `"${key}" '${key}' is mapped to no property, so its value is not read. ${remedy}`;
  const inContext = 'Map it in the @context.';

  test.each([
    [
      '"@id": "a", "@typ": "ex:T", "label": "x"',
      `"@typ" '@typ' is not a keyword of JSON-LD, so its value is not read. '@type' may be meant.`,
    ],
    [
      '"@ID": "a", "label": "x"',
      `"@ID" '@ID' is not a keyword of JSON-LD, so its value is not read. '@id' may be meant.`,
    ],
    [
      '"@comment": "a", "label": "x"',
      `"@comment" '@comment' is not a keyword of JSON-LD, so its value is not read.`,
    ],
    ['"symbol": "x", "label": "x"', unmapped('symbol', inContext)],
    ['"symbol": ["x"], "label": "x"', unmapped('symbol', inContext)],
    ['"symbol": { "a": { "label": 1, "b": 2 } }, "label": "x"', unmapped('symbol', inContext)],
    ['"label": { "symbol": "x", "label": 1 }', unmapped('symbol', inContext)],
    ['"labl": "x", "label": "x"', unmapped('labl', "'label' may be meant.")],
    [
      '"@graph": [{ "label": "x" }, { "unit": 1, "ex:p": 1 }, { "unit": 2, "ex:p": 1 }]',
      unmapped('unit', inContext),
    ],
    ['"@type": "ex:T", "symbol": "x", "@id": "a"', unmapped('symbol', inContext)],
    [
      '"@graph": [{ "unit": null, "ex:p": 1 }, { "unit": "m", "ex:p": 2 }, { "unit": "m", "ex:p": 3 }]',
      unmapped('unit', inContext),
    ],
    ['"gon": "x", "label": "x"', unmapped('gon', inContext)],
    ['"version": "x", "label": "x"', unmapped('version', inContext)],
    ['"language": "x", "label": "x"', unmapped('language', inContext)],
    ['"unit": "x", "label": "x"', unmapped('unit', inContext)],
    [
      '"event": { "@timestmp": 1 }, "@typ": "ex:T", "label": "x"',
      `"@typ" '@typ' is not a keyword of JSON-LD, so its value is not read. '@type' may be meant.`,
    ],
    [
      '"label": { "@type": "@json", "@value": { "symbol": 1 } }, "ex:p": { "symbol": 2, "label": 1 }',
      unmapped('symbol', inContext),
    ],
  ])('%s', async (body, message) => expect(await told(body)).toEqual([message]));

  test('what stands below the only term of a context is told', async () => {
    const text = '{ "@context": { "p": "http://e.org/p" }, "p": { "symbol": 1 } }';
    expect((await read(text)).warnings.map(({ range }) => range.start)).toEqual([text.indexOf('"symbol"')]);
  });

  test('of keys in one another, the outer one is told', async () => {
    const text = '{ "@context": { "p": "http://e.org/p" }, "p": 1, "symbol": { "a": { "symbol": 1 } } }';
    const { warnings } = await read(text);
    expect(warnings.map(({ range }) => range.start)).toEqual([text.indexOf('"symbol"')]);
  });

  test.each([
    '"gone": "x", "symbol": null, "label": { "@value": "x", "@index": "i" }, "@index": "i"',
    '"event": { "id": "7", "@timestamp": "2024-01-01" }',
    '"event": { "@id": "7", "@timestamp": "2024-01-01" }',
    '"event": { "@value": "7", "@timestamp": "2024-01-01", "deep": [{ "id": 1, "@timestamp": 2 }] }',
    '"event": [{ "id": "7", "@timestamp": 1 }, { "id": "8", "@timestamp": 2 }]',
    '"label": { "@type": "@json", "@value": { "id": 1, "@timestamp": 2, "symbol": 3 } }',
    '"label": ["x", { "@type": "@json", "@value": [{ "id": 1, "@timestamp": 2, "symbol": 3 }] }]',
    '"raw": { "@id": "a", "one": 1, "two": { "three": 3 } }',
    '"label": "x", "ex:p": { "@context": null, "one": 1, "http://e.org/q": 2 }',
    '"@explicit": true, "@embed": "@always", "@requireAll": true, "@omitDefault": true, "label": { "@default": "x", "@preserve": 1 }',
  ])('nothing that is meant so is told: %s', async (body) => expect(await told(body)).toEqual([]));

  test('nothing is told of what is read in graphs that are left out', async () => {
    const text = `{ "@context": { "p": "http://e.org/p", "j": { "@id": "http://e.org/j", "@type": "@json" }, "l": { "@id": "http://e.org/l", "@container": "@language" } },
      "@id": "http://e.org/g", "@graph": [{ "j": { "id": 1, "@timestamp": 2 }, "l": { "en": "x" }, "p": 1 }] }`;
    const { warnings } = await readJsonLd(
      { uri: 'file:///data.jsonld', version: 0, text, graphs: { unnamed: true, named: [] } },
      async () => ({ problem: '' }),
    );
    expect(warnings).toEqual([]);
  });
});
