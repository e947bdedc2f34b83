import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isomorphic } from './isomorphism.ts';
import { type TermId, type Triple, terms } from './terms.ts';

const [a, p, q] = ['urn:a', 'urn:p', 'urn:q'].map((value) => terms.iri(value)) as [TermId, TermId, TermId];
const node = (name: string | number) => terms.blankNode(`isomorphism ${name}`);
const triple = (subject: TermId, predicate: TermId, object: TermId): Triple => ({
  subject,
  predicate,
  object,
});

/** Few terms, so that graphs are full of look-alikes. */
const anyGraph = fc.array(
  fc
    .tuple(fc.nat({ max: 4 }), fc.constantFrom(p, q), fc.nat({ max: 5 }))
    .map(([subject, predicate, object]) =>
      triple(subject === 4 ? a : node(subject), predicate, object === 5 ? a : node(object)),
    ),
  { maxLength: 9 },
);

describe('isomorphic', () => {
  test('finds what trying all renamings finds', () =>
    fc.assert(
      fc.property(
        anyGraph,
        anyGraph,
        fc.nat({ max: 119 }),
        fc.nat({ max: 9 }),
        (one, other, renaming, change) => {
          const renamed = one.map((each) => rename(each, permutation(renaming)));
          const changed = renamed.map((each, i) => (i === change ? renamed[0]! : each));
          for (const graph of [other, renamed, changed]) {
            expect(isomorphic(one, graph)).toBe(isomorphicByForce(one, graph));
          }
        },
      ),
      { numRuns: Number(process.env.ISOMORPHISM_RUNS ?? 30) },
    ));

  test('the same graph, in any order and with repeats', () => {
    const graph = [triple(a, p, node(1)), triple(node(1), q, a)];
    expect(isomorphic(graph, [...graph, ...graph].reverse())).toBe(true);
  });

  test('a blank node that stands for two', () => {
    const two = [triple(a, p, node(1)), triple(a, p, node(2)), triple(node(1), q, a)];
    const one = [triple(a, p, node(1)), triple(a, p, node(3)), triple(node(2), q, a)];
    expect(isomorphic(two, one)).toBe(false);
  });

  test('blank nodes that swap places although both stay', () => {
    const before = [
      triple(a, p, node(1)),
      triple(a, q, node(2)),
      triple(node(1), p, a),
      triple(node(2), q, a),
    ];
    const after = [
      triple(a, p, node(2)),
      triple(a, q, node(1)),
      triple(node(2), p, a),
      triple(node(1), q, a),
    ];
    expect(isomorphic(before, after)).toBe(true);
  });

  test('rings that only differ in how they hang together', () => {
    const ring = (names: readonly string[]) =>
      names.map((name, i) => triple(node(name), p, node(names[(i + 1) % names.length]!)));
    const six = ring(['1', '2', '3', '4', '5', '6']);
    const twoOfThree = [...ring(['x1', 'x2', 'x3']), ...ring(['y1', 'y2', 'y3'])];
    expect(isomorphic(six, twoOfThree)).toBe(false);
    expect(isomorphic(six, ring(['u', 'v', 'w', 'x', 'y', 'z']))).toBe(true);
  });

  test('blank nodes inside triple terms', () => {
    const about = (name: string) => triple(a, p, terms.tripleTerm(triple(node(name), q, node(`${name}'`))));
    expect(isomorphic([about('1'), triple(node('1'), p, a)], [about('2'), triple(node('2'), p, a)])).toBe(
      true,
    );
    expect(isomorphic([about('1'), triple(node('1'), p, a)], [about('2'), triple(node("2'"), p, a)])).toBe(
      false,
    );
  });

  test('thousands of look-alikes', () => {
    const many = (prefix: string) =>
      Array.from({ length: 2000 }, (_, i) => [
        triple(a, p, node(`${prefix}${i}`)),
        triple(node(`${prefix}${i}`), q, node(`${prefix}${i}inner`)),
      ]).flat();
    const one = many('m');
    expect(isomorphic(one, many('n'))).toBe(true);
    expect(isomorphic(one, [...many('n').slice(1), triple(a, p, node('n0inner'))])).toBe(false);
  });
});

function rename({ subject, predicate, object }: Triple, names: readonly number[]): Triple {
  const renameTerm = (term: TermId) => {
    const index = [0, 1, 2, 3, 4].findIndex((name) => node(name) === term);
    return index < 0 ? term : node(names[index]!);
  };
  return triple(renameTerm(subject), predicate, renameTerm(object));
}

function isomorphicByForce(one: readonly Triple[], other: readonly Triple[]): boolean {
  const keys = (triples: readonly Triple[]) => new Set(triples.map((each) => Object.values(each).join(' ')));
  const wanted = keys(other);
  return Array.from({ length: 120 }, (_, i) => keys(one.map((each) => rename(each, permutation(i))))).some(
    (found) => found.size === wanted.size && [...found].every((key) => wanted.has(key)),
  );
}

/** The permutation of five with this number. */
function permutation(number: number): readonly number[] {
  const left = [0, 1, 2, 3, 4];
  return [24, 6, 2, 1, 1].map((size) => left.splice(Math.floor(number / size) % left.length, 1)[0]!);
}
