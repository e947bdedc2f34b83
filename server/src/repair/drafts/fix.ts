import type { GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Support } from '../repair.ts';
import { changeSize, mergeChanges, noChange } from './change.ts';
import { distinct, type EvidenceItem } from './evidence.ts';

/** A part of a fix, and why it is believed. */
export interface Claim {
  readonly support: Support;
  readonly evidence: readonly EvidenceItem[];
}

/** One way to reach a goal, or a step towards it. */
export interface Fix {
  readonly change: GraphDelta;
  readonly support: Support;
  /** The reasons to believe it, strongest first; empty when the only reason is that it works. */
  readonly evidence: readonly EvidenceItem[];
  /** Its parts, each with its own reasons. A fix is as likely as the least likely of them. */
  readonly claims: readonly Claim[];
  /** Inserted terms that are placeholders for values only the user can know. */
  readonly placeholders: readonly TermId[];
  /** Nodes that no file contains yet. */
  readonly minted: readonly TermId[];
}

export const emptyFix: Fix = {
  change: noChange,
  support: 'implied',
  evidence: [],
  claims: [],
  placeholders: [],
  minted: [],
};

/** A fix that changes existing triples or known values, without placeholders. */
export function fixOfChange(
  change: GraphDelta,
  support: Support,
  evidence?: EvidenceItem | readonly EvidenceItem[],
): Fix {
  const reasons = evidenceOf(evidence);
  // A part that merely carries out another claim makes none.
  const isClaim = support !== 'implied' || reasons.length > 0;
  return {
    ...emptyFix,
    change,
    support,
    evidence: reasons,
    claims: isClaim ? [{ support, evidence: reasons }] : [],
  };
}

function evidenceOf(given: EvidenceItem | readonly EvidenceItem[] | undefined): readonly EvidenceItem[] {
  if (given === undefined) return [];
  return 'kind' in given ? [given] : given;
}

/**
 * The fix as a question: a value that fits is not necessarily the one that was meant, so the user confirms or replaces it.
 */
export function asChoice(fix: Fix, value: TermId): Fix {
  return { ...fix, placeholders: [value] };
}

/** Whether it has a placeholder for the user to replace, rather than to confirm. */
export function needsFillingIn({ placeholders, support }: Pick<Fix, 'placeholders' | 'support'>): boolean {
  return placeholders.length > 0 && supportRank(support) >= supportRank('placeholder');
}

/** The same change as one claim of the given support, for all its reasons together. */
export function withSupport(fix: Fix, support: Support): Fix {
  return { ...fix, support, claims: [{ support, evidence: fix.evidence }] };
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

/** The rank of a support, 0 for the strongest. */
export function supportRank(support: Support): number {
  return supports.indexOf(support);
}

/** True when data or shapes show the right value, rather than a possible one. */
export function isAttested(support: Support): boolean {
  return supportRank(support) <= supportRank('attested');
}

/** Combines two fixes; the result is as strong as the weaker one. */
export function combineFixes(first: Fix, second: Fix): Fix {
  const support = supportRank(first.support) < supportRank(second.support) ? second.support : first.support;
  const evidence = distinct([...first.evidence, ...second.evidence]);
  // A fix that changes nothing is a reason for the other one, or against it.
  const isOne =
    first.claims.length === 1 &&
    second.claims.length === 1 &&
    (changeSize(first.change) === 0 || changeSize(second.change) === 0);
  return {
    change: mergeChanges(first.change, second.change),
    support,
    evidence,
    claims: isOne ? [{ support, evidence }] : [...first.claims, ...second.claims],
    placeholders: [...new Set([...first.placeholders, ...second.placeholders])],
    minted: [...new Set([...first.minted, ...second.minted])],
  };
}

/** The cost of a fix in a search: its size, and more the weaker its support is. */
export function fixCost(fix: Fix): number {
  return changeSize(fix.change) + 3 * supportRank(fix.support);
}

/** Sorts by support, strongest first. The sort is stable. */
export function strongestFirst(fixes: Iterable<Fix>): readonly Fix[] {
  return [...fixes].sort((a, b) => supportRank(a.support) - supportRank(b.support));
}

/** Sorts by cost, cheapest first. The sort is stable. */
export function cheapestFirst(fixes: Iterable<Fix>): readonly Fix[] {
  return [...fixes].sort((a, b) => fixCost(a) - fixCost(b));
}
