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
import { type FailedNode, type PushDownOptions, patience } from './pushDown.ts';
import { countsOf, groupsOf, type SuspectQuery, suspectsOfGroup } from './suspectQueries.ts';

/** What a store says about all nodes of a range at once. */
export interface AnswersAtOnce {
  /** The nodes that may have results, in the order of their hashes, unless what is left is asked about them. */
  readonly suspects: readonly StoredNode[];
  /** What it has to be asked page by page, or can't be asked. */
  readonly rest: readonly SuspectQuery[];
  /** How many nodes there are. */
  readonly total: number;
  /** A node of the sample that it passes and that has results when it is judged here. */
  readonly failed: FailedNode | undefined;
}

export interface AskingOptions
  extends Pick<PushDownOptions, 'queries' | 'judgeSample' | 'sampleSize' | 'clock'> {
  /** What binds `?f` to all nodes. */
  readonly patterns: readonly string[];
  /** What binds `?f` to nodes that are judged in any case. */
  readonly isAmong: readonly string[];
  readonly explain: (line: string) => void;
}

/** One in this many of all nodes is judged here as well. */
const sampleEvery = 1000;

/**
 * Asks a store once for each condition which of all nodes fulfil it, so that it looks at each class once. A sample of
 * the nodes is judged here as well, and its results are compared with what the store says.
 *
 * @returns undefined where it does not answer, or the sample can't be judged.
 * @throws the signal's reason when aborted.
 */
export async function askAtOnce(
  store: Store,
  { queries, patterns, isAmong, judgeSample, sampleSize, clock, explain }: AskingOptions,
  range: HashRange,
  signal: AbortSignal,
): Promise<AnswersAtOnce | undefined> {
  try {
    const all = patternOfAny(patterns);
    const total = await countOfRows(store, '?f', within(all, range), signal);
    if (total === 0) return { suspects: [], rest: [], total, failed: undefined };
    const size = Math.max(sampleSize, Math.floor(total / sampleEvery));
    const sample = size === 0 ? [] : await listedNodes(store, all, sampleRange(range, total, size), signal);
    const start = clock();
    const { failed, isOpen } = await judgeSample(sample.map(({ term }) => term));
    const judged = clock();
    if (isOpen) return undefined;
    const judgingAll = ((judged - start) / Math.max(1, sample.length)) * total;
    const isTooSlow = () => clock() - judged > Math.max(patience, judgingAll);
    const { suspects, rest } = await suspectsOfAll(store, queries, range, { isTooSlow, explain }, signal);
    for (const pattern of isAmong)
      for (const node of await listedNodes(store, pattern, range, signal)) suspects.set(node.term, node);
    const unasked = new Set(rest.map(({ root }) => root));
    const refuting = failed.find(({ name, root }) => !suspects.has(name) && !unasked.has(root));
    const outcome =
      refuting === undefined
        ? 'the same results'
        : `other results: all are judged here, because of ${refuting.name}`;
    explain(`${sample.length} of ${total} nodes were judged here as well, with ${outcome}`);
    return { suspects: [...suspects.values()].sort(byHash), rest, total, failed: refuting };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    explain(`All is asked page by page. ${error.message}`);
    return undefined;
  }
}

/** A part of a range that has at least so many of its nodes, about. The same number of nodes gives the same part. */
export function sampleRange(range: HashRange, total: number, size: number): HashRange {
  const parts = partsOfRange(range, Math.floor(total / (1.2 * Math.max(1, size))));
  return parts[Math.imul(total, 2_654_435_761) % parts.length] ?? parts[0]!;
}

/** After this many errors in a row, the conditions that are left are asked page by page. */
const maxFailures = 3;

/** So many nodes of one question are kept in memory. */
const maxSuspects = 100_000;

/** How often a range is divided for which a store gives no complete answer. */
const maxSplits = 3;

async function suspectsOfAll(
  store: Store,
  queries: readonly SuspectQuery[],
  range: HashRange,
  { isTooSlow, explain }: { readonly isTooSlow: () => boolean; readonly explain: (line: string) => void },
  signal: AbortSignal,
): Promise<{ readonly suspects: Map<string, StoredNode>; readonly rest: readonly SuspectQuery[] }> {
  const suspects = new Map<string, StoredNode>();
  const rest = queries.filter(({ condition }) => condition === true);
  for (const { about } of rest) explain(`${about}: all nodes are judged here, as this can't be asked`);
  let failures = 0;
  for (const group of groupsOf(queries.filter(({ condition }) => condition !== true))) {
    const about = group.map((query) => query.about).join('; ');
    if (isTooSlow()) {
      rest.push(...group.map((query) => ({ ...query, condition: true })));
      explain(`${about}: all nodes are judged here, as the store takes longer than that for its answers`);
      continue;
    }
    try {
      if (failures >= maxFailures) throw new StoreError('It answered none of the questions before.');
      const found = await suspectsInParts(store, group, range, signal);
      for (const node of found.nodes) suspects.set(node.term, node);
      explain(`${about}: asked at once; ${found.nodes.length} of ${found.targets} nodes may have results`);
      failures = 0;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failures++;
      rest.push(...group);
      explain(`${about}: asked page by page. ${error.message}`);
    }
  }
  return { suspects, rest };
}

interface Found {
  readonly nodes: readonly StoredNode[];
  /** How many nodes the shapes have altogether. */
  readonly targets: number;
}

async function suspectsInParts(
  store: Store,
  group: readonly SuspectQuery[],
  range: HashRange,
  signal: AbortSignal,
  splits = maxSplits,
): Promise<Found> {
  const counts = await countsOf(store, group, range, signal);
  const targets = counts.targets.reduce((one, other) => one + other, 0);
  if (counts.suspects > maxSuspects) throw new StoreError(`${counts.suspects} nodes fulfil it.`);
  let parts = partsOfRange(range, Math.ceil(counts.suspects / defaultNodesPerPage));
  if (parts.length === 1) {
    try {
      return { nodes: await suspectsOfGroup(store, group, range, counts, signal), targets };
    } catch (error) {
      if (!(error instanceof StoreError) || !error.isWorthSplitting || error.isTimeOut || splits === 0)
        throw error;
      parts = partsOfRange(range, 2);
      if (parts.length === 1) throw error;
    }
  }
  const nodes: StoredNode[] = [];
  for (const part of parts)
    nodes.push(...(await suspectsInParts(store, group, part, signal, splits - 1)).nodes);
  return { nodes, targets };
}
