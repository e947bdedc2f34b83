import { counted } from '../../base/counted.ts';
import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../rdf/vocab.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions } from '../../shacl/evaluator.ts';
import { drawn } from '../../shacl/firstLook.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Shape } from '../../shacl/model/shape.ts';
import { loadEnginesFor } from '../../shacl/sparql/loadEngines.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { Allowance, type Watch } from '../../shacl/watch.ts';
import { countedRows, countOfRows, isBlankTerm } from './countedSelect.ts';
import { countFewTriples, fetchAll } from './fetchAll.ts';
import { fetchNeeded, whyAllMatters } from './fetchContext.ts';
import { allHashes, behind, shardRange } from './hashRange.ts';
import {
  boundAfter,
  type Item,
  idsOf,
  type JudgedBatch,
  type JudgedStoreNodes,
  judgedPages,
  judgeNodes,
  type ResultsOfNodes,
  refuted,
} from './judgedPages.ts';
import { whyEmpty } from './knownPart.ts';
import { observedEvaluator } from './lookUpsOfUnit.ts';
import {
  type AnswersAtOnce,
  type AskedSoFar,
  askAtOnce,
  OtherAnswers,
  type QuestionCosts,
  sampleRange,
} from './pushDown/askAtOnce.ts';
import {
  allNodesJudgedNote,
  disagreement,
  type FailedNode,
  otherNodesAreOpen,
  PushDown,
  type PushDownOptions,
  type SampleVerdict,
} from './pushDown/pushDown.ts';
import { areAllSuspect, type SuspectQuery, suspectQueries } from './pushDown/suspectQueries.ts';
import { type Store, StoreError } from './store.ts';
import { StoreFragment } from './storeFragment.ts';
import {
  chunksOf,
  defaultNodesPerPage,
  isListed,
  Pages,
  patternOfAny,
  planTargets,
  type StoredNode,
  within,
} from './targetPlan.ts';

/** How a store is validated. */
export interface WholeStoreOptions {
  /** The unit with what is known about the store as its data. */
  readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
  /** Whether rdfs:subClassOf is read from the store. */
  readonly looksUpClasses: boolean;
  /** Which of several processes this is, from 1. The nodes that are on no page of the store are judged by the first one. */
  readonly shard: { readonly index: number; readonly of: number };
  /** Where an earlier run came to. */
  readonly after: string | undefined;
  readonly evaluation?: Watch;
  /** Whether all focus nodes are fetched and judged here, so that the store decides about none of them. */
  readonly judgesAll?: boolean;
  /** How many nodes are judged, drawn at random. The last batch reports how many are left. */
  readonly sample?: number;
  /** How many nodes are judged together. */
  readonly nodesPerBatch?: number;
  /** How many nodes are listed together. */
  readonly nodesPerPage?: number;
  /** How many of the first nodes that the store lets pass are judged nevertheless. */
  readonly sampleSize?: number;
  /** The time in ms; by default that of the machine. */
  readonly clock?: () => number;
  /** Receives how the store is asked, line by line. */
  readonly explain?: (line: string) => void;
  /** What questions about all nodes cost the last run. */
  readonly costs?: QuestionCosts | undefined;
  /** Called between batches, while no ids of terms are held but those of the shapes. */
  readonly forget: () => void;
}

const defaultNodesPerBatch = 500;

const defaultSampleSize = 200;

/** Batches with gaps are divided, because a store may answer for fewer nodes, but not below this. */
const nodesPerDividedBatch = 16;

/** After this many batches in a row that have gaps however they are divided, no further ones are divided. */
const maxFailures = 20;

/**
 * Validates a store with all its focus nodes. The triples for judging a batch are fetched, and forgotten before the next
 * one, so that memory does not grow with the store.
 *
 * @throws the signal's reason when aborted.
 */
export async function* judgeStore(
  store: Store,
  options: WholeStoreOptions,
  signal: AbortSignal,
): AsyncGenerator<JudgedBatch> {
  yield* new WholeStore(store, options, signal).batches();
}

/** An evaluator on the whole graph of a store. */
interface WholeGraph {
  readonly evaluator: Evaluator;
  readonly input: ValidationInput;
}

