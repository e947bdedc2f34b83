import { breathe } from '../base/abort.ts';
import { exactDelta } from '../rdf/exactDelta.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import { graphDifference } from '../rdf/graphDifference.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../rdf/observedGraph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import type { Entailment } from '../shacl/entailment/entailment.ts';
import { createEvaluator, type EvaluatorOptions, type Focus } from '../shacl/evaluator.ts';
import { focusesThatMayChange, type Version } from '../shacl/incremental/mayChange.ts';
import { compareResults } from '../shacl/incremental/recordedValidation.ts';
import type { NotChecked, Violation } from '../shacl/results/violation.ts';
import { loadQueryEngineFor } from '../shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { fetchAll } from './fetchAll.ts';
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
  /** Whether a query looks at all triples, which leaves a gap. */
  readonly asksForAll: boolean;
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
  // What was missing on the way is known in the end.
  return comparedResults(latest!, { ...context, gaps: [...context.gaps, ...latest!.gaps] });
}

/**
 * The same where all triples of a store matter, as with inference and for queries that look at all of them: they are
 * fetched, and each version is judged on all that it has. The focus nodes are found by following the paths back also from
 * the triples that follow in one version only.
 *
 * @param inputWith the unit with a version of the store's graph among its data, and what follows from that.
 * @throws StoreError when the store has more than 500,000 triples, or does not tell all of them; the signal's reason when
 * aborted.
 */
export async function fetchWholeChange(
  store: Store,
  change: FileChange,
  inputWith: (stored: Graph, previous?: Entailment) => Promise<ValidationInput>,
  options: EvaluatorOptions,
  signal: AbortSignal,
): Promise<ChangedResults> {
  const document = await fetchAll(store, signal);
  const { graph } = document;
  const carried = storedChange(graphDifference(change.base, change.data), change.base, graph);
  const delta = exactDelta(graph, carried.delta);
  const inputBefore = await inputWith(graph);
  await loadQueryEngineFor(inputBefore.shapes);
  const before = versionOf(inputBefore, options);
  const after = versionOf(await inputWith(new OverlayGraph(graph, delta), before.input.entailment), options);
  const turned = graphDifference(before.input.dataGraph, after.input.dataGraph);
  const triples = {
    // Classes are looked up in what is stated, where a triple may come or go that follows all the same.
    added: [...delta.added.triples(), ...turned.added],
    removed: [...delta.removed.triples(), ...turned.removed],
  };
  const both = new UnionGraph([before.input.dataGraph, after.input.dataGraph]);
  const judged = await judgeVersions(before, after, triples, both, signal);
  return comparedResults({ ...judged, asksForAll: false }, { document, gaps: carried.gaps });
}

function comparedResults(
  judged: Omit<Judged, 'lookUps' | 'gaps'>,
  { document, gaps }: StoreContext,
): ChangedResults {
  const { before, after } = judged;
  const { introduced, gone } = compareResults(before.violations, after.violations);
  const fresh = new Set(introduced);
  return {
    document,
    gaps,
    asksForAll: judged.asksForAll,
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
  readonly asksForAll: boolean;
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
  const before = versionOf(inputWith(stored), options);
  const after = versionOf(inputWith(new OverlayGraph(stored, delta)), options);
  const triples = { added: [...delta.added.triples()], removed: [...delta.removed.triples()] };
  const both = inputWith(new OverlayGraph(stored, { added: triples.added, removed: [] })).dataGraph;
  const judged = await judgeVersions(before, after, triples, both, signal);
  const asksForAll = seen.delete(lookUpKey({}));
  return {
    ...judged,
    asksForAll,
    lookUps: [...seen.values()],
    gaps: [...lost, ...(asksForAll ? ['A query of the shapes looks at all triples.'] : [])],
  };
}

function versionOf(input: ValidationInput, options: EvaluatorOptions): Version {
  return { input, evaluator: createEvaluator(input.shapes, input.dataGraph, input.classGraph, options) };
}

/** Judges the focus nodes to which the changed triples may matter, in both versions. */
async function judgeVersions(
  before: Version,
  after: Version,
  triples: GraphDelta,
  both: Graph,
  signal: AbortSignal,
): Promise<Pick<Judged, 'focuses' | 'before' | 'after' | 'notChecked'>> {
  const focuses = focusesThatMayChange(before, after, triples, both).filter(
    ({ shape, node }) => before.evaluator.isTarget(shape, node) || after.evaluator.isTarget(shape, node),
  );
  return {
    focuses,
    before: { version: before, violations: await resultsOf(focuses, before, signal) },
    after: { version: after, violations: await resultsOf(focuses, after, signal) },
    notChecked: notCheckedIn(before, after),
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
