import { counted } from '../../../base/counted.ts';
import { sha256 } from '../../../base/sha256.ts';
import { countOfRows } from '../countedSelect.ts';
import { type HashRange, partsOfRange } from '../hashRange.ts';
import { type Store, StoreError } from '../store.ts';
import {
  byHash,
  defaultNodesPerPage,
  listedNodes,
  patternOfAny,
  type StoredNode,
  within,
} from '../targetPlan.ts';
import { type FailedNode, type PushDownOptions, patience, type SampleVerdict } from './pushDown.ts';
import {
  countsOf,
  groupsOf,
  type SuspectNode,
  type SuspectQuery,
  suspectsOfGroup,
} from './suspectQueries.ts';

/** A store's answer about all nodes of a range together. */
export interface AnswersAtOnce {
  /** What has to be asked page by page, or can't be asked. */
  readonly rest: readonly SuspectQuery[];
  /** How many nodes there are. */
  readonly total: number;
  /** A node of the sample that the store lets pass although it has results when judged here. */
  readonly failed: FailedNode | undefined;
  /** How all questions were asked. */
  readonly asked: AskedSoFar;
}

/**
 * The questions so far. A run that continues asks the same questions again, since what they find is not judged twice; so
 * the answers have to be the same.
 */
export interface AskedSoFar {
  /** A letter for each question: whether it was answered as a whole, or left to pages. */
  readonly outcomes: string;
  /** A digest of the answers. */
  readonly digest: string;
}

/** The answer to a question. */
export interface SuspectNodes {
  /** The nodes that may have results, in the order of their hashes, without those of the answers before. */
  readonly nodes: readonly StoredNode[];
  readonly asked: AskedSoFar;
}

/** The letters of outcomes. */
const answered = 'a';
const left = 'r';

const nothingAsked: AskedSoFar = { outcomes: '', digest: '' };

/** What a question about all nodes cost. */
export interface QuestionCost {
  /** A digest of the question. */
  readonly question: string;
  readonly ms: number;
  /** How many nodes may have results; null where the store reached a limit and gave no answer. */
  readonly nodes: number | null;
  /** Into how many parts the targets were divided for an answer. */
  readonly parts: number;
}

/** What is known of the costs of questions, and takes what they cost this time. */
export interface QuestionCosts {
  /** Those of the last run, by question. */
  readonly known: ReadonlyMap<string, QuestionCost>;
  /** Whether the cheapest are asked first. A run that goes on keeps the order of the interrupted one. */
  readonly areOrdering: boolean;
  readonly add: (cost: QuestionCost) => Promise<void>;
}

/** Thrown when a store answers questions differently than before a run was interrupted. */
export class OtherAnswers extends StoreError {}

export interface AskingOptions
  extends Pick<PushDownOptions, 'queries' | 'judgeSample' | 'sampleSize' | 'clock'> {
  /** What binds `?f` to all nodes. */
  readonly patterns: readonly string[];
  /** What binds `?f` to nodes that are judged in any case. */
  readonly isAmong: readonly string[];
  /** What an interrupted run had asked. */
  readonly before: AskedSoFar | undefined;
  readonly costs: QuestionCosts | undefined;
  readonly explain: (line: string) => void;
}

/** One in this many of all nodes is judged here as well. */
const sampleEvery = 1000;

/**
 * Asks a store once for each condition which of all nodes fulfil it, so that it reads each class once. A sample of the
 * nodes is judged here as well, and its results are compared with the store's answers.
 *
 * @returns undefined where it does not answer, or the sample can't be judged. In that case, nothing was yielded.
 * @throws OtherAnswers; the signal's reason when aborted.
 */