interface Plan {
  /** Decides which of the nodes that the store lists have to be judged. */
  readonly queries: readonly SuspectQuery[];
  /** What binds `?f` to the focus nodes that the store lists. */
  readonly patterns: readonly string[];
  /** Finds the blank nodes among them; empty when there are none. The ids of terms are only valid at first. */
  readonly blanks: readonly LookUp[];
  /** For each root shape, the focus nodes that the store does not list. */
  readonly named: ReadonlyMap<TermId, ReadonlySet<string>>;
}

/** How many nodes with names the store lists, and how many are targets altogether. */
interface TargetCounts {
  readonly listed: number;
  readonly all: number;
}

/** The position that an earlier run reached among the nodes that the store lists. */
interface ListedPlace {
  /** What it had asked about all nodes together. */
  readonly asked: AskedSoFar | undefined;
  /** The hash up to which it had judged the findings of the last question, if it had not started with pages. */
  readonly judged: string | undefined;
  /** The hash up to which it had processed pages. */
  readonly listed: string | undefined;
  /** How many nodes it had seen. */
  readonly seen: number;
  /** Whether the answers about all nodes were wrong. */
  readonly isRefuted: boolean;
}

/** How what questions find is judged. */
interface AskedJudging {
  readonly plan: Plan;
  readonly place: ListedPlace;
  /** Takes the nodes that were judged. */
  readonly done: Set<string>;
  readonly judging: Pick<PushDownOptions, 'sampleSize' | 'judgeSample' | 'clock'>;
  readonly judge: (items: readonly Item[]) => AsyncGenerator<JudgedBatch>;
}

type IsFocus = (evaluator: Evaluator, shape: Shape, node: TermId) => boolean;

class WholeStore {
  readonly #store: Store;
  readonly #options: WholeStoreOptions;
  readonly #signal: AbortSignal;
  /** What is known about the classes. */
  readonly #classes: StoreFragment;
  /** What is not known for any node. */
  readonly #gaps = new Set<string>();
  /** The whole graph once it has been needed, or why it is not available. */
  #all: WholeGraph | string | undefined;
  readonly #nodesPerBatch: number;
  /** For all batches together. */
  readonly #allowance: Allowance;
  #failures = 0;
  /** Where the last batch ended. */
  #to = '';
  /** Notes to report with the next batch. */
  #notes: string[] = [];

  constructor(store: Store, options: WholeStoreOptions, signal: AbortSignal) {
    this.#store = store;
    this.#options = options;
    this.#signal = signal;
    this.#classes = new StoreFragment(store);
    this.#nodesPerBatch = options.nodesPerBatch ?? defaultNodesPerBatch;
    this.#allowance = new Allowance(options.evaluation ?? {});
  }

