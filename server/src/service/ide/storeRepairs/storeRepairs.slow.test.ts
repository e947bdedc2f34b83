import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { compareResults } from '../../../shacl/incremental/impact.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { arbitraryHistory } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { queryShapes } from '../../../testing/queryShapes.ts';
import { runs, triesAll } from '../../../testing/runs.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { observedVerdicts } from '../../../workspace/store/observedVerdicts.ts';
import { StoreError } from '../../../workspace/store/store.ts';
import { termPrinter } from '../termPrinter.ts';
import { storeRepairs } from './storeRepairs.ts';

const never = new AbortController().signal;

test.each([
  ['a guarded update', false],
  ['with queries, a guarded update', true],
])(
  '%s changes nothing or removes its result without a new one, whatever else changes the store',
  async (_, queries) => {
    const counts = { updates: 0, applied: 0, appliedAfterRace: 0, lost: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        arbitraryHistory(3),
        queries ? fc.subarray([...queryShapes], { minLength: 1, maxLength: 3 }) : fc.constant([]),
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 2 }),
        async ({ start, edits }, more, races) => {
          const shapes = readShapes(documentOf([...start.shapes, ...more].join('\n')).graph);
          const stored = [...start.data, ...start.context].filter(isLoadable).join('\n');
          const inserted = edits.filter(({ file }) => file === 'data').map(({ statement }) => statement);
          const first = new StoreInMemory(suppliedPrefixes + stored);
          const nodes = focusNodesOf(first).slice(0, 3);
          const found = await repairsOf(first, nodes, shapes);
          if (found.gaps.length > 0) return;
          for (const { violation, repairs } of found.results.slice(0, 2)) {
            for (const { guarded } of repairs.slice(0, 3)) {
              if (guarded.kind === 'refused') {
                counts.refused++;
                continue;
              }
              counts.updates++;
              for (const isRaced of [false, true]) {
                const store = new StoreInMemory(suppliedPrefixes + stored);
                if (isRaced) await race(store, inserted.filter(isLoadable), races);
                const before = store.dump;
                if (!(await isTaken(store, guarded.text))) continue;
                const after = store.dump;
                if (sorted(before) === sorted(after)) {
                  counts.lost += Number(isRaced);
                  continue;
                }
                if (isRaced) counts.appliedAfterRace++;
                else counts.applied++;
                const all = [...nodesOf(before), ...nodesOf(after)];
                const then = await judged(before, all, shapes);
                const now = await judged(after, all, shapes);
                expect(now.map(violationKey)).not.toContain(violationKey(violation));
                expect(compareResults(then, now).introduced).toEqual([]);
              }
            }
          }
        },
      ),
      { numRuns: runs(75) },
    );
    expect(counts.applied).toBeGreaterThan(counts.updates * 0.8);
    if (!triesAll) return;
    expect(counts.appliedAfterRace).toBeGreaterThan(0);
    expect(counts.lost).toBeGreaterThan(0);
  },
);

/** Language tags such as "d" are refused by Oxigraph. */
async function isTaken(store: StoreInMemory, update: string): Promise<boolean> {
  try {
    await store.update(update, never);
    return true;
  } catch (error) {
    if (!(error instanceof StoreError) || !/@[a-z]\b/.test(update)) throw error;
    return false;
  }
}

/** Somebody else changes the store: inserts statements, and deletes triples. */
async function race(
  store: StoreInMemory,
  statements: readonly string[],
  choices: readonly (readonly [boolean, number])[],
): Promise<void> {
  store.add(suppliedPrefixes + statements.join('\n'));
  for (const [, choice] of choices) {
    const there = sorted(store.dump)
      .split('\n')
      .filter((line) => line !== '' && !line.includes('_:'));
    const line = there[choice % Math.max(1, there.length)];
    if (line !== undefined) await store.update(`DELETE DATA { ${line} }`, never);
  }
}

function repairsOf(store: StoreInMemory, nodes: readonly TermId[], shapes: ShapesGraph) {
  const unitWith = (known: TurtleDocument) =>
    Promise.resolve({ input: inputOf(known, shapes), context: [], print: termPrinter([]) });
  return storeRepairs(store, nodes, { unitWith, looksUpClasses: true, graph: undefined }, 3, never);
}

async function judged(dump: string, nodes: readonly TermId[], shapes: ShapesGraph) {
  const input = inputOf(documentOf(dump), shapes);
  return (await observedVerdicts(input, [...new Set(nodes)], { looksUpClasses: true })).violations;
}

function inputOf({ graph }: TurtleDocument, shapes: ShapesGraph): ValidationInput {
  return { dataGraph: graph, classGraph: new UnionGraph([graph]), reportedGraph: graph, shapes };
}

/** All terms of a store that may be focus nodes. */
function nodesOf(dump: string): readonly TermId[] {
  return Array.from(documentOf(dump).graph.triples(), ({ subject, object }) => [subject, object]).flat();
}

function focusNodesOf(store: StoreInMemory): readonly TermId[] {
  const subjects = Array.from(documentOf(store.dump).graph.triples(), ({ subject }) => subject);
  return [...new Set(subjects)].filter((node) => terms.isIri(node));
}

/** The same uri for all, so that blank nodes of one store stay the same. */
function documentOf(turtle: string): TurtleDocument {
  return new TurtleDocument('https://store.example/sparql', 0, suppliedPrefixes + turtle);
}

function sorted(dump: string): string {
  return dump.split('\n').sort().join('\n');
}

/** Stores refuse a text with a literal that is no RDF. */
function isLoadable(statement: string): boolean {
  return !/"\^\^rdf:(?:dirLangString|langString)/.test(statement);
}