export async function* askAtOnce(
  store: Store,
  options: AskingOptions,
  range: HashRange,
  signal: AbortSignal,
): AsyncGenerator<SuspectNodes, AnswersAtOnce | undefined> {
  const { queries, judgeSample, isAmong, clock, explain, costs } = options;
  let total: number;
  let sample: readonly StoredNode[];
  let verdict: SampleVerdict;
  const among = new Map<string, StoredNode>();
  const start = clock();
  try {
    ({ total, sample } = await sampleOf(store, options, range, signal));
    if (total === 0) return { rest: [], total, failed: undefined, asked: nothingAsked };
    verdict = await judgeSample(sample.map(({ term }) => term));
    if (verdict.isOpen) return undefined;
    for (const pattern of isAmong)
      for (const node of await listedNodes(store, pattern, range, signal)) among.set(node.term, node);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    explain(`All is asked page by page. ${error.message}`);
    return undefined;
  }
  const judged = clock();
  const judgingAll = ((judged - start) / Math.max(1, sample.length)) * total;
  const isTooSlow = () => clock() - judged > Math.max(patience, judgingAll);
  /** For each root shape, the nodes that fulfil one of its conditions. */
  const suspects = new Map<number, Set<string>>();
  const known = new Set<string>();
  const questions = new Questions(options);
  const answer = (found: readonly StoredNode[], asked: AskedSoFar): SuspectNodes => {
    const nodes = [...new Map(found.map((node) => [node.term, node])).values()];
    const fresh = nodes.filter(({ term }) => !known.has(term)).sort(byHash);
    for (const { term } of fresh) known.add(term);
    return { nodes: fresh, asked };
  };
  if (among.size > 0) yield answer([...among.values()], questions.answered([...among.values()]));
  const rest = queries.filter(({ condition }) => condition === true);
  for (const { about } of rest) explain(`${about}: all nodes are judged here, as this can't be asked`);
  const groups = groupsOf(queries.filter(({ condition }) => condition !== true));
  for (const group of costs?.areOrdering ? cheapestFirst(groups, costs) : groups) {
    const ask = (parts: number) => suspectsInParts(store, group, { range, parts }, signal);
    const found = await questions.ask(group, ask, isTooSlow);
    if (found.nodes === undefined) {
      rest.push(...found.rest);
      continue;
    }
    for (const { root, term } of found.nodes) {
      const those = suspects.get(root) ?? new Set();
      suspects.set(root, those.add(term));
    }
    yield answer(found.nodes, questions.asked);
  }
  questions.requireSame();
  const unasked = new Set(rest.map(({ root }) => root));
  const failed = verdict.failed.find(
    ({ name, root }) => !unasked.has(root) && !among.has(name) && suspects.get(root)?.has(name) !== true,
  );
  const outcome =
    failed === undefined
      ? 'the same results'
      : `other results: all are judged here, because of ${failed.name}`;
  explain(`${sample.length} of ${total} nodes were judged here as well, with ${outcome}`);
  return { rest, total, failed, asked: questions.asked };
}

async function sampleOf(
  store: Store,
  { patterns, sampleSize }: Pick<AskingOptions, 'patterns' | 'sampleSize'>,
  range: HashRange,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly sample: readonly StoredNode[] }> {
  const all = patternOfAny(patterns);
  const total = await countOfRows(store, '?f', within(all, range), signal);
  const size = Math.max(sampleSize, Math.floor(total / sampleEvery));
  if (size === 0 || total === 0) return { total, sample: [] };
  return { total, sample: await listedNodes(store, all, sampleRange(range, total, size), signal) };
}

/** A part of a range with at least about a given number of its nodes. The same number of nodes gives the same part. */
export function sampleRange(range: HashRange, total: number, size: number): HashRange {
  const parts = partsOfRange(range, Math.floor(total / (1.2 * Math.max(1, size))));
  return parts[Math.imul(total, 2_654_435_761) % parts.length] ?? parts[0]!;
}

/** After this many errors in a row, the conditions that are left are asked page by page. */
const maxFailures = 3;

/** How many nodes of one question are kept in memory. */
const maxSuspects = 100_000;

/** How often a range is divided for which a store gives no complete answer. */
const maxSplits = 3;

/** Asks the questions of a run one after the other, the same ones as an interrupted run did. */
class Questions {
  readonly #before: AskedSoFar;
  readonly #options: Pick<AskingOptions, 'costs' | 'clock' | 'explain'>;
  asked = nothingAsked;
  #failures = 0;

  constructor(options: Pick<AskingOptions, 'before' | 'costs' | 'clock' | 'explain'>) {
    this.#before = options.before ?? nothingAsked;
    this.#options = options;
  }