  /** The batches, and with the last one what is not known for any node. */
  async *batches(): AsyncGenerator<JudgedBatch> {
    const { after, shard } = this.#options;
    this.#to = after ?? '';
    let focusNodes = 0;
    for await (const batch of this.#batches()) {
      this.#to = batch.to;
      focusNodes += batch.focusNodes;
      yield this.#noted(batch);
    }
    if (focusNodes === 0 && after === undefined && shard.of === 1) {
      const why = await whyEmpty(this.#store, this.#signal);
      if (why !== undefined) this.#gaps.add(why);
    }
    if (this.#gaps.size > 0 || this.#notes.length > 0)
      yield this.#noted({ ...(await this.#nothing([...this.#gaps])), to: this.#to });
  }

  #noted(batch: JudgedBatch): JudgedBatch {
    if (this.#notes.length === 0) return batch;
    const notes = this.#notes;
    this.#notes = [];
    return { ...batch, notes };
  }

  async *#batches(): AsyncGenerator<JudgedBatch> {
    const isFirst = this.#isFirst;
    const [stage = '', ...places] = (this.#options.after ?? '').split(' ');
    const [position = ''] = places;
    const plan = await this.#plan();
    if (plan === undefined) return;
    if (typeof this.#all === 'object') {
      yield* this.#batchesOfAll(this.#all, stage === 'all' ? Number(position) : 0);
      return;
    }
    const { sample } = this.#options;
    const total = sample === undefined ? undefined : await this.#count(plan);
    if (sample !== undefined && total !== undefined && sample < total.all) {
      yield* this.#batchesOfSample(plan, sample, total);
      return;
    }
    if (sample !== undefined && total === undefined) return;
    if (isFirst && stage === '' && plan.blanks.length > 0) yield* this.#batchOfBlanks(plan);
    if (isFirst && stage !== 'listed' && stage !== 'asked')
      yield* this.#batchesOfNamed(plan, stage === 'named' ? Number(position) : 0);
    const place = stage === 'asked' || stage === 'listed' ? places : [];
    yield* this.#batchesOfListed(plan, placeOf(stage, place));
  }

  /**
   * Finds out what the targets are. Where that takes the whole graph, it is fetched if the store has few triples.
   *
   * @returns undefined where the first of several processes judges all nodes.
   */
  async #plan(): Promise<Plan | undefined> {
    const { looksUpClasses, inputWith } = this.#options;
    const evaluation = (input: ValidationInput) => this.#evaluation(input);
    const options = { inputWith, looksUpClasses, evaluation };
    const plan = await planTargets(this.#store, options, this.#classes, this.#signal);
    const { patterns, lookUps, named, classes } = plan;
    for (const gap of plan.gaps) this.#gaps.add(gap);
    // A store can't take into account what only the context of the shapes states.
    const isAlone = classes.input.dataGraph.size === classes.known.size && !classes.input.entailment;
    const isAsked = isAlone && this.#options.judgesAll !== true;
    const queries = isAsked ? suspectQueries(classes.input.shapes, classes.classGraph) : [];
    // This is always asked, because no other question has its gaps.
    const whyStated = await this.#whyStated(classes.input);
    const whyAll = plan.whyAll ?? whyStated;
    if (whyAll !== undefined) {
      if (this.#isFirst) await this.#needAll(whyAll);
      else if (await this.#isJudgedByFirst(whyAll)) return undefined;
    }
    const looksForBlanks = this.#isFirst && typeof this.#all !== 'object';
    const hasBlanks = looksForBlanks && (await this.#hasBlankTargets(patterns));
    return { queries, patterns, named, blanks: hasBlanks ? lookUps : [] };
  }

  /** Why all triples matter if the store states to which shapes nodes have to conform (sh:shape of SHACL 1.2). */
  async #whyStated({ shapes }: ValidationInput): Promise<string | undefined> {
    if (shapes.readAgain) return undefined;
    try {
      const stated = `?f <${terms.value(sh.shape)}> ?o`;
      const rows = await countedRows(this.#store, '?o', stated, this.#signal);
      const named = rows.flatMap(({ o }) => (o === undefined || isBlankTerm(o) ? [] : [o]));
      const known = new Set(shapes.shapes.map(({ id }) => termToNTriples(id)));
      const unknown = named.find((shape) => !known.has(shape));
      if (unknown !== undefined)
        this.#gaps.add(
          `By sh:shape, nodes are to conform to ${unknown}, and the linked files have no such shape. Link the file that describes it.`,
        );
      if (named.length < rows.length)
        this.#gaps.add(
          'By sh:shape, nodes are to conform to blank nodes, which no linked file can describe. Give these shapes names, and link the file that describes them.',
        );
      return named.some((shape) => known.has(shape))
        ? 'By sh:shape, it states which nodes are to conform to which shapes.'
        : undefined;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#gaps.add(
        `Whether it states by sh:shape that nodes are to conform to shapes is not known. ${error.message}`,
      );
      return undefined;
    }
  }

  readonly #explain = (line: string) => this.#options.explain?.(line);

  get #isFirst(): boolean {
    return this.#options.shard.index === 1;
  }

  /** The first process judges all nodes if the store has few triples, of which it fetches the whole graph. */
  async #isJudgedByFirst(why: string): Promise<boolean> {
    try {
      await countFewTriples(this.#store, this.#signal);
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#all = error.message;
      this.#gaps.add(`${why} ${error.message}`);
      return false;
    }
  }

  async #hasBlankTargets(patterns: readonly string[]): Promise<boolean> {
    try {
      for (const pattern of patterns) {
        const blank = `${pattern} FILTER(isBlank(?f))`;
        if ((await countOfRows(this.#store, '?f', blank, this.#signal)) > 0) return true;
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#gaps.add(`Whether blank nodes are targets is not known. ${error.message}`);
    }
    return false;
  }

  /** Fetches the whole graph, or records why all of it matters but is not available. */
  async #needAll(why: string): Promise<WholeGraph | undefined> {
    if (this.#all === undefined) {
      try {
        const input = await this.#options.inputWith(await fetchAll(this.#store, this.#signal));
        await loadEnginesFor(input.shapes);
        const evaluator = createEvaluator(
          input.shapes,
          input.dataGraph,
          input.classGraph,
          this.#evaluation(input),
        );
        this.#all = { input, evaluator };
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        this.#all = error.message;
      }
    }
    if (typeof this.#all === 'object') return this.#all;
    this.#gaps.add(`${why} ${this.#all}`);
    return undefined;
  }

  async *#batchesOfAll({ evaluator, input }: WholeGraph, start: number): AsyncGenerator<JudgedBatch> {
    const nodes = new Map<string, TermId>();
    for (const shape of input.shapes.roots)
      for (const node of evaluator.targets(shape)) nodes.set(termToNTriples(node), node);
    const ordered = [...nodes.keys()].sort().map((name) => nodes.get(name)!);
    const { sample } = this.#options;
    const chosen = sample === undefined ? ordered.slice(start) : drawn(ordered, sample);
    let done = start;
    for (const chunk of chunksOf(chosen, this.#nodesPerBatch)) {
      const isFocus = (shape: Shape, node: TermId) => evaluator.isTarget(shape, node);
      done += chunk.length;
      const judged = judgeNodes(evaluator, input, chunk, isFocus);
      yield { ...judged, gaps: [], to: `all ${done}`, left: ordered.length - done };
    }
  }

  /** How many nodes are targets that have names; undefined if the store does not report that. */
  async #count({ patterns, named }: Plan): Promise<TargetCounts | undefined> {
    const among = amongPatterns(named, patterns, this.#nodesPerBatch);
    try {
      const listed = await this.#countListed(patterns);
      let both = 0;
      for (const pattern of among) both += await countOfRows(this.#store, '?f', pattern, this.#signal);
      return { listed, all: listed + namesIn(named).length - both };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#gaps.add(`How many nodes are targets is not known. ${error.message}`);
      return undefined;
    }
  }

  async #countListed(patterns: readonly string[]): Promise<number> {
    if (patterns.length === 0) return 0;
    return countOfRows(this.#store, '?f', within(patternOfAny(patterns), allHashes), this.#signal);
  }

  /** Judges nodes that are drawn in proportion from those that the store lists and those that shapes name. */
  async *#batchesOfSample(
    { patterns, named, blanks }: Plan,
    size: number,
    { listed, all }: TargetCounts,
  ): AsyncGenerator<JudgedBatch> {
    if (blanks.length > 0) this.#gaps.add('Blank nodes that are targets were not looked at (--sample).');
    const names = namesIn(named);
    const ofListed = Math.min(listed, Math.round((size * listed) / (listed + names.length)));
    const chosen = new Set(drawn(names, size - ofListed));
    const range = sampleRange(allHashes, listed, ofListed);
    const pages = new Pages(this.#store, patterns, this.#signal, this.#options.nodesPerPage);
    for await (const { nodes, gaps } of pages.pages(range, await pages.counts(range))) {
      for (const gap of gaps) this.#gaps.add(gap);
      for (const { term } of nodes) if (chosen.size < size) chosen.add(term);
      if (chosen.size >= size) break;
    }
    const ofList = listedFocus(named);
    const isFocus: IsFocus = (evaluator, shape, node) =>
      named.get(shape.id)?.has(termToNTriples(node)) === true || ofList(evaluator, shape, node);
    const items = [...chosen].map((name, i) => ({ name, to: `sample ${i + 1}` }));
    let left = all;
    for (const chunk of chunksOf(items, this.#nodesPerBatch)) {
      for await (const batch of this.#judge(chunk, isFocus, () => false)) {
        left -= batch.focusNodes;
        yield { ...batch, left };
      }
    }
  }

  async *#batchesOfNamed({ named }: Plan, start: number): AsyncGenerator<JudgedBatch> {
    const names = namesIn(named);
    const items = names.map((name, i) => ({ name, to: `named ${i + 1}` }));
    const isFocus: IsFocus = (_, { id }, node) => named.get(id)?.has(termToNTriples(node)) === true;
    for (const chunk of chunksOf(items.slice(start), this.#nodesPerBatch)) yield* this.#judge(chunk, isFocus);
  }

  /** Blank nodes are fetched with all their statements in one answer: they have no names by which to request them again. */
  async *#batchOfBlanks({ named, blanks }: Plan): AsyncGenerator<JudgedBatch> {
    const fragment = this.#fragment();
    await fragment.fetchOnlyBlankNodes(blanks, this.#signal);
    const found = await this.#judgeOn(fragment, blankNodesOf, listedFocus(named));
    if (found.gaps.length > 0) {
      const all = await this.#needAll('Blank nodes are targets.');
      if (all !== undefined) {
        const isFocus = focusOn(listedFocus(named), all.evaluator);
        const nodes = blankNodesIn(all.input.dataGraph);
        yield { ...judgeNodes(all.evaluator, all.input, nodes, isFocus), gaps: [], to: 'blank' };
        return;
      }
    }
    yield { ...found, to: 'blank' };
  }

  /** The nodes that the store lists, except for those that it lets pass. */
  async *#batchesOfListed(plan: Plan, place: ListedPlace): AsyncGenerator<JudgedBatch> {
    const { named } = plan;
    const isFocus = listedFocus(named);
    const isKnown = (term: string) => [...named.values()].some((nodes) => nodes.has(term));
    const { nodesPerPage = defaultNodesPerPage } = this.#options;
    const judging = {
      sampleSize: this.#options.sampleSize ?? defaultSampleSize,
      judgeSample: (names: readonly string[]) => this.#judgedSample(names, isFocus),
      clock: this.#options.clock ?? (() => performance.now()),
      note: (sentence: string) => void this.#notes.push(sentence),
    };
    const judgeItems = (items: readonly Item[]) => this.#judge(items, isFocus, isKnown);
    const hasPassed = place.listed !== undefined;
    const isAsked = !areAllSuspect(plan.queries) && (!hasPassed || place.asked !== undefined);
    if (!isAsked) this.#explain('All nodes are judged here, or asked about page by page');
    const done = new Set<string>();
    const known = isAsked
      ? yield* this.#batchesWhileAsked({ plan, place, done, judging, judge: judgeItems })
      : undefined;
    if (known === 'other') return;
    if (known === undefined && place.asked !== undefined) {
      this.#gaps.add('Its answers differ from those before the run was interrupted.');
      return;
    }
    const isRefuted = known?.failed !== undefined || place.isRefuted;
    if (known?.failed !== undefined) {
      const found = disagreement(known.failed, plan.queries);
      if (hasPassed && !place.isRefuted) this.#gaps.add(`${found} ${otherNodesAreOpen}`);
      else if (!place.isRefuted) this.#notes.push(`${found} ${allNodesJudgedNote}`);
    }
    const queries = isRefuted ? [] : (known?.rest ?? plan.queries);
    const hasPassedAtOnce = known !== undefined && known.rest.length < plan.queries.length;
    const judge = {
      judge: judgeItems,
      nothing: (gaps: readonly string[]) => this.#nothing(gaps),
      isKnown,
      pushDown: new PushDown(
        this.#store,
        { queries, nodesPerPage, hasPassed: hasPassed || hasPassedAtOnce, ...judging },
        this.#signal,
      ),
      nodesPerBatch: this.#nodesPerBatch,
    };
    const shard = shardRange(this.#options.shard);
    const range = place.listed === undefined ? shard : behind(place.listed, shard);
    const patterns =
      known === undefined || isRefuted ? plan.patterns : known.rest.flatMap(({ targets }) => targets);
    const pages = new Pages(this.#store, [...new Set(patterns)], this.#signal, nodesPerPage);
    const counts = await pages.counts(range);
    const left = counts?.reduce((sum, count) => sum + count, 0);
    const ofAll = {
      done,
      total: isRefuted ? undefined : known?.total,
      seen: place.listed === undefined ? done.size : place.seen,
      asked: known === undefined ? '' : `${known.asked.outcomes} ${known.asked.digest}`,
    };
    yield* judgedPages(pages.pages(range, counts), ofAll, judge, left, this.#to);
  }

  /**
   * Asks a store about all nodes together, and judges the findings of each question.
   *
   * @returns what it says in the end; undefined where it can't be asked, and 'other' where it says something else than
   * before an interruption.
   */
  async *#batchesWhileAsked({
    plan: { patterns, queries, named },
    place,
    done,
    judging,
    judge,
  }: AskedJudging): AsyncGenerator<JudgedBatch, AnswersAtOnce | undefined | 'other'> {
    const range = shardRange(this.#options.shard);
    const isAmong = amongPatterns(named, patterns, this.#nodesPerBatch);
    const { asked: before } = place;
    const { costs } = this.#options;
    const options = { ...judging, queries, patterns, isAmong, before, costs, explain: this.#explain };
    const answers = askAtOnce(this.#store, options, range, this.#signal);
    try {
      for (;;) {
        const next = await answers.next();
        if (next.done) return next.value;
        const { nodes, asked } = next.value;
        const answered = asked.outcomes.length;
        const isBefore = before !== undefined && answered <= before.outcomes.length;
        const isLast = isBefore && answered === before.outcomes.length && place.judged !== undefined;
        const isOpen = ({ hash }: StoredNode) => !isBefore || (isLast && hash > place.judged!);
        const items = nodes.filter(isOpen).map(({ term, hash }) => ({ name: term, to: hash }));
        for (const { term } of nodes) done.add(term);
        for (let start = 0; start < items.length; ) {
          const end = boundAfter(items, start + this.#nodesPerBatch);
          // How many are left is not said: most of the others will not be judged.
          for await (const batch of judge(items.slice(start, end)))
            yield { ...batch, to: `asked ${asked.outcomes} ${asked.digest} ${batch.to}` };
          start = end;
        }
        if (items.length > 0) this.#explain(`${counted(items.length, 'node')} of these fetched and judged`);
      }
    } catch (error) {
      if (!(error instanceof OtherAnswers)) throw error;
      this.#gaps.add(error.message);
      return 'other';
    }
  }

  async #judgedSample(names: readonly string[], isFocus: IsFocus): Promise<SampleVerdict> {
    let isOpen = false;
    const failed = new Map<string, FailedNode>();
    for (const chunk of chunksOf(names, this.#nodesPerBatch)) {
      if (typeof this.#all !== 'object') this.#options.forget();
      const { violations, gaps, input } = await this.#judged(chunk, isFocus);
      const roots = new Map(input.shapes.roots.map(({ id }, i) => [id, i]));
      for (const { rootFocusNode, rootShape, constraint, path } of violations) {
        const name = termToNTriples(rootFocusNode);
        const { term } = input.shapes;
        const at = path === undefined ? '' : ` at ${printPath(path, term)}`;
        const found = `${term(constraint.parameter)}${at}`;
        failed.set(`${name} ${rootShape}`, { name, root: roots.get(rootShape)!, constraint: found });
      }
      isOpen ||= gaps.length > 0;
    }
    return { failed: [...failed.values()], isOpen };
  }

  /**
   * Judges nodes, in several batches if the store does not answer for all together.
   *
   * @param isKnown given where each node has to be a focus node: whether it was judged before.
   */
  async *#judge(
    items: readonly Item[],
    isFocus: IsFocus,
    isKnown?: (name: string) => boolean,
  ): AsyncGenerator<JudgedBatch> {
    if (typeof this.#all !== 'object') this.#options.forget();
    const names = items.map(({ name }) => name);
    const found = await this.#judged(names, isFocus);
    const gaps = [...found.gaps, ...(isKnown ? unjudged(items, found, isKnown) : [])];
    const middle = boundAfter(items, items.length >> 1);
    const isDivided = gaps.length > 0 && items.length > nodesPerDividedBatch && middle < items.length;
    if (isDivided && this.#failures < maxFailures) {
      yield* this.#judge(items.slice(0, middle), isFocus, isKnown);
      yield* this.#judge(items.slice(middle), isFocus, isKnown);
      return;
    }
    this.#failures = gaps.length > 0 ? this.#failures + 1 : 0;
    const counted = isKnown === undefined ? [] : [...found.judged].filter(isKnown);
    const focusNodes = found.focusNodes - counted.length;
    yield { ...found, focusNodes, gaps, to: items.at(-1)!.to };
  }

  async #judged(names: readonly string[], isFocus: IsFocus): Promise<JudgedStoreNodes> {
    if (typeof this.#all !== 'object') {
      const found = await this.#judgeOn(this.#fragment(), () => idsOf(names), isFocus);
      if (typeof this.#all !== 'object') return found;
    }
    const { evaluator, input } = this.#all;
    return { ...judgeNodes(evaluator, input, idsOf(names), focusOn(isFocus, evaluator)), gaps: [] };
  }

  /** Judges nodes with the triples that this takes. If that is the whole graph, it is fetched if possible. */
  async #judgeOn(
    fragment: StoreFragment,
    nodesOf: (known: TurtleDocument) => readonly TermId[],
    isFocus: IsFocus,
  ): Promise<JudgedStoreNodes> {
    let judged: ResultsOfNodes | undefined;
    let whyAll: string | undefined;
    const needs = async (known: TurtleDocument) => {
      const input = await this.#options.inputWith(known);
      const { evaluator, graph, lookUps } = await observedEvaluator(
        input,
        this.#options,
        this.#evaluation(input),
      );
      judged = judgeNodes(evaluator, input, nodesOf(known), focusOn(isFocus, evaluator));
      // For some targets, results at undescribed nodes do not count.
      for (const { rootFocusNode } of judged.violations) graph.outgoing(rootFocusNode);
      const found = lookUps();
      if (found.asksForAll) {
        whyAll = whyAllMatters(input, true);
        await this.#needAll(whyAll!);
      }
      return { lookUps: typeof this.#all === 'object' ? [] : found.lookUps, gaps: [] };
    };
    const { gaps } = await fetchNeeded(this.#store, needs, this.#signal, fragment);
    return { ...judged!, gaps };
  }

  /** What is known for all nodes. Look-ups that found blank nodes refer to terms that may be forgotten. */
  #fragment(): StoreFragment {
    return this.#classes.hasBlankNodes ? new StoreFragment(this.#store) : this.#classes.copy();
  }

  #evaluation({ shapes: { term } }: ValidationInput): EvaluatorOptions {
    return { term, ...this.#options.evaluation, allowance: this.#allowance };
  }

  async #nothing(gaps: readonly string[]): Promise<JudgedStoreNodes> {
    const input = await this.#options.inputWith(new TurtleDocument(this.#store.url, 0, ''));
    const { notChecked } = createEvaluator(
      input.shapes,
      input.dataGraph,
      input.classGraph,
      this.#evaluation(input),
    );
    return { input, violations: [], focusNodes: 0, judged: new Set(), notChecked, gaps };
  }
}

/** `asked OUTCOMES DIGEST HASH`, `listed HASH` or `listed HASH SEEN OUTCOMES DIGEST`. */
function placeOf(stage: string, places: readonly string[]): ListedPlace {
  const none = { asked: undefined, judged: undefined, listed: undefined, seen: 0, isRefuted: false };
  const isAsking = stage === 'asked';
  const [outcomes, digest] = places.slice(isAsking ? 0 : 2);
  const asked = outcomes === undefined || digest === undefined ? undefined : { outcomes, digest };
  if (isAsking) return { ...none, asked, judged: places[2] };
  const [listed, seen] = places;
  return { ...none, asked, listed, seen: Number(seen) || 0, isRefuted: seen === refuted };
}

/** The nodes that shapes name or select by a query. */
function namesIn(named: Plan['named']): readonly string[] {
  return [...new Set([...named.values()].flatMap((each) => [...each]))].sort();
}

/** The pattern that binds `?f` to those that the store also lists. */
function amongPatterns(named: Plan['named'], patterns: readonly string[], size: number): readonly string[] {
  const names = patterns.length === 0 ? [] : namesIn(named).filter((name) => !isBlankTerm(name));
  return chunksOf(names, size).map((chunk) => `VALUES ?f { ${chunk.join(' ')} } ${patternOfAny(patterns)}`);
}

/** A store that lists a node as a target but does not find it again, such as a literal that it writes in two ways. */
function unjudged(
  items: readonly Item[],
  { judged }: JudgedStoreNodes,
  isKnown: (name: string) => boolean,
): readonly string[] {
  const missing = items.find(({ name }) => !judged.has(name) && !isKnown(name));
  return missing ? [`It lists ${missing.name} as a target, but not when it is asked about that node.`] : [];
}

function focusOn(isFocus: IsFocus, evaluator: Evaluator) {
  return (shape: Shape, node: TermId) => isFocus(evaluator, shape, node);
}

/** The focus nodes that the store lists, except for those that the shape itself names. */
function listedFocus(named: Plan['named']): IsFocus {
  return (evaluator, shape, node) =>
    named.get(shape.id)?.has(termToNTriples(node)) !== true &&
    evaluator.isTarget({ ...shape, targets: shape.targets.filter(isListed) }, node);
}

function blankNodesOf({ graph }: TurtleDocument): readonly TermId[] {
  return blankNodesIn(graph);
}

function blankNodesIn(graph: Graph): readonly TermId[] {
  const ends = Array.from(graph.triples(), ({ subject, object }) => [subject, object]);
  return [...new Set(ends.flat().filter((id) => terms.isBlank(id)))];
}
