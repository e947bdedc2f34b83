import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { arbitraryChange, changeOf } from '../../testing/arbitraryChange.ts';
import { jsonLdOf, rdfXmlOf, type TextStyle } from '../../testing/libraryTexts.ts';
import { type Graph, type GraphDelta, IndexedGraph } from '../graph.ts';
import { isomorphic } from '../isomorphism.ts';
import { OverlayGraph } from '../overlayGraph.ts';
import { readWithLibrary } from '../readers/readWithLibrary.ts';
import { type TermId, terms } from '../terms.ts';
import { type LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf } from '../vocab.ts';
import { planLibraryEdits } from './planLibraryEdits.ts';

const prelude = `@prefix ex: <http://example.org/ns#> . @prefix o: <http://e.org/o/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n`;
const subjects = ['ex:a', 'ex:b', 'o:c', 'o:d', '_:x', '_:y'];
const predicates = ['a', 'ex:p', 'ex:q', 'o:r', 'ex:name'];
const values = [
  '"A"',
  '"B <&> \\"c\\""',
  '"A"@en',
  '"B"@de',
  '5',
  '1.5',
  '1.5E0',
  'true',
  '"2026-11-29"^^xsd:date',
  '" x\\n"',
];

const arbitraryTriple = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.constantFrom(...predicates),
    fc.oneof(fc.constantFrom(...subjects), fc.constantFrom(...values)),
  )
  .map(([subject, predicate, object]) =>
    predicate === 'a' && !/^(?:ex|o):/.test(object)
      ? `${subject} a ex:T .`
      : `${subject} ${predicate} ${object} .`,
  );
const arbitraryList = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...subjects) }, fc.constantFrom(...values)),
  { maxLength: 5 },
);
const arbitraryTurtle = fc
  .tuple(fc.array(arbitraryTriple, { minLength: 1, maxLength: 12 }), arbitraryList, fc.boolean())
  .map(([lines, items, hasList]) =>
    [...lines, ...(hasList ? [`ex:a ex:list ( ${items.join(' ')} ) .`] : [])].join('\n'),
  );

/** What a list becomes: items are exchanged, added, removed and put in another order. */
const arbitraryItems = fc.option(
  fc.array(fc.oneof(fc.nat(4), fc.constantFrom(...subjects.slice(0, 4))), { maxLength: 6 }),
);

/** The change of the list of a graph, which gets new cells. */
function changeOfList(graph: Graph, picks: readonly (number | string)[] | null): GraphDelta | undefined {
  const list = terms.iri('http://example.org/ns#list');
  const [link] = graph.withPredicate(list);
  if (!link || !picks) return undefined;
  const removed = [link];
  const items: TermId[] = [];
  for (let cell = link.object; cell !== rdf.nil; cell = graph.objects(cell, rdf.rest)[0]!) {
    items.push(graph.objects(cell, rdf.first)[0]!);
    removed.push(...graph.outgoing(cell));
  }
  const after = picks.flatMap((pick) => (typeof pick === 'string' ? pick : (items[pick] ?? [])));
  const turtle = `ex:a ex:list ( ${after.map((item) => (typeof item === 'string' ? item : '<urn:item>')).join(' ')} ) .`;
  const known = after.filter((item) => typeof item !== 'string');
  const added = [...new TurtleDocument('file:///l.ttl', 1, prelude + turtle).graph.triples()].map((triple) =>
    terms.isIri(triple.object) && terms.value(triple.object) === 'urn:item'
      ? { ...triple, object: known.shift()! }
      : triple,
  );
  return { added, removed };
}
const arbitraryStyle: fc.Arbitrary<TextStyle> = fc.record({
  isNested: fc.boolean(),
  isShort: fc.boolean(),
  isCompact: fc.boolean(),
  hasPrefixes: fc.boolean(),
  isInLines: fc.boolean(),
});

/**
 * Checks of random texts and changes that what is offered states the changed graph, and that the rest is refused with a reason.
 *
 * @returns the share of changes that are refused.
 */
export async function checkLibraryEdits(format: LibraryFormat, numRuns: number): Promise<number> {
  let [refused, all] = [0, 0];
  const load = async () => ({ problem: 'there is none' });
  const property = fc.asyncProperty(
    arbitraryTurtle,
    arbitraryStyle,
    arbitraryChange(),
    arbitraryItems,
    async (turtle, style, picks, items) => {
      const { graph, prefixes } = new TurtleDocument('file:///d.ttl', 1, prelude + turtle);
      const text =
        format === 'JSON-LD' ? jsonLdOf(graph, prefixes, style) : rdfXmlOf(graph, prefixes, style)!;
      const source = { uri: 'file:///d', version: 1, text };
      const document = await readWithLibrary(format, source, load);
      expect(document.errors).toEqual([]);
      expect(isomorphic(document.graph.triples(), graph.triples())).toBe(true);
      const delta =
        changeOfList(document.graph, items) ?? changeOf(document.graph, new IndexedGraph([]), picks);
      const plan = await planLibraryEdits(document, delta);
      all++;
      if (plan.kind === 'notExpressible') {
        expect(plan.reason).toMatch(/\. To have such repairs written, convert the file to Turtle\.$/);
        refused++;
        return;
      }
      const edited = await readWithLibrary(format, { ...source, text: applyEdits(text, plan.edits) }, load);
      expect(edited.errors).toEqual([]);
      const intended = new OverlayGraph(document.graph, delta);
      expect(isomorphic(edited.graph.triples(), intended.triples())).toBe(true);
    },
  );
  await fc.assert(property, { numRuns });
  return refused / all;
}