  /** @returns the nodes that were found; otherwise what is left to pages. */
  async ask(
    group: readonly SuspectQuery[],
    ask: (parts: number) => Promise<Found>,
    isTooSlow: () => boolean,
  ): Promise<{
    readonly nodes: readonly SuspectNode[] | undefined;
    readonly rest: readonly SuspectQuery[];
  }> {
    const about = group.map((query) => query.about).join('; ');
    const before = this.#before.outcomes[this.asked.outcomes.length];
    const { costs, clock, explain } = this.#options;
    const question = digestOf(group);
    const known = costs?.known.get(question);
    if (before === left) return this.#left(group, `${about}: asked page by page, as before`);
    if (before === undefined && isTooSlow()) {
      const unasked = group.map((query) => ({ ...query, condition: true }));
      const why = 'all nodes are judged here, as the store takes longer than that for its answers';
      return this.#left(unasked, `${about}: ${why}`);
    }
    if (before === undefined && known?.nodes === null)
      return this.#left(
        group,
        `${about}: asked page by page, as it had no answer last time after ${known.ms} ms`,
      );
    const start = clock();
    const elapsed = () => Math.round(clock() - start);
    try {
      if (before === undefined && this.#failures >= maxFailures)
        throw new StoreError('It answered none of the questions before.');
      const { nodes, targets, parts } = await ask(known?.parts ?? 1);
      const cost = { question, ms: elapsed(), nodes: nodes.length, parts };
      const lastTime = known && (known.nodes === null ? 'no answer' : counted(known.nodes, 'node'));
      const costText = known ? ` in ${cost.ms} ms (last time ${lastTime} in ${known.ms} ms)` : '';
      explain(`${about}: asked at once; ${nodes.length} of ${targets} nodes may have results${costText}`);
      await costs?.add(cost);
      this.#failures = 0;
      this.answered(nodes);
      return { nodes, rest: [] };
    } catch (error) {
      if (!(error instanceof StoreError) || error instanceof OtherAnswers) throw error;
      if (before !== undefined) throw otherAnswers(error.message);
      // Other errors, such as of the network, say nothing about the question.
      if (error.isWorthSplitting || error.isTooLarge)
        await costs?.add({ question, ms: elapsed(), nodes: null, parts: 1 });
      this.#failures++;
      return this.#left(group, `${about}: asked page by page. ${error.message}`);
    }
  }

  /** Records what a question found. @throws OtherAnswers */
  answered(nodes: readonly StoredNode[]): AskedSoFar {
    const names = nodes.map(({ term }) => term).sort();
    this.#add(answered, sha256(JSON.stringify([this.asked.digest, names])).slice(0, digestLength));
    return this.asked;
  }

  /** @throws OtherAnswers when fewer questions were asked than before. */
  requireSame(): void {
    if (this.asked.outcomes.length < this.#before.outcomes.length) throw otherAnswers('');
  }

  #left(rest: readonly SuspectQuery[], line: string) {
    this.#options.explain(line);
    this.#add(left, this.asked.digest);
    return { nodes: undefined, rest };
  }

  #add(outcome: string, digest: string): void {
    this.asked = { outcomes: this.asked.outcomes + outcome, digest };
    if (this.asked.outcomes === this.#before.outcomes && digest !== this.#before.digest)
      throw otherAnswers('');
  }
}

const digestLength = 16;

function digestOf(group: readonly SuspectQuery[]): string {
  const parts = group.map(({ targets, condition }) => [targets, condition]);
  return sha256(JSON.stringify(parts)).slice(0, digestLength);
}

/** Those of which nothing is known come last. */
function cheapestFirst(groups: ReturnType<typeof groupsOf>, { known }: QuestionCosts): typeof groups {
  const cost = (group: readonly SuspectQuery[]) => known.get(digestOf(group))?.ms ?? Number.MAX_VALUE;
  return groups
    .map((group) => ({ group, ms: cost(group) }))
    .sort((one, other) => one.ms - other.ms)
    .map(({ group }) => group);
}

function otherAnswers(why: string): OtherAnswers {
  return new OtherAnswers(
    `It answers differently than before the run was interrupted, so earlier results may be about other data. Validate it again from the beginning, with another folder for --resume.${why === '' ? '' : ` ${why}`}`,
  );
}

interface Found {
  readonly nodes: readonly SuspectNode[];
  /** How many nodes the shapes have altogether. */
  readonly targets: number;
  /** In how many parts the store answered. */
  readonly parts: number;
}

/** @param within the nodes that are asked about, and in how many parts at least. */
async function suspectsInParts(
  store: Store,
  group: readonly SuspectQuery[],
  { range, parts: fewest }: { readonly range: HashRange; readonly parts: number },
  signal: AbortSignal,
  splits = maxSplits,
): Promise<Found> {
  const counts = await countsOf(store, group, range, signal);
  const targets = counts.targets.reduce((one, other) => one + other, 0);
  if (counts.suspects > maxSuspects)
    throw new StoreError(`${counts.suspects} nodes fulfil it.`, { isTooLarge: true });
  let parts = partsOfRange(range, Math.max(fewest, Math.ceil(counts.suspects / defaultNodesPerPage)));
  if (parts.length === 1) {
    try {
      return { nodes: await suspectsOfGroup(store, group, range, counts, signal), targets, parts: 1 };
    } catch (error) {
      if (!(error instanceof StoreError) || !error.isWorthSplitting || error.isTimeOut || splits === 0)
        throw error;
      parts = partsOfRange(range, 2);
      if (parts.length === 1) throw error;
    }
  }
  const found: Found[] = [];
  for (const part of parts)
    found.push(await suspectsInParts(store, group, { range: part, parts: 1 }, signal, splits - 1));
  const answers = found.reduce((sum, each) => sum + each.parts, 0);
  return { nodes: found.flatMap(({ nodes }) => nodes), targets, parts: answers };
}
