import type { Decimal } from '../../../rdf/literals/decimal.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { areTermsInOrder } from '../../../shacl/components/range.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { pathValues } from '../../../shacl/paths/pathValues.ts';
import { mergeChanges } from '../../drafts/change.ts';
import { detachments } from '../../drafts/detachments.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { asChoice, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { Goal, Via } from '../../drafts/goal.ts';
import { acceptorAt } from '../../drafts/requirements.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';
import { adjacentLiteral, convertLiteral } from '../../values/convertLiteral.ts';
import { comparedPlace } from './weighedValue.ts';

/** The ways to bring a value and those that it is compared with into order. */
export function* orderValues(goal: Goal<'lessThan' | 'lessThanOrEquals'>): Iterable<Fix> {
  const { constraint, draft, violation } = goal;
  const { kind, compared } = constraint;
  const { focusNode, path, sourceShape, value } = violation;
  if (value === undefined || path === undefined) return;
  const left: Via = { focusNode, path, shape: sourceShape };
  const right = comparedPlace(violation, compared);
  const values = draft.evaluator.values(focusNode, path);
  const others = draft.evaluator.values(focusNode, compared);
  const wrong = others.filter((other) => !areTermsInOrder(kind, value, other));
  const [other] = wrong;
  if (other === undefined) return;
  const pair: Pair = {
    draft,
    left,
    right,
    fitsLeft: (term) => acceptorAt(draft, left)(term) && others.every((o) => areTermsInOrder(kind, term, o)),
    fitsRight: (term) =>
      acceptorAt(draft, right)(term) && values.every((v) => areTermsInOrder(kind, v, term)),
  };
  yield* comparableLiterals(pair, value, wrong);
  if (wrong.length === 1) yield* changeover(goal, pair, value, other);
  const bound = extreme(others, 'least');
  const reach = extreme(values, 'greatest');
  yield* boundaries(kind, pair, { value, other, bound, reach, isSingle: wrong.length === 1 });
  yield* detachments(draft, left, [value]);
  yield* detachments(draft, right, wrong);
}

/** The two places, and which values fit there, given the values of the other one. */
interface Pair {
  readonly draft: Goal['draft'];
  readonly left: Via;
  readonly right: Via;
  readonly fitsLeft: (value: TermId) => boolean;
  readonly fitsRight: (value: TermId) => boolean;
}

/** The same values as comparable literals, if only the datatype is wrong. */
function* comparableLiterals(pair: Pair, value: TermId, wrong: readonly TermId[]): Iterable<Fix> {
  const { draft, left, right } = pair;
  for (const other of wrong) {
    yield* recastTo(value, other, (meant) =>
      pair.fitsLeft(meant) ? replaceValue(draft, left, value, meant) : undefined,
    );
    yield* recastTo(other, value, (meant) =>
      pair.fitsRight(meant) ? replaceValue(draft, right, other, meant) : undefined,
    );
  }
}

function* recastTo(
  from: TermId,
  like: TermId,
  exchange: (meant: TermId) => Fix['change'] | undefined,
): Iterable<Fix> {
  const datatype = terms.datatype(like);
  // Strings are ordered as well, but nobody wants dates in alphabetical order.
  const [own, asked] = [literalValue(from), literalValue(like)];
  if (datatype === undefined || asked === undefined || asked.kind === 'string') return;
  // Dates and times are comparable with their own kind only.
  const isOfAnotherType = own?.kind === 'moment' && asked.kind === 'moment' && own.type !== asked.type;
  if (own?.kind === asked.kind && !isOfAnotherType) return;
  for (const { value: meant, support, evidence } of convertLiteral(from, datatype)) {
    const change = support === 'placeholder' ? undefined : exchange(meant);
    if (change) yield fixOfChange(change, support, evidence);
  }
}

/** Fewer others don't establish a rule. */
const leastPairs = 3;
/** With at least this many others, two values are swapped without confirmation. */
const manyPairs = 10;

