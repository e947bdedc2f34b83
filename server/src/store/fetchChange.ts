import { breathe } from '../base/abort.ts';
import { exactDelta } from '../rdf/exactDelta.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import { graphDifference } from '../rdf/graphDifference.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../rdf/observedGraph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { createEvaluator, type EvaluatorOptions, type Focus } from '../shacl/evaluator.ts';
import { focusesThatMayChange, type Version } from '../shacl/incremental/mayChange.ts';
import { compareResults } from '../shacl/incremental/recordedValidation.ts';
import type { NotChecked, Violation } from '../shacl/results/violation.ts';
import { loadQueryEngineFor } from '../shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { fetchNeeded, type StoreContext } from './fetchContext.ts';
import type { Store } from './store.ts';
import { storedChange } from './storedChange.ts';

/** Two versions of a file: what a store holds of it, and what it is to hold. */
export interface FileChange {
  readonly base: Graph;
  readonly data: Graph;
}

/** What a change does to the results of a store. */
export interface ChangedResults extends StoreContext {
  /** The focus nodes that were judged in both versions, with their root shapes. No others have other results. */
  readonly focuses: readonly Focus[];
  /** The results of these focus nodes that are there after the change and were not before. */
  readonly introduced: readonly Violation[];
  /** Those that are there in both versions. */
  readonly kept: readonly Violation[];
  /** Those that were there before the change only. */
  readonly gone: readonly Violation[];
  readonly notChecked: readonly NotChecked[];
  /** The unit before and after the change, on what is known of the store. */
  readonly before: Version;
  readonly after: Version;
}

/**
 * Tells what a change of a file does to the results of a store that holds the file: what is removed from the file is
 * removed from the graph of the store, and what is added to the file is added there. The focus nodes that may be judged
 * differently are found by following the paths of the shapes back from the change, also those that only the store
 * describes. They are judged with and without the change, and what that takes is fetched from the store.
 *
 * @param inputWith the unit with a version of the store's graph among its data; with the same shapes in each call.
 * @throws the signal's reason when aborted.
 */
export async function fetchChange(
  store: Store,
  change: FileChange,
  inputWith: (stored: Graph) => ValidationInput,
  options: EvaluatorOptions,
  signal: AbortSignal,
): Promise<ChangedResults> {
  const delta = graphDifference(change.base, change.data);
  await loadQueryEngineFor(inputWith(change.data).shapes);
  let latest: Judged | undefined;
  const context = await fetchNeeded(
    store,
    async (known) => {
      latest = await judge(known.graph, change.base, delta, { inputWith, options, signal });
      return { lookUps: latest.lookUps, gaps: [] };
    },
    signal,
  );
  const { before, after, ...judged } = latest!;
  const { introduced, gone } = compareResults(before.violations, after.violations);
  const fresh = new Set(introduced);
  return {
    document: context.document,
    // What was missing on the way is known in the end.
    gaps: [...context.gaps, ...judged.gaps],
    focuses: judged.focuses,
    introduced,
    kept: after.violations.filter((violation) => !fresh.has(violation)),
    gone,
    notChecked: judged.notChecked,
    before: before.version,
    after: after.version,
  };
}

/** Both versions as far as they are known, and what it took to judge them. */
interface Judged {
  readonly focuses: readonly Focus[];
  readonly before: JudgedVersion;
  readonly after: JudgedVersion;
  readonly notChecked: readonly NotChecked[];
  readonly lookUps: readonly LookUp[];
  readonly gaps: readonly string[];
}

interface JudgedVersion {
  readonly version: Version;
  readonly violations: readonly Violation[];
}

async function judge(
  known: Graph,
  base: Graph,
  fileDelta: GraphDelta,
  {
    inputWith,
    options,
    signal,
  }: {
    readonly inputWith: (stored: Graph) => ValidationInput;
    readonly options: EvaluatorOptions;
    readonly signal: AbortSignal;
  },
): Promise<Judged> {
  const seen = new Map<string, LookUp>();
  const stored = new ObservedGraph(known, (lookUp) => {
    seen.set(lookUpKey(lookUp), lookUp);
  });
  const { delta: wanted, gaps: lost } = storedChange(fileDelta, base, stored);
  const delta = exactDelta(stored, wanted);
  const versionOf = (graph: Graph): Version => {
    const input = inputWith(graph);
    return { input, evaluator: createEvaluator(input.shapes, input.dataGraph, input.classGraph, options) };
  };
  const before = versionOf(stored);
  const after = versionOf(new OverlayGraph(stored, delta));
  const triples = { added: [...delta.added.triples()], removed: [...delta.removed.triples()] };
  const both = inputWith(new OverlayGraph(stored, { added: triples.added, removed: [] })).dataGraph;
  const focuses = focusesThatMayChange(before, after, triples, both).filter(
    ({ shape, node }) => before.evaluator.isTarget(shape, node) || after.evaluator.isTarget(shape, node),
  );
  const results = {
    before: { version: before, violations: await resultsOf(focuses, before, signal) },
    after: { version: after, violations: await resultsOf(focuses, after, signal) },
  };
  const asksForAll = seen.delete(lookUpKey({}));
  return {
    ...results,
    focuses,
    notChecked: notCheckedIn(before, after),
    lookUps: [...seen.values()],
    gaps: [...lost, ...(asksForAll ? ['A query of the shapes looks at all triples.'] : [])],
  };
}

/** What either version does not check, once. */
function notCheckedIn(before: Version, after: Version): readonly NotChecked[] {
  const all = [...after.evaluator.notChecked, ...before.evaluator.notChecked];
  return [...new Map(all.map((entry) => [entry.reason, entry])).values()];
}

async function resultsOf(
  focuses: readonly Focus[],
  { evaluator }: Version,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  const byShape = new Map<Focus['shape'], TermId[]>();
  for (const { shape, node } of focuses) {
    if (!evaluator.isTarget(shape, node)) continue;
    const nodes = byShape.get(shape);
    if (nodes) nodes.push(node);
    else byShape.set(shape, [node]);
  }
  const results: Violation[] = [];
  for (const [{ id }, nodes] of byShape) {
    evaluator.askQueries(id, nodes);
    for (const node of nodes) {
      await breathe(signal);
      results.push(...evaluator.validateNode(node, id));
    }
  }
  return results;
}
