import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { graphOf } from '../../testing/shaclCheck.ts';
import { isomorphic } from '../isomorphism.ts';
import { type Triple, terms } from '../terms.ts';
import { printBlocks, printPrologue } from './printBlocks.ts';
import type { PrintOptions } from './printTerm.ts';
import { TurtleDocument } from './turtleDocument.ts';

const { prefixes } = new TurtleDocument('file:///p.ttl', 1, suppliedPrefixes);

const printed = (triples: Iterable<Triple>, options: PrintOptions) =>
  [printPrologue(options), ...Array.from(printBlocks(triples, options), ({ text }) => text)].join('\n');

test('neighbours share their subject and predicate, lists and brackets are taken apart', () => {
  const triples = graphOf('ex:b a ex:B, ex:C ; ex:p ( 1.5 "a\\nb" ) . ex:a ex:p "x"@en .').triples();
  const labels = new Map<number, string>();
  const label = (node: number) => {
    if (!labels.has(node)) labels.set(node, `x${labels.size}`);
    return labels.get(node)!;
  };
  const ex = new Map([['ex', 'http://example.org/ns#']]);
  expect(printed(triples, { prefixes: ex, label })).toMatchInlineSnapshot(`
    "@prefix ex: <http://example.org/ns#> .

    ex:b a ex:B, ex:C ;
      ex:p _:x0 .

    _:x0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> 1.5 ;
      <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:x1 .

    _:x1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> """a
    b""" ;
      <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .

    ex:a ex:p "x"@en .
    "
  `);
});

test('what is printed reads as what it was, in the same order', () => {
  fc.assert(
    fc.property(arbitraryCase(), ({ data, shapes }) => {
      const triples = [...graphOf([...data, ...shapes].join('\n')).triples()];
      const document = new TurtleDocument('file:///t.ttl', 1, printed(triples, { prefixes }));
      expect(document.errors).toEqual([]);
      const again = [...document.graph.triples()];
      expect(isomorphic(again, triples)).toBe(true);
      const kinds = (all: typeof triples) =>
        all.map(({ subject, predicate, object }) =>
          [subject, predicate, object].map((term) => (terms.isBlank(term) ? '[]' : term)).join(' '),
        );
      expect(kinds(again)).toEqual(kinds(triples));
    }),
    { numRuns: 50 },
  );
});
