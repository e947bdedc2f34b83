import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terms } from '../terms.ts';
import { namespaces, xsd } from '../vocab.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';
import { TurtleDocument } from './turtleDocument.ts';

const prefixes = new Map([
  ['ex', 'http://example.org/'],
  ['sub', 'http://example.org/sub#'],
  ['xsd', namespaces.xsd],
  ['', 'urn:x:'],
]);

const anyIri = fc
  .tuple(
    fc.constantFrom('http://example.org/', 'http://example.org/sub#', 'urn:x:', 'tag:', 'http://e/f/'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  .map(([start, rest]) => start + rest.replace(/[\u0000-\u0020<>"{}|^`\\]/g, ''))
  .map((value) => terms.iri(value));
const lexical = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc
    .array(fc.constantFrom('"', "'", '\\', '\n', '\r', '\t', 'a', '#'), { maxLength: 8 })
    .map((all) => all.join('')),
  fc.stringMatching(/^[-+]?[0-9]{0,2}\.?[0-9]{0,2}([eE]-?[0-9]{0,2})?$/),
  fc.constantFrom('true', 'false'),
);
const datatype = fc.oneof(
  fc.constantFrom(xsd.string, xsd.integer, xsd.decimal, xsd.double, xsd.boolean, xsd.date),
  anyIri,
);
const anyTerm = fc.oneof(
  anyIri,
  fc.tuple(lexical, datatype).map(([value, type]) => terms.literal(value, type)),
  fc
    .tuple(lexical, fc.constantFrom('en', 'de-AT', 'zh-Hant-TW', 'x-1', 'i-klingon'))
    .map(([value, language]) => terms.languageString(value, language)),
);
const anyOptions: fc.Arbitrary<PrintOptions> = fc
  .tuple(
    fc.subarray([...prefixes]),
    fc.constantFrom('"' as const, "'" as const, undefined),
    fc.constantFrom(undefined, 'http://e/f/g', 'http://example.org/', 'urn:x:y'),
  )
  .map(([some, quote, base]) => ({ prefixes: new Map(some), quote, base }));

test('reading gives the term that was printed, whatever the term, the prefixes and the base', () =>
  fc.assert(
    fc.property(anyTerm, anyOptions, (term, options) => {
      const declarations = [...options.prefixes].map(
        ([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>\n`,
      );
      const text = `${declarations.join('')}<urn:s> <urn:p> ${printTerm(term, options)} .`;
      const document = new TurtleDocument(options.base ?? 'http://e/f/g', 1, text);
      expect(document.errors).toEqual([]);
      expect(Array.from(document.graph.triples(), ({ object }) => object)).toEqual([term]);
    }),
    { numRuns: Number(process.env.TURTLE_RUNS ?? 200) },
  ));
