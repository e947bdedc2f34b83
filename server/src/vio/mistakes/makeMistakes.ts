import { yieldToEventLoop } from '../../base/abort.ts';
import { type Random, seededRandom, seedOf, shuffled } from '../../base/random.ts';
import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { editsOntologyNode } from '../cases/attempt.ts';
import { KnownGraphs } from '../cases/knownGraphs.ts';
import { inReportOrder } from '../cases/smallestRepair.ts';
import type { VioProblem } from '../problem.ts';
import type { MistakeCounts } from '../vioCase.ts';
import { MistakeData } from './mistakeData.ts';
import type { MistakeOperator } from './mistakeOperator.ts';
import type { MistakeFrequencies } from './mistakeProfile.ts';
import { type MistakeName, mistakeNames, mistakeOperators } from './operators/index.ts';

export interface MistakeOptions {
  readonly frequencies: MistakeFrequencies;
  /** An unsigned 32-bit number. */
  readonly seed: number;
  /** No more mistakes than that. */
  readonly maxMistakes: number;
  /** The largest number of triples that a mistake may change. */
  readonly maxEdits: number;
  /** Whether mistakes may be about nodes that only ontologies describe. */
  readonly ontologyNodes: boolean;
}

/** A mistake that was made in a graph, and verified to violate its shapes. Its inverse restores the graph. */
export interface MadeMistake {
  readonly operator: MistakeName;
  /** Every removed triple was in a data file, and every added one was nowhere. */
  readonly change: GraphDelta;
  /** The results that the original graph did not have, in report order. Never empty. */
  readonly results: readonly Violation[];
  /** The result that shows the mistake: the first one about a changed term. */
  readonly expected: Violation;
}

/**
 * Makes mistakes like those of people, each in the unchanged graph. The same graph, shapes, options and seed give the same
 * mistakes in the same order. Returns the outcome of the attempts, by kind.
 *
 * @throws the signal's reason when aborted.
 */
export async function* makeMistakes(
  problem: VioProblem,
  { frequencies, seed, maxMistakes, maxEdits, ontologyNodes }: MistakeOptions,
  signal: AbortSignal,
): AsyncGenerator<MadeMistake, ReadonlyMap<MistakeName, MistakeCounts>, void> {
  const data = new MistakeData(problem);
  const sites = groupedSites(data);
  const makers = mistakeNames.flatMap((operator) => {
    const weight = frequencies[operator] ?? 0;
    return weight > 0 ? [{ weight, maker: new MistakeMaker(operator, problem, data, sites, seed) }] : [];
  });
  const random = seededRandom(seedOf(seed, 'mistakes'));
  const seen = KnownGraphs.of(problem.recorded.input);
  let left = makers;
  for (let made = 0; made < maxMistakes && left.length > 0; ) {
    const { maker } = weighted(left, random);
    const mistake = await maker.next({ maxEdits, ontologyNodes, seen }, signal);
    if (mistake === 'silent') continue;
    if (mistake === undefined) left = left.filter((each) => each.maker !== maker);
    else {
      made++;
      yield mistake;
    }
  }
  return new Map(makers.map(({ maker }) => [maker.operator, maker.counts]));
}

/** The statements at which mistakes are made: by property, and by class where they state a type. */
type SiteGroups = readonly (readonly Triple[])[];

function groupedSites(data: MistakeData): SiteGroups {
  const groups = new Map<TermId, Triple[]>();
  for (const triple of data.sites()) {
    const key = triple.predicate === rdf.type ? -1 - triple.object : triple.predicate;
    const group = groups.get(key);
    if (group) group.push(triple);
    else groups.set(key, [triple]);
  }
  return [...groups.values()];
}

function weighted<Item extends { readonly weight: number }>(items: readonly Item[], random: Random): Item {
  const all = items.reduce((sum, { weight }) => sum + weight, 0);
  let rest = (random.below(2 ** 32) / 2 ** 32) * all;
  for (const item of items) {
    rest -= item.weight;
    if (rest < 0) return item;
  }
  return items.at(-1)!;
}

/** Lists are written as their members: mistakes are not made in a cell, only in its member. */
function keepsCell({ subject, predicate }: Triple, { added, removed }: GraphDelta): boolean {
  if (predicate !== rdf.first) return true;
  const [only, ...others] = added;
  const isOther = only?.subject === subject && only.predicate === predicate;
  return isOther && others.length === 0 && removed.length === 1;
}

/** One after the other, the groups take turns, so that rare properties get mistakes as well as frequent ones. */
const maxTriesAtOnce = 25;
/** A group of statements is skipped after this many mistakes that are not cases: no shape looks at it. */
const maxSilentInGroup = 8;

/** How often each statement may get a mistake of a kind. */
const maxPasses = 3;

