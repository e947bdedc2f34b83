import { sha256 } from '../../../base/sha256.ts';
import { canonicalLines } from '../../../rdf/canonicalLabels.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { blanksOf } from '../../../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { fetchNeeded, type Needed, neededFor } from '../../../workspace/store/fetchContext.ts';
import { allHashes } from '../../../workspace/store/hashRange.ts';
import { idsOf } from '../../../workspace/store/judgedPages.ts';
import { observedVerdicts } from '../../../workspace/store/observedVerdicts.ts';
import type { Store } from '../../../workspace/store/store.ts';
import { StoreFragment } from '../../../workspace/store/storeFragment.ts';
import { Pages, planTargets } from '../../../workspace/store/targetPlan.ts';

/** Some focus nodes of a store, with what the verdicts about them rest on. */
export interface StoreSample {
  /** The statements about the nodes, as N-Triples. */
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

export interface StoreSampleOptions {
  /** The unit with what is known about the store as data. */
  readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
  /** Whether rdfs:subClassOf is read from the store. */
  readonly looksUpClasses: boolean;
  /** How many nodes are drawn, at most. */
  readonly count: number;
  readonly seed: number;
}

/**
 * Draws focus nodes from a store. The choice does not depend on the order in which the store answers: those whose IRI has
 * the lowest SHA-256 with the seed come first. The same store and seed give the same texts.
 *
 * @throws the signal's reason when aborted.
 */
export async function storeSample(
  store: Store,
  options: StoreSampleOptions,
  signal: AbortSignal,
): Promise<StoreSample | NoSample> {
  const listed = await drawnTargets(store, options, signal);
  if ('gaps' in listed) return listed;
  const { nodes, targets } = listed;
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
  return { ...splitTexts(known!.graph, sample), nodes, targets };
}

/** The drawn focus nodes of a store that are IRIs. They are listed page by page, and only the drawn ones kept. */
async function drawnTargets(
  store: Store,
  options: StoreSampleOptions,
  signal: AbortSignal,
): Promise<Pick<StoreSample, 'nodes' | 'targets'> | NoSample> {
  const plan = await planTargets(store, options, new StoreFragment(store), signal);
  if (plan.gaps.length > 0) return plan;
  if (plan.whyAll !== undefined)
    return { gaps: [`${plan.whyAll} Export them to a file, and generate from that.`] };
  const pages = new Pages(store, plan.patterns, signal);
  const named = new Set([...plan.named.values()].flatMap((nodes) => [...nodes].filter(isIri)));
  const draw = new Draw(options);
  for await (const { nodes, gaps } of pages.pages(allHashes, await pages.counts(allHashes))) {
    if (gaps.length > 0) return { gaps };
    const iris = nodes.map(({ term }) => term).filter(isIri);
    for (const iri of iris) named.delete(iri);
    draw.add(iris);
  }
  draw.add([...named]);
  return { nodes: idsOf(draw.drawn), targets: draw.count };
}

/** The nodes, among many, whose IRI has the lowest SHA-256 with the seed. Only these are held. */
class Draw {
  readonly #options: Pick<StoreSampleOptions, 'count' | 'seed'>;
  #lowest: readonly (readonly [key: string, iri: string])[] = [];
  #count = 0;

  constructor(options: Pick<StoreSampleOptions, 'count' | 'seed'>) {
    this.#options = options;
  }

  /** How many nodes were added. */
  get count(): number {
    return this.#count;
  }

  get drawn(): readonly string[] {
    return this.#lowest.map(([, iri]) => iri);
  }

  /** @param iris in N-Triples. */
  add(iris: readonly string[]): void {
    const { count, seed } = this.#options;
    const keyed = iris.map((iri) => [sha256(`${seed} ${iri.slice(1, -1)}`), iri] as const);
    this.#count += iris.length;
    this.#lowest = [...this.#lowest, ...keyed]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, count);
  }
}

function isIri(term: string): boolean {
  return term.startsWith('<');
}

/** The nodes that are targets because the sample refers to them: results at these count as well. */
function namedByData({ shapes, dataGraph }: ValidationInput, sample: ReadonlySet<TermId>): readonly TermId[] {
  const predicates = shapes.roots.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'objectsOf' ? [target.predicate] : [])),
  );
  const nodes = [...sample].flatMap((node) => predicates.flatMap((each) => dataGraph.objects(node, each)));
  return [...new Set(nodes)].filter((node) => !sample.has(node));
}

/** The data are the triples about the sample, with the blank nodes that they lead to, and all statements about these. */
function splitTexts(graph: Graph, sample: ReadonlySet<TermId>): Pick<StoreSample, 'data' | 'context'> {
  const subjects = new Set(sample);
  for (const node of subjects) {
    for (const { object } of graph.outgoing(node)) if (terms.isBlank(object)) subjects.add(object);
    // A text can't refer to blank nodes of another one.
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
