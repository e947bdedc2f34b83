import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { suppliedPrefixes } from '../testing/fixture.ts';
import { applyUpdate } from './applyUpdate.ts';
import { printSparqlTerm } from './termCodec.ts';
import { readUpdate } from './updateText.ts';

const { prefixes } = new TurtleDocument('file:///prefixes.ttl', 1, suppliedPrefixes);

async function apply(graph: Graph, text: string) {
  const read = await readUpdate(text, { prefixes });
  if (read.kind === 'refused') throw new Error(read.reason);
  return applyUpdate(graph, read.update, new AbortController().signal);
}

const iris = ['a', 'b', 'c'].map((name) => terms.iri(`http://ex.org/${name}`));
const blanks = ['x', 'y'].map((label) => terms.blankNode(`file:///law.ttl#${label}`));
const odd = [terms.languageString('x', 'ar', 'rtl'), terms.iri('not absolute')];
const literals = [terms.literal('1'), terms.languageString('x', 'en-GB'), ...odd];
const node = fc.constantFrom(...iris, ...blanks);
const triple = fc.record({
  subject: node,
  predicate: fc.constantFrom(...iris),
  object: fc.oneof(node, fc.constantFrom(...literals)),
});
const variable = fc.constantFrom('?x', '?y', '?z');
const pattern = fc.tuple(
  fc.oneof(variable, node),
  fc.oneof(variable, fc.constantFrom(...iris)),
  fc.oneof(variable, node, fc.constantFrom(...literals)),
);
type Part = string | TermId;
type TriplePattern = readonly [Part, Part, Part];
type Bindings = ReadonlyMap<string, TermId>;

const print = (patterns: readonly TriplePattern[]) =>
  patterns
    .map(
      (parts) =>
        `${parts.map((part) => (typeof part === 'string' ? part : printSparqlTerm(part))).join(' ')} .`,
    )
    .join(' ');

/** All ways to match patterns, found by trying every triple for each. */
function naive(patterns: readonly TriplePattern[], triples: readonly Triple[]): readonly Bindings[] {
  let solutions: readonly Bindings[] = [new Map()];
  for (const parts of patterns) {
    solutions = solutions.flatMap((solution) =>
      triples.flatMap(({ subject, predicate, object }) => {
        const extended = new Map(solution);
        for (const [i, value] of [subject, predicate, object].entries()) {
          const part = parts[i]!;
          const known = typeof part === 'string' ? extended.get(part) : part;
          if (known !== undefined && known !== value) return [];
          if (typeof part === 'string') extended.set(part, value);
        }
        return [extended];
      }),
    );
  }
  return solutions;
}

function filled(templates: readonly TriplePattern[], solutions: readonly Bindings[]): readonly Triple[] {
  return solutions.flatMap((solution) =>
    templates.flatMap((parts) => {
      const [subject, predicate, object] = parts.map((part) =>
        typeof part === 'string' ? solution.get(part) : part,
      );
      if (subject === undefined || predicate === undefined || object === undefined) return [];
      return terms.isLiteral(subject) || !terms.isIri(predicate) ? [] : [{ subject, predicate, object }];
    }),
  );
}

const difference = (a: Graph, b: Graph) =>
  [...a.triples()].filter((t) => !b.has(t.subject, t.predicate, t.object));
const keys = (triples: readonly Triple[]) => new Set(triples.map((t) => Object.values(t).join(' ')));

test('a pattern finds what trying all triples finds', async () => {
  const patterns = fc.array(pattern, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(triple, { maxLength: 8 }),
      fc.array(pattern, { maxLength: 2 }),
      fc.array(pattern, { maxLength: 2 }),
      patterns,
      async (data, deleted, inserted, where) => {
        const before = new IndexedGraph(data);
        const solutions = naive(where, [...before.triples()]);
        const removed = new IndexedGraph(filled(deleted, solutions));
        const added = new IndexedGraph(filled(inserted, solutions));
        const kept = data.filter(
          ({ subject, predicate, object }) => !removed.has(subject, predicate, object),
        );
        const expected = new IndexedGraph([...kept, ...added.triples()]);

        const update = `DELETE { ${print(deleted)} } INSERT { ${print(inserted)} } WHERE { ${print(where)} }`;
        const applied = await apply(before, update);
        if (applied.kind === 'refused') throw new Error(applied.reason);
        expect(keys(applied.delta.added)).toEqual(keys(difference(expected, before)));
        expect(keys(applied.delta.removed)).toEqual(keys(difference(before, expected)));
      },
    ),
    { numRuns: 80 },
  );
});
