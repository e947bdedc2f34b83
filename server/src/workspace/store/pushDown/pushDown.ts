import { type HashRange, isInRange, partsOfRange } from '../hashRange.ts';
import { type Store, StoreError } from '../store.ts';
import { areAllSuspect, type SuspectQuery, suspectsIn } from './suspectQueries.ts';

/** A node of a page. */
export interface Candidate {
  readonly name: string;
  /** The MD5 of its name. */
  readonly hash: string;
  /** Whether it is judged in any case. */
  readonly isSuspect: boolean;
}

/** Which nodes of a page need not be judged here. */
export interface Passed {
  readonly names: ReadonlySet<string>;
  /** What became doubtful about earlier pages, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** The results of a sample of nodes when judged here. */
export interface SampleVerdict {
  /** The nodes with results. */
  readonly failed: readonly FailedNode[];
  /** Whether nothing is known for certain. */
  readonly isOpen: boolean;
}

/** A node with a result. */
export interface FailedNode {
  readonly name: string;
  /** The place of the root shape among the others. */
  readonly root: number;
  /** What the result is of, for people. */
  readonly constraint: string;
}

export interface PushDownOptions {
  readonly queries: readonly SuspectQuery[];
  /** About how many nodes a page has. A store that can't answer for one page is not asked about half of it. */
  readonly nodesPerPage: number;
  /** Whether earlier pages were passed. */
  readonly hasPassed: boolean;
  /** How many of the first nodes that pass are judged nevertheless. */
  readonly sampleSize: number;
  readonly judgeSample: (names: readonly string[]) => Promise<SampleVerdict>;
  /** The time in ms. */
  readonly clock: () => number;
  /** Receives, as a sentence, what the store computed wrongly if that leaves nothing open. */
  readonly note: (sentence: string) => void;
}

/** After this many errors, a store is asked for no more conditions. */
const maxFailures = 3;

/** How long a store may take for conditions in any case, in ms. */
export const patience = 30_000;

/** A store is asked about the nodes of at most this many pages together. */
const mostPages = 8;

/** One in this many of the nodes that pass is judged anyway: the same ones in each run. */
const sampleEvery = 100;

/**
 * Lets a store decide which nodes conform, by conditions that nodes with results fulfil. A sample of the nodes that the
 * store lets pass is judged here first; if one of them has a result, no further nodes pass. A store that takes longer for
 * its conditions than it takes to judge the nodes here is not asked again.
 */
export class PushDown {
  readonly #store: Store;
  readonly #options: PushDownOptions;
  readonly #signal: AbortSignal;
  #isOff: boolean;
  #hasPassed: boolean;
  #failures = 0;
  #sampleLeft: number;
  #nodesTogether = 0;
  #mostTogether: number;

  constructor(store: Store, options: PushDownOptions, signal: AbortSignal) {
    this.#store = store;
    this.#options = options;
    this.#signal = signal;
    this.#isOff = areAllSuspect(options.queries);
    this.#hasPassed = options.hasPassed;
    this.#sampleLeft = options.sampleSize;
    this.#mostTogether = mostPages * options.nodesPerPage;
  }

  /**
   * About how many nodes the store should be asked together. For each condition it may read all nodes of a class, however
   * few are asked about, so larger groups take less time. The number grows, so that the first results appear soon, until
   * the store can't answer.
   */
  get nodesTogether(): number {
    return this.#isOff ? 0 : this.#nodesTogether;
  }

  /**
   * The nodes of a range that conform. All nodes of the store in the range have to be among the candidates.
   *
   * @throws the signal's reason when aborted.
   */
  async passed(range: HashRange, candidates: readonly Candidate[]): Promise<Passed> {
    if (this.#isOff || candidates.length === 0) return nothingPassed;
    try {
      const passed = await this.#passed(range, candidates);
      this.#nodesTogether = Math.min(2 * candidates.length, this.#mostTogether);
      return passed;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const halves = candidates.length > this.#options.nodesPerPage ? partsOfRange(range, 2) : [];
      if (error.isWorthSplitting && halves.length === 2) return this.#passedOf(halves, candidates);
      this.#fail();
      return nothingPassed;
    }
  }

  /** The same for the halves of a range, because the store may answer for fewer nodes. */
  async #passedOf(halves: readonly HashRange[], candidates: readonly Candidate[]): Promise<Passed> {
    this.#mostTogether = candidates.length / 2;
    this.#nodesTogether = this.#mostTogether;
    const parts: Passed[] = [];
    for (const half of halves) {
      const inHalf = candidates.filter(({ hash }) => isInRange(hash, half));
      parts.push(await this.passed(half, inHalf));
    }
    return {
      names: new Set(parts.flatMap(({ names }) => [...names])),
      gaps: parts.flatMap(({ gaps }) => gaps),
    };
  }

  async #passed(range: HashRange, candidates: readonly Candidate[]): Promise<Passed> {
    const { queries, clock, judgeSample } = this.#options;
    const start = clock();
    const suspects = await suspectsIn(this.#store, queries, range, this.#signal);
    const asked = clock();
    const listed = new Set(candidates.map(({ name }) => name));
    for (const name of suspects)
      if (!listed.has(name))
        throw new StoreError(`It says that ${name} may have results, but did not list it among the targets.`);
    const passing = candidates.filter(({ name, isSuspect }) => !isSuspect && !suspects.has(name));
    const sample = passing.filter(({ hash }, i) => i < this.#sampleLeft || isDrawn(hash));
    this.#sampleLeft = Math.max(0, this.#sampleLeft - passing.length);
    const { failed, isOpen } = await judgeSample(sample.map(({ name }) => name));
    const perNode = (asked - start) / candidates.length;
    if (asked - start > patience && perNode * sample.length > clock() - asked) this.#isOff = true;
    if (failed.length > 0) return this.#switchOff(failed[0]!);
    if (isOpen) {
      this.#fail();
      return nothingPassed;
    }
    this.#hasPassed ||= passing.length > 0;
    return { names: new Set(passing.map(({ name }) => name)), gaps: [] };
  }

  #fail(): void {
    this.#isOff ||= ++this.#failures >= maxFailures;
  }

  #switchOff(failed: FailedNode): Passed {
    this.#isOff = true;
    const found = disagreement(failed, this.#options.queries);
    if (this.#hasPassed) return { names: new Set(), gaps: [`${found} ${otherNodesAreOpen}`] };
    this.#options.note(`${found} ${allNodesJudgedNote}`);
    return nothingPassed;
  }
}

/** A note that a store lets a node with a result pass, and by which conditions. */
export function disagreement(
  { name, root, constraint }: FailedNode,
  queries: readonly SuspectQuery[],
): string {
  const abouts = queries.filter((query) => query.root === root).map(({ about }) => about);
  return `By its answers to the conditions of ${[...new Set(abouts)].join('; ')}, ${name} conforms, but it has a result of ${constraint} when it is judged here.`;
}

/** What a disagreement means for nodes that were passed before. */
export const otherNodesAreOpen = 'So other nodes that passed before may have results.';

/** What a disagreement means when no node has passed yet. */
export const allNodesJudgedNote =
  'So its answers count for nothing: all nodes are judged here, and no verdict rests on them.';

const nothingPassed: Passed = { names: new Set(), gaps: [] };

function isDrawn(hash: string): boolean {
  return Number.parseInt(hash.slice(-6), 16) % sampleEvery === 0;
}
