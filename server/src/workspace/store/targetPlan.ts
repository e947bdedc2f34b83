import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { compareTexts } from '../../rdf/termOrder.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import type { EvaluatorOptions } from '../../shacl/evaluator.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { countedRows, countOfRows } from './countedSelect.ts';
import { fetchNeeded, whyAllMatters } from './fetchContext.ts';
import { type HashRange, hashText, inRangeText, isInRange, partsOfRange } from './hashRange.ts';
import { observedEvaluator } from './lookUpsOfUnit.ts';
import { type Store, StoreError } from './store.ts';
import type { StoreFragment } from './storeFragment.ts';

/** How to find all focus nodes of a store. */
export interface TargetPlan {
  /** What binds `?f` to the focus nodes that the store lists. */
  readonly patterns: readonly string[];
  /** The same nodes as look-ups. The ids of terms are only valid at first. */
  readonly lookUps: readonly LookUp[];
  /** For each root shape, the focus nodes that it names or selects by a query, in N-Triples. */
  readonly named: ReadonlyMap<TermId, ReadonlySet<string>>;
  /** The unit with what is known about the classes, and where rdfs:subClassOf is looked up in it. */
  readonly classes: { readonly input: ValidationInput; readonly known: Graph; readonly classGraph: Graph };
  /** Why the whole graph is needed to find or judge them, as a sentence; undefined when it does not. */
  readonly whyAll: string | undefined;
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Determines the targets of the shapes in a store, with the subclasses of targeted classes.
 *
 * @param options the unit with what is known about the store as its data, and whether the store counts for rdfs:subClassOf.
 * @param classes what is known about the classes. It grows.
 * @throws the signal's reason when aborted.
 */
export async function planTargets(
  store: Store,
  options: {
    readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
    readonly looksUpClasses: boolean;
    readonly evaluation?: (input: ValidationInput) => EvaluatorOptions;
  },
  classes: StoreFragment,
  signal: AbortSignal,
): Promise<TargetPlan> {
  const named = new Map<TermId, Set<string>>();
  let patterns: readonly string[] = [];
  let lookUps: readonly LookUp[] = [];
  let whyAll: string | undefined;
  let aboutClasses: TargetPlan['classes'];
  const observed = async (known: TurtleDocument) => {
    const input = await options.inputWith(known);
    return { input, ...(await observedEvaluator(input, options, options.evaluation?.(input))) };
  };
  const classNeeds = async (known: TurtleDocument) => {
    const { input, classGraph, lookUps: found } = await observed(known);
    aboutClasses = { input, known: known.graph, classGraph };
    const targets = listedTargets(input.shapes, classGraph);
    patterns = targetPatterns(targets);
    lookUps = targetLookUps(targets);
    whyAll = whyAllMatters(input, false);
    if ([...targets.classes].some((each) => terms.isBlank(each)))
      whyAll ??= 'Some of the classes below those that shapes target have no names.';
    return { lookUps: found().lookUps, gaps: [] };
  };
  const { gaps } = await fetchNeeded(store, classNeeds, signal, classes);
  const queryNeeds = async (known: TurtleDocument) => {
    const { input, evaluator, lookUps: found } = await observed(known);
    for (const { id, targets } of input.shapes.roots) {
      const nodes = evaluator.targets({ id, targets: targets.filter((each) => !isListed(each)) });
      named.set(id, new Set(nodes.map(termToNTriples)));
      if (nodes.some((node) => terms.isBlank(node)))
        whyAll ??= 'Some targets that shapes name or select by a query are blank nodes.';
    }
    const needed = found();
    whyAll ??= whyAllMatters(input, needed.asksForAll);
    return { lookUps: whyAll === undefined ? needed.lookUps : [], gaps: [] };
  };
  const queries = await fetchNeeded(store, queryNeeds, signal);
  return { patterns, lookUps, named, whyAll, classes: aboutClasses!, gaps: [...gaps, ...queries.gaps] };
}

/** The targets whose nodes a store can list. The nodes of other targets are named by shapes or selected by a query. */
export function isListed({ kind }: Target): boolean {
  return kind === 'class' || kind === 'subjectsOf' || kind === 'objectsOf';
}

/** What selects the nodes of all such targets. */
export interface ListedTargets {
  /** With all classes below them. */
  readonly classes: ReadonlySet<TermId>;
  readonly subjectsOf: ReadonlySet<TermId>;
  readonly objectsOf: ReadonlySet<TermId>;
}

/** @param classGraph where rdfs:subClassOf is looked up. */
export function listedTargets({ roots }: Pick<ShapesGraph, 'roots'>, classGraph: Graph): ListedTargets {
  const hierarchy = new ClassHierarchy(classGraph);
  const classes = new Set<TermId>();
  const subjectsOf = new Set<TermId>();
  const objectsOf = new Set<TermId>();
  for (const target of roots.flatMap(({ targets }) => targets)) {
    if (target.kind === 'class') for (const each of hierarchy.subclasses(target.class)) classes.add(each);
    if (target.kind === 'subjectsOf') subjectsOf.add(target.predicate);
    if (target.kind === 'objectsOf') objectsOf.add(target.predicate);
  }
  return { classes, subjectsOf, objectsOf };
}

/** Patterns of SPARQL that bind `?f` to the nodes. A node may match several of them. */
export function targetPatterns({ classes, subjectsOf, objectsOf }: ListedTargets): readonly string[] {
  const values = (variable: string, ids: ReadonlySet<TermId>, rest: string) =>
    chunksOf(
      [...ids].filter((id) => terms.isIri(id)),
      termsPerPattern,
    ).map((chunk) => `VALUES ${variable} { ${chunk.map(termToNTriples).join(' ')} } ${rest}`);
  return [
    ...values('?c', classes, `?f ${termToNTriples(rdf.type)} ?c .`),
    ...values('?q', subjectsOf, '?f ?q ?o .'),
    ...values('?q', objectsOf, '?s ?q ?f .'),
  ];
}

/** The same as look-ups. */
function targetLookUps({ classes, subjectsOf, objectsOf }: ListedTargets): readonly LookUp[] {
  return [
    ...[...classes].map((object) => ({ predicate: rdf.type, object })),
    ...[...new Set([...subjectsOf, ...objectsOf])].map((predicate) => ({ predicate })),
  ];
}

const termsPerPattern = 500;

/** A list in lists of at most this many items. */
export function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** An IRI or a literal of a store. */
export interface StoredNode {
  /** In N-Triples. */
  readonly term: string;
  /** The MD5 of its name, as the store computes it. */
  readonly hash: string;
}

/** Some nodes of a store. */
export interface NodePage {
  /** The nodes are all those of the range, unless there are gaps. */
  readonly range: HashRange;
  /** In the order of their hashes. */
  readonly nodes: readonly StoredNode[];
  /** Why these are not all nodes of the range, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** How many nodes a page should have: fewer than the limit at which stores cut (10,000), because hashes spread unevenly. */
export const defaultNodesPerPage = 8_000;

/** A store that gives this many errors in a row is not asked for further pages. */
const maxFailures = 40;

/**
 * Lists the nodes that some patterns bind `?f` to, each once, page by page in the order of their hashes. A page is
 * requested by a range of hashes, which is divided until the answer is as long as the store counts; in the end, all pages
 * together must have as many nodes as it counted before. Blank nodes are left out.
 *
 * @throws the signal's reason when aborted.
 */
export class Pages {
  readonly #store: Store;
  readonly #patterns: readonly string[];
  readonly #signal: AbortSignal;
  readonly #nodesPerPage: number;
  /** Errors in a row. */
  #failures = 0;
  #hasGaps = false;
  /** For each pattern, how many nodes were found. */
  readonly #found: number[];