/** Swaps the two values, or corrects the year, the month or the day of one, if that makes them as far apart as those of others. */
function* changeover(
  { constraint, violation }: Goal<'lessThan' | 'lessThanOrEquals'>,
  pair: Pair,
  value: TermId,
  other: TermId,
): Iterable<Fix> {
  const { draft, left, right } = pair;
  const usual = usualGap(draft, violation.focusNode, left.path, constraint.compared);
  const isUsual = usual.pairs >= leastPairs && usual.inOrder === usual.pairs;
  if (isUsual && !usual.fits(other, value)) yield* otherDates(pair, usual, value, other);
  if (value === other || !areTermsInOrder(constraint.kind, other, value)) return;
  if (!acceptorAt(draft, left)(other) || !acceptorAt(draft, right)(value)) return;
  const changes = [replaceValue(draft, left, value, other), replaceValue(draft, right, other, value)];
  const [first, second] = changes;
  if (first === undefined || second === undefined) return;
  const isLikeOthers = usual.pairs > 0 && usual.fits(other, value);
  const slips = isUsual || isLikeOthers ? [] : [...otherYears(pair, value, other)];
  yield* slips;
  const isClear = isUsual && usual.fits(other, value);
  const shown = isClear ? `; those of ${usual.inOrder} others are in order` : '';
  const evidence: EvidenceItem[] = [
    { kind: 'swapped', words: `the two values are the wrong way round${shown}` },
    ...(isClear ? [{ kind: 'peers', words: '', for: usual.inOrder, of: usual.pairs } as const] : []),
  ];
  if (slips.length > 0)
    evidence.push({ kind: 'competing', words: 'they are nearer with one year corrected' });
  const support = isClear && usual.pairs >= manyPairs ? 'attested' : 'plausible';
  const fix = fixOfChange(mergeChanges(first, second), support, evidence);
  // A concert that lasts a month is not better than one that ends before it begins.
  const isFar = usual.pairs > 0 && usual.inOrder === usual.pairs && !usual.fits(other, value);
  yield isFar || slips.length > 0 ? asChoice(fix, other) : fix;
}

/**
 * One of two moments moved to the year of the other, or over the turn of the year, if their years are a slip apart and they are
 * then much nearer than swapped: whoever writes many dates slips in the year sooner than in the order, but a whole year may be meant.
 */
function* otherYears(
  { draft, left, right, fitsLeft, fitsRight }: Pair,
  value: TermId,
  other: TermId,
): Iterable<Fix> {
  if (!isSlipOfYear(yearOf(value), yearOf(other))) return;
  const apart = gapBetween(other, value) ?? 0;
  const isNear = (from: TermId, to: TermId) => {
    const gap = gapBetween(from, to) ?? -1;
    return gap >= 0 && gap <= apart / 10;
  };
  const move = (from: TermId, like: TermId, by: number) =>
    withStart(from, String(Number(yearOf(like)) + by).padStart(4, '0'));
  for (const by of [0, 1]) {
    const later = move(other, value, by);
    const earlier = move(value, other, -by);
    const words = by === 0 ? 'in the same year' : 'over the turn of the year';
    const moved: readonly (Fix | undefined)[] = [
      later !== undefined && isNear(value, later) && fitsRight(later)
        ? inYear(replaceValue(draft, right, other, later), later, words)
        : undefined,
      earlier !== undefined && isNear(earlier, other) && fitsLeft(earlier)
        ? inYear(replaceValue(draft, left, value, earlier), earlier, words)
        : undefined,
    ];
    const fixes = moved.flatMap((fix) => fix ?? []);
    yield* fixes;
    if (fixes.length > 0) return;
  }
}

function yearOf(moment: TermId): string {
  return /^\d{4}(?=-)/.exec(terms.value(moment))?.[0] ?? '';
}

/** True for the same year, years that follow one another, and those with two digits swapped: 2012 and 2021. */
function isSlipOfYear(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return (
    Math.abs(Number(one) - Number(other)) <= 1 ||
    [1, 2, 3].some((at) => one.slice(0, at - 1) + one[at]! + one[at - 1]! + one.slice(at + 1) === other)
  );
}

function inYear(change: Fix['change'] | undefined, value: TermId, words: string): Fix | undefined {
  return change && asChoice(fixOfChange(change, 'plausible', { kind: 'reading', words }), value);
}

/** One of two dates moved to the year, month or day of the other, if they are then as far apart as those of others. */
function* otherDates(
  { draft, left, right, fitsLeft, fitsRight }: Pair,
  usual: UsualGap,
  value: TermId,
  other: TermId,
): Iterable<Fix> {
  for (const [length, words] of parts) {
    const later = withStartOf(other, value, length);
    const earlier = withStartOf(value, other, length);
    const moved = [
      ...(later !== undefined && fitsRight(later) && usual.fits(value, later)
        ? [replaceValue(draft, right, other, later)]
        : []),
      ...(earlier !== undefined && fitsLeft(earlier) && usual.fits(earlier, other)
        ? [replaceValue(draft, left, value, earlier)]
        : []),
    ].flatMap((change) => change ?? []);
    for (const change of moved) {
      yield fixOfChange(change, 'plausible', {
        kind: 'peers',
        words: `${words}, the two are as far apart as those of others`,
        for: usual.inOrder,
        of: usual.pairs,
      });
    }
    if (moved.length > 0) return;
  }
}

