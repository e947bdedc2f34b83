import type { GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Support } from '../repair.ts';
import { changeSize, mergeChanges, noChange } from './change.ts';

/** One way to reach a goal, or a part of a way. */
export interface Fix {
  readonly change: GraphDelta;
  readonly support: Support;
  /** Why it is believed, strongest first; empty when nothing speaks for it but that it works. */
  readonly evidence: readonly string[];
  /** Inserted terms that stand for what only the user can know. */
  readonly placeholders: readonly TermId[];
  /** Nodes that no file has yet. */
  readonly minted: readonly TermId[];
}

export const emptyFix: Fix = {
  change: noChange,
  support: 'implied',
  evidence: [],
  placeholders: [],
  minted: [],
};

/** A fix that changes triples which exist or can be known. */
export function fixOfChange(change: GraphDelta, support: Support, evidence?: string): Fix {
  return { ...emptyFix, change, support, evidence: evidence === undefined ? [] : [evidence] };
}

const supports: readonly Support[] = [
  'authored',
  'implied',
  'attested',
  'plausible',
  'placeholder',
  'removal',
  'retargeting',
];

/** 0 for the strongest support. */
export function supportRank(support: Support): number {
  return supports.indexOf(support);
}

/** True where data or shapes show what is right, rather than that something may be. */
export function isAttested(support: Support): boolean {
  return supportRank(support) <= supportRank('attested');
}

/** Both fixes, one after the other: as strong as the weaker one. */
export function combineFixes(first: Fix, second: Fix): Fix {
  return {
    change: mergeChanges(first.change, second.change),
    support: supportRank(first.support) < supportRank(second.support) ? second.support : first.support,
    evidence: [...new Set([...first.evidence, ...second.evidence])],
    placeholders: [...new Set([...first.placeholders, ...second.placeholders])],
    minted: [...new Set([...first.minted, ...second.minted])],
  };
}

/** What a search pays for a fix: its size, and more the less is known about it. */
export function fixCost(fix: Fix): number {
  return changeSize(fix.change) + 3 * supportRank(fix.support);
}

/** Strongest first; equally strong ones stay in the order in which they were found. */
export function strongestFirst(fixes: Iterable<Fix>): readonly Fix[] {
  return [...fixes].sort((a, b) => supportRank(a.support) - supportRank(b.support));
}

/** What a search would take first; of equals, what was found first. */
export function cheapestFirst(fixes: Iterable<Fix>): readonly Fix[] {
  return [...fixes].sort((a, b) => fixCost(a) - fixCost(b));
}
