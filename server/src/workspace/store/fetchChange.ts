import { yieldToEventLoop } from '../../base/abort.ts';
import { exactDelta } from '../../rdf/exactDelta.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../../rdf/observedGraph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import type { Entailment } from '../../shacl/entailment/entailment.ts';
import { createEvaluator, type EvaluatorOptions, type Focus } from '../../shacl/evaluator.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import {
  changesIncompleteIris,
  focusesThatMayChange,
  type Version,
} from '../../shacl/incremental/mayChange.ts';
import type { UncheckedPart, Violation } from '../../shacl/model/violation.ts';
import { loadEnginesFor } from '../../shacl/sparql/loadEngines.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { fetchFromEach } from './fetchContext.ts';
import { KnownPart } from './knownPart.ts';
import { looksAtAll } from './lookUpsOfUnit.ts';
import type { Store } from './store.ts';
import { storedChange } from './storedChange.ts';

/** Two versions of a file: what a store holds of it, and what it should hold. */
export interface FileChange {
  readonly base: Graph;
  readonly data: Graph;
}

/** The stores that a change of a file concerns. */
export interface ChangedStores<Part = Store> {
  /** The one that holds the file. */
  readonly changed: Part;
  /** Context of both versions, which the change does not touch. */
  readonly others: readonly Part[];
}

/** What a change does to the results of a store. */
export interface ChangedResults {
  /** For the store that holds the file, then for each other one: why not everything relevant is known, without its name. */
  readonly gaps: readonly (readonly string[])[];
  /** The focus nodes that were judged in both versions, with their root shapes. The results of all others are unchanged. */
  readonly focuses: readonly Focus[];
  /** The results of these focus nodes that exist after the change but not before. */
  readonly introduced: readonly Violation[];
  /** Those that exist in both versions. */
  readonly kept: readonly Violation[];
  /** Those that existed only before the change. */
  readonly gone: readonly Violation[];
  readonly notChecked: readonly UncheckedPart[];
  /** Whether a query looks at all triples, which leaves a gap. */
  readonly asksForAll: boolean;
  /** The unit before and after the change, on what is known about the store. */
  readonly before: Version;
  readonly after: Version;
}

/** The basis for judging a unit: versions of the graphs of the stores. */
export type StoredGraphs = ChangedStores<Graph>;

/**
 * Computes what a change of a file does to the results of a store that holds the file: what is removed from the file is
 * removed from the graph of the store, and what is added to the file is added there. The focus nodes that may be judged
 * differently are found by following the paths of the shapes back from the change, including those that only a store
 * describes. They are judged with and without the change, and what that takes is fetched from the stores.
 *
 * @param inputWith the unit with a version of the store's graph among its data, and the others as context; with the same
 * shapes in each call.
 * @throws the signal's reason when aborted.
 */
export async function fetchChange(
  stores: ChangedStores,
  change: FileChange,
  inputWith: (graphs: StoredGraphs) => ValidationInput,
  options: EvaluatorOptions,
  signal: AbortSignal,
): Promise<ChangedResults> {
  const delta = graphDifference(change.base, change.data);
  await loadEnginesFor(inputWith({ changed: change.data, others: [] }).shapes);
  const parts = [stores.changed, ...stores.others].map((store) => new KnownPart(store));
  let latest: Judged | undefined;
  const { gaps } = await fetchFromEach(
    parts,
    async (known) => {
      const graphs = graphsOf(known);
      latest = await judge(graphs, change.base, delta, { inputWith, options, signal });
      return { lookUps: latest.lookUps, gaps: [] };
    },
    signal,
  );
  // What was missing in between is known in the end.
  return comparedResults(
    latest!,
    parts.map((part, i) => [...gaps, ...part.gaps, ...latest!.gaps[i]!]),
  );
}

/**
 * The same where all triples of the stores matter, as with inference and for queries that look at all of them: each version
 * is judged with all its triples. The focus nodes are also found by following the paths back from the triples that are
 * inferred in only one version.
 *
 * @param whole all triples of the store that holds the file, then those of each other one.
 * @param inputWith the unit with a version of the store's graph among its data, the others as context, and what follows from
 * that.
 * @throws the signal's reason when aborted.
 */
