import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { readUnit, validated } from '../../../testing/checkRepair.ts';
import { firstDraft } from '../../drafts/draft.ts';
import { context, shapes, statements, unitOf } from '../../randomUnits.testing.ts';
import { violate } from '../../search/goals.ts';

interface Reordered {
  readonly lines: readonly string[];
  readonly order: readonly string[];
}

const reordered: fc.Arbitrary<Reordered> = statements.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    order: fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
  }),
);

/** The ways to violate each shape at each node with an IRI, in their order. */
async function waysOf(text: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const draft = firstDraft(await validated(readUnit(text)));
  const { input, shapes: shapesGraph } = draft.search;
  const nodes = new Set([...input.dataGraph.triples()].map(({ subject }) => subject));
  const found = new Map<string, readonly string[]>();
  for (const node of [...nodes].filter((each) => terms.isIri(each))) {
    for (const shape of shapesGraph.roots) {
      const ways = Array.from(violate(node, shape.id, draft, undefined), ({ change }) =>
        [...printed('-', change.removed), ...printed('+', change.added)].join('\n'),
      );
      found.set(`${terms.value(node)} ${nameOf(shape.id)}`, ways);
    }
  }
  return found;
}

function printed(sign: string, triples: readonly Triple[]): readonly string[] {
  return triples
    .map(({ subject, predicate, object }) => `${sign} ${[subject, predicate, object].map(nameOf).join(' ')}`)
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Blank nodes have other labels in another file. */
function nameOf(term: TermId): string {
  return terms.isBlank(term) ? '_:b' : termToNTriples(term);
}

test('the ways to violate a shape are the same, in the same order, wherever statements stand', async () => {
  let ways = 0;
  await fc.assert(
    fc.asyncProperty(reordered, context, shapes, async ({ lines, order }, contextText, shapesText) => {
      const [one, other] = await Promise.all(
        [lines, order].map((each) =>
          waysOf(unitOf({ context: contextText, shapes: shapesText, statements: each })),
        ),
      );
      for (const [key, expected] of one!) {
        ways += expected.length;
        expect(other!.get(key), key).toEqual(expected);
      }
    }),
    { numRuns: Number(process.env.ORDER_RUNS ?? 25) },
  );
  expect(ways).toBeGreaterThan(25);
});
