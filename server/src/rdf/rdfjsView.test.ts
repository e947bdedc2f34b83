import type { Quad, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { describe, expect, test } from 'vitest';
import { IndexedGraph } from './graph.ts';
import { fromRdfjs, RdfjsView } from './rdfjsView.ts';
import { terms } from './terms.ts';
import { xsd } from './vocab.ts';

const { namedNode, blankNode, literal, quad, defaultGraph } = DataFactory;
const [a, p, q] = ['a', 'p', 'q'].map((name) => terms.iri(`http://example.org/ns#${name}`)) as [
  number,
  number,
  number,
];
const blank = terms.blankNode('file:///x.ttl b0');
const everyKind = [
  a,
  blank,
  terms.literal('x'),
  terms.literal('1', xsd.integer),
  terms.languageString('x', 'en-GB'),
  terms.languageString('x', 'ar', 'rtl'),
  terms.tripleTerm({ subject: a, predicate: p, object: blank }),
];

describe('a view of a graph', () => {
  const view = new RdfjsView(
    new IndexedGraph([
      ...everyKind.map((object) => ({ subject: a, predicate: p, object })),
      { subject: blank, predicate: q, object: a },
    ]),
  );

  test('gives each term once, and gets it back', () => {
    for (const id of everyKind) {
      expect(fromRdfjs(view.term(id))).toBe(id);
      expect(view.term(id)).toBe(view.term(id));
    }
  });

  test('has terms that equal those of other libraries', () => {
    const foreign: [number, Term][] = [
      [a, namedNode('http://example.org/ns#a') as Term],
      [everyKind[2]!, literal('x') as Term],
      [everyKind[3]!, literal('1', namedNode(terms.value(xsd.integer))) as Term],
      [everyKind[4]!, literal('x', 'en-gb') as Term],
    ];
    for (const [id, term] of foreign) {
      expect(view.term(id).equals(term)).toBe(true);
      expect(fromRdfjs(term)).toBe(id);
    }
    expect(fromRdfjs(blankNode('b0') as Term)).toBeUndefined();
    expect(view.term(a).equals(null)).toBe(false);
  });

  test('matches every pattern', () => {
    const sizes = (['a', undefined] as const).flatMap((s) =>
      ['p', 'q', undefined].flatMap((predicate) =>
        ['a', undefined].map((o) => {
          const term = (name: string | undefined) =>
            name === undefined ? null : (namedNode(`http://example.org/ns#${name}`) as Term);
          const matches = view.match(term(s), term(predicate), term(o), null);
          expect([...matches]).toHaveLength(matches.size);
          for (const found of matches) expect(view.has(found)).toBe(true);
          return matches.size;
        }),
      ),
    );
    expect(sizes).toEqual([1, 7, 0, 0, 1, 7, 1, 7, 1, 1, 2, 8]);
  });

  test('is one default graph', () => {
    const [first] = [...view] as [Quad];
    expect(view.match(null, null, null, defaultGraph() as Term).size).toBe(8);
    expect(view.match(null, null, null, namedNode('urn:g') as Term).size).toBe(0);
    expect(view.match(first.subject).match(null, first.predicate).match(null, null, first.object).size).toBe(
      1,
    );
    const copy = quad(first.subject as never, first.predicate as never, first.object as never);
    expect(view.has(copy as unknown as Quad)).toBe(true);
  });

  test('cannot be changed', () => {
    expect(() => view.add()).toThrow(TypeError);
    expect(() => view.delete()).toThrow(TypeError);
  });
});