export async function wholeChange(
  whole: readonly TurtleDocument[],
  change: FileChange,
  inputWith: (graphs: StoredGraphs, previous?: Entailment) => Promise<ValidationInput>,
  options: EvaluatorOptions,
  signal: AbortSignal,
): Promise<ChangedResults> {
  const { changed: graph, others } = graphsOf(whole);
  const carried = storedChange(graphDifference(change.base, change.data), change.base, graph);
  const delta = exactDelta(graph, carried.delta);
  const inputBefore = await inputWith({ changed: graph, others });
  await loadEnginesFor(inputBefore.shapes);
  const before = versionOf(inputBefore, options);
  const changed = new OverlayGraph(graph, delta);
  const after = versionOf(await inputWith({ changed, others }, before.input.entailment), options);
  const turned = graphDifference(before.input.dataGraph, after.input.dataGraph);
  const triples = {
    // Classes are looked up in the stated triples, which may change although the triple is still inferred.
    added: [...delta.added.triples(), ...turned.added],
    removed: [...delta.removed.triples(), ...turned.removed],
  };
  const both = new UnionGraph([before.input.dataGraph, after.input.dataGraph]);
  const judged = await judgeVersions(before, after, triples, both, signal);
  return comparedResults({ ...judged, asksForAll: false }, [carried.gaps, ...others.map(() => [])]);
}

function graphsOf([changed, ...others]: readonly TurtleDocument[]): StoredGraphs {
  return { changed: changed!.graph, others: others.map(({ graph }) => graph) };
}

function comparedResults(
  judged: Omit<Judged, 'lookUps' | 'gaps'>,
  gaps: ChangedResults['gaps'],
): ChangedResults {
  const { before, after } = judged;
  const { introduced, gone } = compareResults(before.violations, after.violations);
  const fresh = new Set(introduced);
  return {
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

/** Both versions as far as they are known, and the look-ups that judging them took. */
interface Judged {
  readonly focuses: readonly Focus[];
  readonly before: JudgedVersion;
  readonly after: JudgedVersion;
  readonly notChecked: readonly UncheckedPart[];
  /** In the store that holds the file, then in each other one. */
  readonly lookUps: readonly (readonly LookUp[])[];
  readonly gaps: ChangedResults['gaps'];
  readonly asksForAll: boolean;
}

interface JudgedVersion {
  readonly version: Version;
  readonly violations: readonly Violation[];
}

async function judge(
  known: StoredGraphs,
  base: Graph,
  fileDelta: GraphDelta,
  {
    inputWith,
    options,
    signal,
  }: {
    readonly inputWith: (graphs: StoredGraphs) => ValidationInput;
    readonly options: EvaluatorOptions;
    readonly signal: AbortSignal;
  },
): Promise<Judged> {
  const stored = new NotingGraph(known.changed);
  const beside = known.others.map((graph) => new NotingGraph(graph));
  const others = beside.map(({ graph }) => graph);
  const { delta: wanted, gaps: lost } = storedChange(fileDelta, base, stored.graph);
  const delta = exactDelta(stored.graph, wanted);
  const inputOf = (changed: Graph) => inputWith({ changed, others });
  const before = versionOf(inputOf(stored.graph), options);
  const after = versionOf(inputOf(new OverlayGraph(stored.graph, delta)), options);
  const triples = { added: [...delta.added.triples()], removed: [...delta.removed.triples()] };
  const both = inputOf(new OverlayGraph(stored.graph, { added: triples.added, removed: [] })).dataGraph;
  const judged = await judgeVersions(before, after, triples, both, signal);
  const all = [stored, ...beside];
  // Nodes of a namespace that is incomplete, or no longer, are anywhere.
  const isAboutMany = changesIncompleteIris(triples);
  return {
    ...judged,
    asksForAll: isAboutMany || all.some(({ isAskedForAll }) => isAskedForAll),
    lookUps: all.map(({ lookUps }) => lookUps),
    gaps: all.map((graph) => [
      ...(graph === stored ? lost : []),
      ...(isAboutMany || graph.isAskedForAll ? [looksAtAll] : []),
    ]),
  };
}

/** A graph, and what was looked up in it. */
class NotingGraph {
  readonly graph: Graph;
  readonly #seen = new Map<string, LookUp>();

  constructor(graph: Graph) {
    this.graph = new ObservedGraph(graph, (lookUp) => {
      this.#seen.set(lookUpKey(lookUp), lookUp);
    });
  }

  /** Whether something looked at all triples. */
  get isAskedForAll(): boolean {
    return this.#seen.has(allTriples);
  }

  /** All others. */
  get lookUps(): readonly LookUp[] {
    return [...this.#seen].flatMap(([key, lookUp]) => (key === allTriples ? [] : [lookUp]));
  }
}

const allTriples = lookUpKey({});

function versionOf(input: ValidationInput, options: EvaluatorOptions): Version {
  return { input, evaluator: createEvaluator(input.shapes, input.dataGraph, input.classGraph, options) };
}

/** Judges the focus nodes that the changed triples may affect, in both versions. */
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
function notCheckedIn(before: Version, after: Version): readonly UncheckedPart[] {
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
      await yieldToEventLoop(signal);
      results.push(...evaluator.validateNode(node, id));
    }
  }
  return results;
}
