import { sha256 } from '../../base/sha256.ts';
import { canonicalLines } from '../../rdf/canonicalLabels.ts';
import type { Graph } from '../../rdf/graph.ts';
import { blanksOf } from '../../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { fetchNeeded, type Needed, neededFor } from '../../store/fetchContext.ts';
import { observedEvaluator } from '../../store/lookUpsOfUnit.ts';
import { observedVerdicts } from '../../store/observedVerdicts.ts';
import type { Store } from '../../store/store.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** Some focus nodes of a store, with what the verdicts about them rest on. */
export interface StoreSample {
  /** What is said about the nodes, as N-Triples. */
  readonly data: string;
  /** What else the verdicts rest on. */
  readonly context: string;
  readonly nodes: readonly TermId[];
  /** How many focus nodes there are in the store that are IRIs. */
  readonly targets: number;
}

/** Why there is no sample, as sentences without the name of the store. */
export interface NoSample {
  readonly gaps: readonly string[];
}

export interface SampleOptions {
  /** The unit with what is known of the store as data. */
  readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
  /** Whether the store counts for rdfs:subClassOf. */
  readonly looksUpClasses: boolean;
  /** How many nodes are drawn, at most. */
  readonly count: number;
  readonly seed: number;
}

/**
 * Draws focus nodes from a store. Which ones does not depend on the order in which the store answers: those come first
 * whose IRI has the lowest SHA-256 with the seed. The same store and seed give the same texts.
 *
 * @throws the signal's reason when aborted.
 */
export async function storeSample(
  store: Store,
  options: SampleOptions,
  signal: AbortSignal,
): Promise<StoreSample | NoSample> {
  const listed = await listTargets(store, options, signal);
  if (listed.gaps.length > 0) return listed;
  const nodes = await drawn(listed.targets, options);
  const sample = new Set(nodes);
  let known: TurtleDocument | undefined;
  const needs = async (document: TurtleDocument): Promise<Needed> => {
    known = document;
    const input = await options.inputWith(document);
    const { lookUps, asksForAll } = await observedVerdicts(
      input,
      [...nodes, ...namedByData(input, sample)],
      options,
    );
    return neededFor(input, { lookUps: [...nodes.map((subject) => ({ subject })), ...lookUps], asksForAll });
  };
  const { gaps } = await fetchNeeded(store, needs, signal);
  if (gaps.length > 0) return { gaps };
  return { ...splitTexts(known!.graph, sample), nodes, targets: listed.targets.length };
}

/** The focus nodes of a store that are IRIs. What makes a node one is looked up like all else. */
async function listTargets(
  store: Store,
  options: SampleOptions,
  signal: AbortSignal,
): Promise<{ readonly targets: readonly TermId[]; readonly gaps: readonly string[] }> {
  let targets: readonly TermId[] = [];
  const needs = async (document: TurtleDocument): Promise<Needed> => {
    const input = await options.inputWith(document);
    const { evaluator, lookUps } = await observedEvaluator(input, options);
    const found = new Set(input.shapes.roots.flatMap((shape) => [...evaluator.targets(shape)]));
    targets = [...found].filter((node) => terms.isIri(node));
    return neededFor(input, lookUps());
  };
  const { gaps } = await fetchNeeded(store, needs, signal);
  return { targets, gaps };
}

async function drawn(
  targets: readonly TermId[],
  { count, seed }: Pick<SampleOptions, 'count' | 'seed'>,
): Promise<readonly TermId[]> {
  const keyed = await Promise.all(
    targets.map(async (node) => [await sha256(`${seed} ${terms.value(node)}`), node] as const),
  );
  return keyed
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, count)
    .map(([, node]) => node);
}

/** The nodes that are targets because the sample refers to them: results at these count as well. */
function namedByData({ shapes, dataGraph }: ValidationInput, sample: ReadonlySet<TermId>): readonly TermId[] {
  const predicates = shapes.roots.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'objectsOf' ? [target.predicate] : [])),
  );
  const nodes = [...sample].flatMap((node) => predicates.flatMap((each) => dataGraph.objects(node, each)));
  return [...new Set(nodes)].filter((node) => !sample.has(node));
}

/** Data are the triples about the sample, with the blank nodes that they lead to, and all that is said about these. */
function splitTexts(graph: Graph, sample: ReadonlySet<TermId>): Pick<StoreSample, 'data' | 'context'> {
  const subjects = new Set(sample);
  for (const node of subjects) {
    for (const { object } of graph.outgoing(node)) if (terms.isBlank(object)) subjects.add(object);
    // A text knows no blank nodes of another one.
    if (!terms.isBlank(node)) continue;
    for (const { subject } of graph.incoming(node)) if (terms.isBlank(subject)) subjects.add(subject);
  }
  const data: Triple[] = [];
  const context: Triple[] = [];
  for (const triple of graph.triples()) {
    const isOwn = subjects.has(triple.subject) || blanksOf(triple).some((node) => subjects.has(node));
    (isOwn ? data : context).push(triple);
  }
  const text = (triples: readonly Triple[]) =>
    canonicalLines(triples)
      .map((line) => `${line}\n`)
      .join('');
  return { data: text(data), context: text(context) };
}
