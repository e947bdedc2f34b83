import { type TermId, terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import type { GraphChange } from './graphChange.ts';

/** Above this many combinations, terms with equal texts are paired, and the rest in order. */
const limit = 10_000;

/** Pairs old terms with the new ones that replace them, each used once, the most similar ones first. */
export function pairSimilarTerms(
  change: GraphChange,
  before: readonly TermId[],
  after: readonly TermId[],
): readonly Pair[] {
  if (before.length * after.length === Math.min(before.length, after.length)) return inOrder(before, after);
  if (before.length * after.length > limit) return pairMany(before, after);
  const candidates = before.flatMap((from) =>
    after.map((to) => ({ from, to, score: similarity(change, from, to) })),
  );
  candidates.sort((a, b) => b.score - a.score);
  const used = new Set<TermId>();
  const pairs: Pair[] = [];
  for (const { from, to } of candidates) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    pairs.push({ from, to });
  }
  return pairs;
}

interface Pair {
  readonly from: TermId;
  readonly to: TermId;
}

function inOrder(before: readonly TermId[], after: readonly TermId[]): readonly Pair[] {
  return before.slice(0, after.length).map((from, i) => ({ from, to: after[i]! }));
}

function pairMany(before: readonly TermId[], after: readonly TermId[]): readonly Pair[] {
  const textOf = (term: TermId) => terms.value(term).trim().toLowerCase();
  const byText = new Map(after.map((to) => [textOf(to), to]));
  const pairs = new Map<TermId, TermId>();
  const used = new Set<TermId>();
  for (const from of before) {
    const to = byText.get(textOf(from));
    if (to === undefined || used.has(to)) continue;
    used.add(to);
    pairs.set(from, to);
  }
  const rest = inOrder(
    before.filter((from) => !pairs.has(from)),
    after.filter((to) => !used.has(to)),
  );
  return [...[...pairs].map(([from, to]) => ({ from, to })), ...rest];
}

/** 0 for terms that have nothing in common. Common text decides among terms of the same kind. */
function similarity(change: GraphChange, from: TermId, to: TermId): number {
  if (isList(change, from) || isList(change, to)) return isList(change, from) && isList(change, to) ? 4 : 0;
  if (terms.kind(from) !== terms.kind(to)) return 0;
  const common = commonText(terms.value(from), terms.value(to));
  if (!terms.isLiteral(from)) return 1 + common;
  const sameType = terms.datatype(from) === terms.datatype(to) && terms.language(from) === terms.language(to);
  return 1 + common + Number(sameType) + (terms.value(from) === terms.value(to) ? 2 : 0);
}

function isList({ before, after }: GraphChange, term: TermId): boolean {
  return (
    term === rdf.nil || before.objects(term, rdf.rest).length > 0 || after.objects(term, rdf.rest).length > 0
  );
}

/** The share of two texts that is the same at their start and end, from 0 to 1. */
function commonText(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  if (length === 0) return 1;
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return (start + end) / length;
}