  constructor(
    store: Store,
    patterns: readonly string[],
    signal: AbortSignal,
    nodesPerPage = defaultNodesPerPage,
  ) {
    this.#store = store;
    this.#patterns = patterns;
    this.#signal = signal;
    this.#nodesPerPage = nodesPerPage;
    this.#found = patterns.map(() => 0);
  }

  /** How many nodes each pattern has in a range; undefined if the store does not report that. */
  async counts(range: HashRange): Promise<readonly number[] | undefined> {
    const counts: number[] = [];
    try {
      for (const pattern of this.#patterns)
        counts.push(await countOfRows(this.#store, '?f', within(pattern, range), this.#signal));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return undefined;
    }
    return counts;
  }

  /** @param counts how many nodes the range has, as reported in `counts`. */
  async *pages(range: HashRange, counts: readonly number[] | undefined): AsyncGenerator<NodePage> {
    const most = Math.max(0, ...(counts ?? []));
    for (const part of partsOfRange(range, Math.ceil(most / this.#nodesPerPage))) yield* this.#page(part);
    const differs = counts?.some((count, i) => count !== this.#found[i]) ?? true;
    const told = counts ? counts.join(' and ') : 'an unknown number of';
    if (differs && !this.#hasGaps)
      yield {
        range,
        nodes: [],
        gaps: [`It counts ${told} nodes that are targets, and lists ${this.#found.join(' and ')}.`],
      };
  }

  async *#page(range: HashRange): AsyncGenerator<NodePage> {
    if (this.#failures >= maxFailures) return;
    try {
      const nodes = await this.#nodes(range);
      this.#failures = 0;
      yield { range, nodes, gaps: [] };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failures++;
      const halves = partsOfRange(range, 2);
      if (error.isWorthSplitting && halves.length === 2 && this.#failures < maxFailures) {
        for (const half of halves) yield* this.#page(half);
        return;
      }
      this.#hasGaps = true;
      yield { range, nodes: [], gaps: [`Not all nodes that are targets could be listed. ${error.message}`] };
    }
  }

  async #nodes(range: HashRange): Promise<readonly StoredNode[]> {
    const nodes = new Map<string, StoredNode>();
    const found: number[] = [];
    for (const pattern of this.#patterns) {
      const listed = await listedNodes(this.#store, pattern, range, this.#signal);
      for (const node of listed) nodes.set(node.term, node);
      found.push(listed.length);
    }
    for (const [i, count] of found.entries()) this.#found[i]! += count;
    return [...nodes.values()].sort(byHash);
  }
}

/**
 * The nodes in a range that a pattern binds `?f` to.
 *
 * @throws StoreError when the store does not list all of them; the signal's reason when aborted.
 */
export async function listedNodes(
  store: Store,
  pattern: string,
  range: HashRange,
  signal: AbortSignal,
): Promise<readonly StoredNode[]> {
  const hashed = `${within(pattern, range)} BIND(${hashText('?f')} AS ?h)`;
  const rows = await countedRows(store, '?f ?h', hashed, signal);
  return rows.map(({ f: term, h }) => {
    if (term === undefined) throw new StoreError('It lists nodes without names.');
    return { term, hash: hashOf(h, range) };
  });
}

/** A pattern for the nodes in a range. */
export function within(pattern: string, range: HashRange): string {
  return `${pattern} FILTER(${inRangeText('?f', range)})`;
}

/** A pattern that binds `?f` to the nodes of all patterns. */
export function patternOfAny(patterns: readonly string[]): string {
  return [...new Set(patterns)].map((pattern) => `{ ${pattern} }`).join(' UNION ');
}

/** @throws StoreError when a term is not the hash of a node in a range. */
export function hashOf(term: string | undefined, range: HashRange): string {
  const hash = term?.slice(1, -1) ?? '';
  if (!/^[0-9a-f]{32}$/.test(hash) || !isInRange(hash, range))
    throw new StoreError('It lists nodes by invalid hashes, or by others than it was asked for.');
  return hash;
}

export function byHash(one: StoredNode, other: StoredNode): number {
  return compareTexts(one.hash, other.hash) || compareTexts(one.term, other.term);
}