/** How many characters of a date give its year, its month and its day. */
const parts = [
  [4, 'in the same year'],
  [7, 'in the same month'],
  [10, 'on the same day'],
] as const;

/** A date or time that starts like another one; undefined when it already does, or would not be a date. */
function withStartOf(from: TermId, like: TermId, length: number): TermId | undefined {
  return withStart(from, terms.value(like).slice(0, length));
}

function withStart(from: TermId, start: string): TermId | undefined {
  if (!/^\d{4}(?:-|$)/.test(start) || literalValue(from)?.kind !== 'moment') return undefined;
  const moved = terms.literal(start + terms.value(from).slice(start.length), terms.datatype(from)!);
  return moved !== from && literalValue(moved) !== undefined ? moved : undefined;
}

interface Boundary {
  readonly value: TermId;
  readonly other: TermId;
  /** The least of the values on the right. */
  readonly bound: TermId;
  /** The greatest of the values on the left. */
  readonly reach: TermId;
  /** True when only one value on the right is in the way. */
  readonly isSingle: boolean;
}

/** The nearest correct value on either side, for the user to check. */
function* boundaries(
  kind: 'lessThan' | 'lessThanOrEquals',
  { draft, left, right, fitsLeft, fitsRight }: Pair,
  { value, other, bound, reach, isSingle }: Boundary,
): Iterable<Fix> {
  const above = canFollow(reach, other) ? next(kind, reach, 'up') : undefined;
  const raised =
    isSingle && above !== undefined && fitsRight(above)
      ? replaceValue(draft, right, other, above)
      : undefined;
  if (raised) yield { ...emptyFix, change: raised, support: 'placeholder', placeholders: [above!] };
  const below = canFollow(bound, value) ? next(kind, bound, 'down') : undefined;
  const lowered =
    below !== undefined && fitsLeft(below) ? replaceValue(draft, left, value, below) : undefined;
  if (lowered) yield { ...emptyFix, change: lowered, support: 'placeholder', placeholders: [below!] };
}

/**
 * False if, for example, a text would replace a date: its neighbours are not dates. And false for a text with a number such
 * as "40 x", of which the bound would make another number.
 */
function canFollow(from: TermId, replaced: TermId): boolean {
  const isText = literalValue(replaced)?.kind === 'string';
  if (literalValue(from)?.kind === 'string') return isText;
  return !isText || !/\d/.test(terms.value(replaced));
}

/** The nearest value beyond another one, or that value itself if it is enough. */
function next(
  kind: 'lessThan' | 'lessThanOrEquals',
  value: TermId,
  direction: 'up' | 'down',
): TermId | undefined {
  return kind === 'lessThan' ? adjacentLiteral(value, direction) : value;
}

/** The least or greatest of some values, as far as they are comparable. */
function extreme(values: readonly TermId[], which: 'least' | 'greatest'): TermId {
  return values.reduce((best, next) =>
    (which === 'least' ? areTermsInOrder('lessThan', next, best) : areTermsInOrder('lessThan', best, next))
      ? next
      : best,
  );
}

/** The distances between the two values of other nodes of the focus node's kind. */
interface UsualGap {
  /** How many others have one value of each property. */
  readonly pairs: number;
  /** How many of them have these in order. */
  readonly inOrder: number;
  /** True for a gap that is not much wider than those of the others nor, between dates that are years apart, much narrower. */
  readonly fits: (from: TermId, to: TermId) => boolean;
}

const maxSiblings = 60;

function usualGap(draft: Draft, focusNode: TermId, path: Path, compared: Path): UsualGap {
  const { dataGraph } = draft.search.input;
  const gaps: number[] = [];
  for (const sibling of siblingsOf(draft, focusNode).slice(0, maxSiblings)) {
    if (sibling === focusNode) continue;
    const [left, right] = [pathValues(dataGraph, sibling, path), pathValues(dataGraph, sibling, compared)];
    const gap = left.length === 1 && right.length === 1 ? gapBetween(left[0]!, right[0]!) : undefined;
    if (gap !== undefined) gaps.push(gap);
  }
  const ordered = gaps.filter((gap) => gap >= 0);
  const widest = Math.max(0, ...ordered);
  const median = ordered.toSorted((a, b) => a - b)[Math.floor(ordered.length / 2)] ?? 0;
  return {
    pairs: gaps.length,
    inOrder: ordered.length,
    fits: (from, to) => {
      const gap = gapBetween(from, to);
      if (gap === undefined || gap < 0 || gap > 2 * widest) return false;
      // Swapped by chance, two dates of a life are a few years apart.
      return literalValue(from)?.kind !== 'moment' || median < year || 4 * gap >= median;
    },
  };
}

/** In seconds. */
const year = 365 * 86_400;

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