interface SiteGroup {
  readonly sites: Iterator<Triple>;
  silent: number;
}

/** Makes one kind of mistake, at one statement after the other. */
class MistakeMaker {
  readonly operator: MistakeName;
  readonly #problem: VioProblem;
  readonly #data: MistakeData;
  readonly #random: Random;
  /** The groups whose turn is next come first. */
  readonly #groups: SiteGroup[];
  #silent = 0;
  #made = 0;

  constructor(
    operator: MistakeName,
    problem: VioProblem,
    data: MistakeData,
    groups: SiteGroups,
    seed: number,
  ) {
    this.operator = operator;
    this.#problem = problem;
    this.#data = data;
    this.#random = seededRandom(seedOf(seed, operator));
    this.#groups = [...shuffled(groups, this.#random)].map((group) => ({
      sites: repeatedly(group, this.#random),
      silent: 0,
    }));
  }

  get counts(): MistakeCounts {
    return { tried: this.#silent + this.#made, silent: this.#silent, made: this.#made };
  }

  /** The next mistake; `silent` when some were tried and violate nothing; undefined when there are no more. */
  async next(
    {
      maxEdits,
      ontologyNodes,
      seen,
    }: Pick<MistakeOptions, 'maxEdits' | 'ontologyNodes'> & { readonly seen: KnownGraphs },
    signal: AbortSignal,
  ): Promise<MadeMistake | 'silent' | undefined> {
    for (let tries = 0; tries < maxTriesAtOnce; ) {
      await yieldToEventLoop(signal);
      const group = this.#groups.shift();
      if (group === undefined) return undefined;
      const change = this.#nextChange(group);
      if (change === undefined) continue;
      this.#groups.push(group);
      if (changeSize(change) > maxEdits || seen.earlier(change, tries) !== undefined) continue;
      if (!ontologyNodes && editsOntologyNode(this.#problem.recorded.input, change)) continue;
      tries++;
      const made = await this.#verified(change, ontologyNodes, signal);
      if (made && made !== 'ontologyNodes') {
        this.#made++;
        group.silent = 0;
        return made;
      }
      if (made === undefined) this.#silent++;
      if (++group.silent === maxSilentInGroup) this.#groups.pop();
    }
    return 'silent';
  }

  /** The mistake at the next statement of the group that allows it; undefined when no more does. */
  #nextChange({ sites }: SiteGroup): GraphDelta | undefined {
    for (let site = sites.next(); !site.done; site = sites.next()) {
      const operator: MistakeOperator = mistakeOperators[this.operator];
      const change = operator.at(site.value, this.#data, this.#random);
      if (!change || !isExact(change, this.#data)) continue;
      if (operator.ofLists || keepsCell(site.value, change)) return change;
    }
    return undefined;
  }

  /**
   * Undefined when it violates nothing, `ontologyNodes` when it does so only at such nodes, which are to be left unchanged.
   */
  async #verified(
    change: GraphDelta,
    ontologyNodes: boolean,
    signal: AbortSignal,
  ): Promise<MadeMistake | 'ontologyNodes' | undefined> {
    const { recorded } = this.#problem;
    const { before, after } = await recorded.revalidate(changedInput(recorded.input, change), signal);
    const { introduced } = compareResults(before, after);
    if (introduced.length === 0) return undefined;
    const results = inReportOrder(introduced, recorded.input.shapes);
    const shown = ontologyNodes
      ? results
      : results.filter(({ rootFocusNode }) => !isOntologyNode(rootFocusNode, recorded.input));
    if (shown.length === 0) return 'ontologyNodes';
    const touched = new Set(
      [...change.removed, ...change.added].flatMap(({ subject, object }) => [subject, object]),
    );
    const expected =
      shown.find(
        ({ focusNode, value }) => touched.has(focusNode) && (value === undefined || touched.has(value)),
      ) ??
      shown.find(({ focusNode, value }) => touched.has(focusNode) || touched.has(value ?? focusNode)) ??
      shown[0]!;
    return { operator: this.operator, change, results, expected };
  }
}

function* repeatedly(sites: readonly Triple[], random: Random): Iterator<Triple> {
  for (let pass = 0; pass < maxPasses; pass++) yield* shuffled(sites, random);
}

/**
 * True when each part of the change has an effect, so that the inverse restores the graph: data files state what is
 * removed, and nothing states what is added.
 */
function isExact({ removed, added }: GraphDelta, { data, graph }: MistakeData): boolean {
  return (
    removed.length + added.length > 0 &&
    removed.every((triple) => hasTriple(data, triple)) &&
    added.every((triple) => !hasTriple(graph, triple)) &&
    new Set([...removed, ...added].map(tripleKey)).size === removed.length + added.length
  );
}
