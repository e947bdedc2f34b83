import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import '../../../testing/seed.ts';
import { arbitraryTurtle } from '../../../rdf/turtle/arbitraryTurtle.testing.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { runs } from '../../../testing/runs.ts';
import type { IriRewrite } from './iriRewrites.ts';
import { iriRewrites } from './iriRewrites.ts';

const wellKnown = async () => knownPrefixes;

test('the graph stays, and so do comments and strings', () =>
  fc.assert(
    fc.asyncProperty(
      arbitraryTurtle({ layout: 'free', isRdf12: true }),
      fc.nat(),
      async ({ text, tokens }, pick) => {
        const document = new TurtleDocument('file:///folder/a.ttl', 1, text);
        const { start } = tokens[pick % tokens.length]!;
        const options = { wellKnown, isInvoked: true };
        for (const rewrite of await iriRewrites(document, { start, end: start }, options)) {
          const after = new TurtleDocument(document.uri, 2, applyEdits(text, rewrite.edits));
          expect(after.errors).toEqual([]);
          expect(isomorphic(document.graph.triples(), after.graph.triples())).toBe(true);
          expect(outside(rewrite, document)).toBe(true);
        }
      },
    ),
    { numRuns: runs(Number(process.env.TURTLE_RUNS ?? 300)) },
  ));

/** Whether the edits are of IRIs and declarations alone. */
function outside({ edits }: IriRewrite, { text }: TurtleDocument): boolean {
  return edits.every(({ range: { start, end }, newText }) => {
    const before = text.slice(start, end);
    if (before === '') return newText === ' .' || /^\s*@?prefix /i.test(newText);
    return /^(?:@?(?:prefix|base)|\s*\.|<[^<>\s]*>|[^\s<"]*:[^\s<"]*)$|^[ \t]*@?prefix [^#]*$/i.test(before);
  });
}
