import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isomorphic } from '../rdf/isomorphism.ts';
import { termToNTriples } from '../rdf/nTriples.ts';
import type { Triple } from '../rdf/terms.ts';
import type { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { problemsOf, readUnit } from '../testing/checkRepair.ts';
import { suppliedPrefixes } from '../testing/fixture.ts';
import { repairEverything } from '../testing/repairEverything.ts';
import { runs } from '../testing/runs.ts';
import { context, shapes, statements, unitOf } from './randomUnits.testing.ts';
import type { RepairProblem } from './repair.ts';
import { preferredRepair } from './search/rankRepairs.ts';
import { bestRepair, type ChooseRepair, certainRepair } from './search/repairChoice.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const signal = new AbortController().signal;

/** Blank nodes have other labels in another file. */
function anonymous(text: string): string {
  return text.replace(/_:[\w-]+/g, '_:b');
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

function printed(triples: readonly Triple[]): string {
  return triples
    .map(({ subject, predicate, object }) =>
      anonymous([subject, predicate, object].map(termToNTriples).join(' ')),
    )
    .sort(byText)
    .join('\n');
}

/** The first repair of a problem, and whether Fix All takes it. */
async function firstRepair(problem: RepairProblem): Promise<string> {
  const { repairs } = await suggestRepairs(problem, { max: 4 }, signal);
  const [first] = repairs;
  if (first === undefined) return 'none';
  const { title, evidence, support } = first.repair;
  const { added, removed } = first.verdict.delta;
  const isPreferred = preferredRepair(repairs) === first;
  return [
    isPreferred,
    support,
    anonymous(title),
    anonymous(evidence ?? ''),
    printed(removed),
    printed(added),
  ].join('\n');
}

async function firstRepairs(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const problem of (await problemsOf(readUnit(text))).slice(0, 40)) {
    const { focusNode, value, sourceShape, constraint } = problem.violation;
    const about = [focusNode, value ?? focusNode, constraint.parameter].map((id) =>
      anonymous(termToNTriples(id)),
    );
    const shape = problem.recorded.input.shapes.get(sourceShape)?.path;
    found.push([...about, JSON.stringify(shape ?? ''), await firstRepair(problem)].join('\n'));
  }
  return found.toSorted(byText);
}

interface Reordered {
  readonly lines: readonly string[];
  readonly order: readonly string[];
  readonly swaps: boolean;
}

const reordered: fc.Arbitrary<Reordered> = statements.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    order: fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
    swaps: fc.boolean(),
  }),
);

/** The same unit with its statements in another order and other labels of blank nodes. */
function bothOrders({ lines, order, swaps }: Reordered, rest: { context: string; shapes: string }) {
  const renamed = (line: string) =>
    swaps ? line.replace(/_:b([12])/g, (_, n) => `_:b${3 - Number(n)}`) : line;
  return [lines, order.map(renamed)].map((each) => unitOf({ ...rest, statements: each })) as [string, string];
}

test('the first repair is the same wherever statements stand and however blank nodes are called', async () => {
  await fc.assert(
    fc.asyncProperty(reordered, context, shapes, async (data, contextText, shapesText) => {
      const [one, other] = bothOrders(data, { context: contextText, shapes: shapesText });
      expect(await firstRepairs(other)).toEqual(await firstRepairs(one));
    }),
    { numRuns: runs(Number(process.env.ORDER_RUNS ?? 25)) },
  );
});

/** The change of the first repair of each result, without what it is called. */
async function firstChanges(text: string): Promise<readonly string[]> {
  const found = await firstRepairs(text);
  const changes = found.map((each) => each.split('\n').filter((line) => !/(?:ex|own):/.test(line)));
  return changes.map((lines) => lines.join('\n')).toSorted(byText);
}

test('the first repair makes the same change whatever prefixes are called and whichever base IRI there is', async () => {
  await fc.assert(
    fc.asyncProperty(
      statements,
      context,
      shapes,
      fc.boolean(),
      async (all, contextText, shapesText, isBased) => {
        // A text that is a name with a prefix means something else with another one.
        const lines = all.filter((line) => !line.includes('"ex:n1"'));
        const rest = { context: contextText, shapes: shapesText };
        const prefixes = suppliedPrefixes.replace('@prefix ex:', '@prefix own:');
        const based = isBased
          ? ['@base <http://example.org/ns> .', ...lines.map((line) => line.replace(/^ex:(\w+)/, '<#$1>'))]
          : lines;
        const renamed = based.map((line) => line.replaceAll(/(?<!\w)ex:/g, 'own:'));
        const other = unitOf({ ...rest, statements: [prefixes, ...renamed] });
        expect(await firstChanges(other)).toEqual(await firstChanges(unitOf({ ...rest, statements: lines })));
      },
    ),
    { numRuns: runs(Number(process.env.ORDER_RUNS ?? 25)) },
  );
});

/** The data after Fix All. */
async function fixed(text: string, choose: ChooseRepair): Promise<readonly Triple[]> {
  const { documents, shapes: shapesFiles, context: contextFiles } = readUnit(text);
  const uris = (files: readonly TurtleDocument[]) => files.map(({ uri }) => uri);
  const all = [...documents, ...shapesFiles, ...contextFiles];
  const { after } = await repairEverything(
    {
      data: uris(documents),
      shapes: uris(shapesFiles),
      context: uris(contextFiles),
      texts: new Map(all.map((each) => [each.uri, each.text])),
    },
    choose,
  );
  return after.graphs.data.flatMap(({ graph }) => [...graph.triples()]);
}

test('Fix All has the same outcome wherever statements stand', async () => {
  await fc.assert(
    fc.asyncProperty(
      reordered,
      context,
      shapes,
      fc.constantFrom(certainRepair, bestRepair({ acceptPlaceholders: false })),
      async (data, contextText, shapesText, choose) => {
        const [one, other] = bothOrders(data, { context: contextText, shapes: shapesText });
        expect(isomorphic(await fixed(one, choose), await fixed(other, choose))).toBe(true);
      },
    ),
    { numRuns: runs(Number(process.env.ORDER_RUNS ?? 25)) },
  );
});
