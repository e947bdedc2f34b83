import type { Decimal } from '../../../rdf/literals/decimal.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/paths/path.ts';
import { pathValues } from '../../../shacl/paths/pathValues.ts';
import type { Draft } from '../../drafts/draft.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';

/** How far apart the two values are that other nodes of the focus node's kind have. */
export interface UsualGap {
  /** How many others have one value of each property. */
  readonly pairs: number;
  /** How many of them have these in order. */
  readonly inOrder: number;
  /** True for a gap that is not much wider than those of the others. */
  readonly fits: (from: TermId, to: TermId) => boolean;
}

const maxSiblings = 60;

export function usualGap(draft: Draft, focusNode: TermId, path: Path, property: TermId): UsualGap {
  const { dataGraph } = draft.search.input;
  const gaps: number[] = [];
  for (const sibling of siblingsOf(draft, focusNode).slice(0, maxSiblings)) {
    if (sibling === focusNode) continue;
    const [left, right] = [pathValues(dataGraph, sibling, path), dataGraph.objects(sibling, property)];
    const gap = left.length === 1 && right.length === 1 ? gapBetween(left[0]!, right[0]!) : undefined;
    if (gap !== undefined) gaps.push(gap);
  }
  const ordered = gaps.filter((gap) => gap >= 0);
  const widest = Math.max(0, ...ordered);
  return {
    pairs: gaps.length,
    inOrder: ordered.length,
    fits: (from, to) => {
      const gap = gapBetween(from, to);
      return gap !== undefined && gap >= 0 && gap <= 2 * widest;
    },
  };
}

/** How much greater the second value is, in its unit or in seconds; undefined when they are not comparable. */
function gapBetween(from: TermId, to: TermId): number | undefined {
  const [a, b] = [literalValue(from), literalValue(to)];
  if (a?.kind === 'number' && b?.kind === 'number') return plain(b.value) - plain(a.value);
  if (a?.kind === 'moment' && b?.kind === 'moment') return plain(b.seconds) - plain(a.seconds);
  return undefined;
}

function plain(number: Decimal | number): number {
  return typeof number === 'number' ? number : Number(number.unscaled) / 10 ** number.scale;
}
