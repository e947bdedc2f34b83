import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { arbitraryChange, changeOf } from '../../testing/arbitraryChange.ts';
import { jsonLdOf, rdfXmlOf, type TextStyle } from '../../testing/libraryTexts.ts';
import { IndexedGraph } from '../graph.ts';
import { isomorphic } from '../isomorphism.ts';
import { OverlayGraph } from '../overlayGraph.ts';
import { readWithLibrary } from '../readers/readWithLibrary.ts';
import { type LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';
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
const arbitraryTurtle = fc
  .array(arbitraryTriple, { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));
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
    async (turtle, style, picks) => {
      const { graph, prefixes } = new TurtleDocument('file:///d.ttl', 1, prelude + turtle);
      const text =
        format === 'JSON-LD' ? jsonLdOf(graph, prefixes, style) : rdfXmlOf(graph, prefixes, style)!;
      const source = { uri: 'file:///d', version: 1, text };
      const document = await readWithLibrary(format, source, load);
      expect(document.errors).toEqual([]);
      expect(isomorphic(document.graph.triples(), graph.triples())).toBe(true);
      const delta = changeOf(document.graph, new IndexedGraph([]), picks);
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
