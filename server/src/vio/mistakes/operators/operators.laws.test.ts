import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, type GraphDelta, hasTriple } from '../../../rdf/graph.ts';
import { tripleToNTriples } from '../../../rdf/nTriples.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import type { Triple } from '../../../rdf/terms.ts';
import { changeKey } from '../../../repair/drafts/change.ts';
import { recordValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { shortForm } from '../../../shacl/model/words.ts';
import { inputOf } from '../../../shacl/reference/differential/tally.testing.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { runs, triesAll } from '../../../testing/runs.ts';
import { type MadeMistake, makeMistakes } from '../makeMistakes.ts';
import { mistakeNames } from './index.ts';

const frequencies = Object.fromEntries(mistakeNames.map((name) => [name, 1]));
const { signal } = new AbortController();

test('every mistake violates something, its inverse restores the graph, and the seed decides all', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), fc.nat(1000), async (shapesCase, seed) => {
      const recorded = await recordValidation(inputOf(shapesCase));
      const problem = { recorded, prefixes: new Map<string, string>(), term: shortForm };
      const graph = recorded.input.dataGraph;
      const all = await made();
      for (const { operator, change, results, expected } of all) {
        kinds.add(operator);
        expect(results).toContain(expected);
        expect(linesAfter(change, graph)).not.toEqual(lines(graph.triples()));
        expect(change.removed.every((triple) => hasTriple(graph, triple))).toBe(true);
        const changed = new OverlayGraph(graph, change);
        const inverse = { added: change.removed, removed: change.added };
        expect(linesAfter(inverse, changed)).toEqual(lines(graph.triples()));
      }
      expect((await made()).map(({ change }) => changeKey(change))).toEqual(
        all.map(({ change }) => changeKey(change)),
      );

      async function made(): Promise<readonly MadeMistake[]> {
        const mistakes: MadeMistake[] = [];
        const options = { frequencies, seed, maxMistakes: 15, maxEdits: 12, ontologyNodes: false };
        for await (const each of makeMistakes(problem, options, signal)) mistakes.push(each);
        return mistakes;
      }
    }),
    { numRuns: runs(50), seed: 1 },
  );
  if (triesAll) expect(kinds.size).toBeGreaterThan(8);
});

function linesAfter(change: GraphDelta, graph: Graph): readonly string[] {
  return lines(new OverlayGraph(graph, change).triples());
}

function lines(triples: Iterable<Triple>): readonly string[] {
  return Array.from(triples, (triple) => tripleToNTriples(triple)).toSorted((a, b) => (a < b ? -1 : 1));
}
