import { likeness } from '../../server/src/lab/evaluation/scores/likeness.ts';
import { appliedUpdate } from '../../server/src/lab/evaluation/scores/scores.ts';
import { symbolic } from '../../server/src/lab/evaluation/systems/plainSystems.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { changeSize, mergeChanges } from '../../server/src/repair/drafts/change.ts';
import type { TargetPair } from '../systems/asp/encoding.ts';
import { defaultOptions, NoRepair, optimalRepair } from '../systems/asp/optimalRepair.ts';
import { isRepair } from '../systems/isRepair.ts';
import { isTargetThere, keepsTargets } from '../systems/keepsTargets.ts';
import type { Question } from '../systems/question.ts';
import { Refusal } from '../systems/refusal.ts';
import type { OptimalityCase } from './cases.ts';
import { type Gap, gapBetween } from './gap.ts';

/** How large the repair of this program is, and the smallest one. In all repairs, focus nodes stay targets. */
export type Comparison =
  /** Nothing is known of the smallest repair. */
  | { readonly kind: 'undecided'; readonly reason: string }
  /** No repair exists, and this program has none. */
  | { readonly kind: 'unrepairable' }
  /** There is a repair, but this program has none. */
  | { readonly kind: 'notRepaired' }
  /** This program has a repair, although none should exist. */
  | { readonly kind: 'contradicted' }
  | {
      readonly kind: 'compared';
      readonly ours: number;
      readonly smallest: number;
      /** Why ours is larger; undefined if it isn't. */
      readonly gap: Gap | undefined;
      /** Whether each restores the graph before the case; undefined if there is no such graph. */
      readonly restores: { readonly ours: boolean; readonly smallest: boolean } | undefined;
      /** Whether a smaller change exists that takes a focus node out of its target. */
      readonly isSmallerUntargeted: boolean;
    };

const { signal } = new AbortController();
const seconds = 45;

/** Compares the first repair of a case with a smallest one; both are validated. */
export async function compareWithSmallest(each: OptimalityCase): Promise<Comparison> {
  const { task, valid, change } = each;
  const { recorded, violation: asked } = task.problem;
  const question = { recorded, results: task.results, asked };
  const isKept = (pair: TargetPair) => isTargetThere(valid, pair);
  const smallest = await answerOf(() => optimalRepair(question, { ...defaultOptions, seconds, isKept }));
  if (smallest instanceof Refusal && !(smallest instanceof NoRepair)) {
    return { kind: 'undecided', reason: smallest.message };
  }
  const ours = await oursOf(question, each);
  if (smallest instanceof Refusal) return { kind: ours === undefined ? 'unrepairable' : 'contradicted' };
  if (ours === undefined) return { kind: 'notRepaired' };
  const restores = (delta: GraphDelta) =>
    change !== undefined && likeness(valid.input.dataGraph, mergeChanges(change, delta)).isomorphic;
  const known = new Set(
    [...recorded.input.dataGraph.triples()].flatMap(({ subject, object }) => [subject, object]),
  );
  const size = changeSize(smallest);
  const isSmallerUntargeted = size > 1 && (await isSmallerWithoutTargets(question, size));
  return {
    kind: 'compared',
    ours: changeSize(ours),
    smallest: size,
    gap: changeSize(ours) > size ? gapBetween(ours, smallest, (node) => !known.has(node)) : undefined,
    restores: change && { ours: restores(ours), smallest: restores(smallest) },
    isSmallerUntargeted,
  };
}

async function isSmallerWithoutTargets(question: Question, size: number): Promise<boolean> {
  const options = { ...defaultOptions, seconds, mostChanges: size - 1, isKept: () => false };
  return !((await answerOf(() => optimalRepair(question, options))) instanceof Refusal);
}

/** The smallest repair, or why there is no answer. */
async function answerOf(repair: () => Promise<GraphDelta>): Promise<GraphDelta | Refusal> {
  try {
    return await repair();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The repair of this program, if it has one with which focus nodes stay targets. */
async function oursOf(question: Question, { task, valid }: OptimalityCase): Promise<GraphDelta | undefined> {
  const { rounds } = await symbolic.repair(task, signal);
  const update = rounds[0]?.update;
  if (update === undefined) return undefined;
  const applied = await appliedUpdate(update, { task, prefixes: new Map() }, signal);
  if (applied.kind === 'refused' || !(await isRepair(question, applied.delta))) return undefined;
  return (await keepsTargets(question, applied.delta, valid)) ? applied.delta : undefined;
}
