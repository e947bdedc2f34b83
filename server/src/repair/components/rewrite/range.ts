import { mostFrequent } from '../../../base/mostFrequent.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { areComparable, areTermsInOrder, rangeEnds } from '../../../shacl/components/range.ts';
import type { RangeKind } from '../../../shacl/model/shape.ts';
import { usesOf } from '../../drafts/draft.ts';
import { constraintsOfKind } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { convertLiteral, type LiteralConversion } from '../../values/convertLiteral.ts';
import { numberInUnitOfOthers } from '../../values/units/amounts.ts';
import { type ValueLimit, valuesAtLimit } from '../../values/valuesAtLimit.ts';
import {
  likelyRewrite,
  literalWithText,
  placeholderRewrite,
  type RewritePlace,
  type Rewrites,
  rewriteAs,
  withOneMore,
} from './rewrites.ts';
import { textsOf } from './textsOf.ts';
import { conversionPlace } from './valueType.ts';

/** Rewrites values beyond a bound, and values that are not comparable with it. */
export const rangeRewrites: Rewrites<RangeKind> = { meant };

function* meant(limit: ValueLimit, value: TermId, at: RewritePlace): Iterable<Witness> {
  const isComparable = areComparable(value, limit.bound);
  if (!terms.isLiteral(value)) yield* textsOf(value, at);
  else if (isComparable) yield* numberTypos(limit, value, at);
  else yield* comparables(limit, value, at);
  const like = isComparable ? terms.value(value) : '';
  const ends = valuesAtLimit(limit, like, datatypeFor(limit, value, at));
  const free = ends.filter((each) => !at.wanted.taken.has(each));
  const end = free.find((each) => fits(limit, each, at)) ?? free[0];
  if (end === undefined) return;
  const isBound =
    !areTermsInOrder('minExclusive', end, limit.bound) && !areTermsInOrder('maxExclusive', end, limit.bound);
  yield placeholderRewrite(end, {
    kind: 'invented',
    words: `${isBound ? 'the bound' : 'next to the bound'} of sh:${limit.kind}`,
  });
}

/** True for values within this limit and all others of the place. */
function fits(limit: ValueLimit, value: TermId, { wanted }: RewritePlace): boolean {
  const others = wanted.requirements.unfolded.filter((constraint) => 'bound' in constraint);
  return [limit, ...others].every(({ kind, bound }) => areTermsInOrder(kind, value, bound));
}

/** The same value as a literal that is comparable with the bound. */
function* comparables({ bound }: ValueLimit, value: TermId, at: RewritePlace): Iterable<Witness> {
  const { wanted } = at;
  const [asked] = constraintsOfKind(wanted.requirements.unfolded, 'datatype');
  let toConfirm: readonly LiteralConversion[] = [];
  for (const datatype of asked ? [asked.datatype] : likelyDatatypes(bound)) {
    const readings = convertLiteral(value, datatype, conversionPlace(at)).filter((reading) =>
      areComparable(reading.value, bound),
    );
    const known = readings.filter(({ support }) => support !== 'placeholder');
    for (const reading of known) yield rewriteAs(reading);
    if (known.length > 0) return;
    if (toConfirm.length === 0) toConfirm = readings;
  }
  for (const reading of toConfirm) yield rewriteAs(reading);
  // A time without time zone may be too close to one with a time zone to be ordered.
  const inUtc = literalWithText(value, `${terms.value(value)}Z`);
  if (literalValue(value)?.kind === 'moment' && areComparable(inUtc, bound)) {
    yield likelyRewrite(inUtc, 'plausible', { kind: 'converted', words: 'the same time in UTC' });
  }
}

/** The datatype of the bound, or a more general one if a number does not fit. */
function likelyDatatypes(bound: TermId): readonly TermId[] {
  const datatype = terms.datatype(bound)!;
  return literalValue(bound)?.kind === 'number' ? [datatype, xsd.decimal, xsd.double] : [datatype];
}

/** The same digits with the correct sign or decimal point, if only one such number fits. */
function* numberTypos(limit: ValueLimit, value: TermId, at: RewritePlace): Iterable<Witness> {
  if (literalValue(value)?.kind !== 'number') return;
  for (const witness of numberInUnitOfOthers(at.wanted, value, at.draft))
    if (fits(limit, witness.value, at)) yield witness;
  const text = terms.value(value);
  const isNegative = text.startsWith('-');
  const zero = terms.literal('0', xsd.integer);
  // The sign is wrong if all allowed values have the other one.
  if (areTermsInOrder(isNegative ? 'minInclusive' : 'maxInclusive', limit.bound, zero)) {
    const turned = literalWithText(value, isNegative ? text.slice(1) : `-${text.replace(/^\+/, '')}`);
    if (fits(limit, turned, at)) {
      yield likelyRewrite(turned, 'plausible', {
        kind: 'changedMeaning',
        words: isNegative ? 'without the minus sign' : 'with a minus sign',
      });
      return;
    }
  }
  const pointed = withPointOfOthers(text, value, at);
  if (pointed !== undefined && fits(limit, pointed, at)) {
    const words = 'the same digits with a decimal point, as all others have one';
    yield likelyRewrite(pointed, 'plausible', { kind: 'changedMeaning', words });
    return;
  }
  const isNear = isNearOthers(value, at, 0);
  for (const [what, texts] of [
    ['without the digit that is there twice', withoutRepeatedDigit(text)],
    ['with one more digit', withOneMoreDigit(text)],
  ] as const) {
    const [only, ...more] = texts
      .map((each) => literalWithText(value, each))
      .filter((each) => fits(limit, each, at) && isNear(each));
    if (only === undefined || more.length > 0) continue;
    yield likelyRewrite(only, 'plausible', { kind: 'form', words: `${what}, near the numbers of others` });
    return;
  }
  const share = isShare(at) ? asShare(text) : undefined;
  if (share !== undefined) {
    const meantShare = literalWithText(value, share);
    const words = `as a share, of ${text} per cent`;
    if (fits(limit, meantShare, at))
      yield likelyRewrite(meantShare, 'plausible', { kind: 'converted', words });
  }
  // With a single bound, too many numbers fit to know which one is meant.
  if (!isBetween(at)) return;
  const fitting = withPointElsewhere(text)
    .map((shifted) => literalWithText(value, shifted))
    .filter((shifted) => fits(limit, shifted, at));
  const near = fitting.length > 1 ? fitting.filter(isNearOthers(value, at)) : fitting;
  const [first, ...others] = near;
  if (first !== undefined && others.length === 0) {
    yield likelyRewrite(first, 'plausible', {
      kind: 'changedMeaning',
      words: `the same digits with the decimal point elsewhere${fitting.length > 1 ? ', near the numbers of others' : ''}`,
    });
  }
}

/** Fewer numbers may be written alike by chance. */
const leastAlike = 3;

/** A whole number with the decimal point that it lacks, where all others of the property have as many digits behind theirs. */
function withPointOfOthers(text: string, value: TermId, at: RewritePlace): TermId | undefined {
  if (!/^[1-9]\d+$/.test(text)) return undefined;
  const others = numbersOfOthers(value, at);
  const fractions = new Set(others.map((each) => /^[-+]?\d+\.(\d+)$/.exec(terms.value(each))?.[1]?.length));
  const [digits] = fractions;
  if (others.length < leastAlike || fractions.size > 1 || digits === undefined || text.length <= digits)
    return undefined;
  return literalWithText(others[0]!, `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

/** The numbers that other nodes have for the property. */
function numbersOfOthers(
  value: TermId,
  { wanted: { path, focusNode }, draft }: RewritePlace,
): readonly TermId[] {
  const uses = path.kind === 'predicate' ? usesOf(draft, path.predicate, 50) : [];
  return uses
    .filter(({ subject, object }) => subject !== focusNode && object !== value)
    .flatMap(({ object }) => (literalValue(object)?.kind === 'number' ? object : []));
}

/** Lists numbers within the range that others have for the property, or next to it; none where no other has one. */
function isNearOthers(value: TermId, at: RewritePlace, slack = 0.05): (term: TermId) => boolean {
  const numbers = numbersOfOthers(value, at).map((each) => Number(terms.value(each)));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const margin = Math.max(most - least, slack * Math.max(Math.abs(least), Math.abs(most)));
  return (term) => {
    const number = Number(terms.value(term));
    return number >= least - margin && number <= most + margin;
  };
}

/** A number of at least three digits with one of two equal adjacent digits: 240 for 2240. */
function withoutRepeatedDigit(text: string): readonly string[] {
  if (!/^\d{3,}$/.test(text)) return [];
  return [...text.matchAll(/(\d)\1/g)].map(({ index }) => text.slice(0, index) + text.slice(index + 1));
}

function withOneMoreDigit(text: string): readonly string[] {
  return /^[1-9]\d{2,}$/.test(text) ? [...withOneMore(text, '0123456789')] : [];
}

/** True when there are bounds on both sides. */
function isBetween({ wanted }: RewritePlace): boolean {
  const ends = wanted.requirements.unfolded.map((each) =>
    'bound' in each ? rangeEnds[each.kind].end : undefined,
  );
  return ends.includes('lower') && ends.includes('upper');
}

/** True where numbers have to be from 0 to 1. */
function isShare({ wanted }: RewritePlace): boolean {
  const bounds = wanted.requirements.unfolded.flatMap((each) =>
    'bound' in each ? Number(terms.value(each.bound)) : [],
  );
  return bounds.length === 2 && bounds.includes(0) && bounds.includes(1);
}

/** A percentage as a share of 1, with the same digits: 0.92 for 92. For a number up to 2, a slip is as likely. */
function asShare(text: string): string | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{1,3})(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || Number(text) <= 2 || Number(text) > 100) return undefined;
  const digits = whole.padStart(3, '0');
  return `${Number(digits.slice(0, -2))}.${(digits.slice(-2) + fraction).replace(/0+$/, '') || '0'}`;
}

const maxShift = 6;

/** The number with its decimal point moved; empty for numbers that are not in plain digits. */
function withPointElsewhere(text: string): readonly string[] {
  const [, sign = '', whole, point = '', fraction = ''] = /^([+-]?)(\d+)(\.?)(\d*)$/.exec(text) ?? [];
  if (whole === undefined) return [];
  const zeros = '0'.repeat(maxShift);
  const digits = zeros + whole + fraction + zeros;
  const results: string[] = [];
  for (let at = whole.length; at <= whole.length + 2 * maxShift; at++) {
    if (at === whole.length + maxShift) continue;
    const left = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
    const right = digits.slice(at).replace(/0+$/, '');
    if (point !== '') results.push(`${sign}${left}.${right || '0'}`);
    else if (right === '') results.push(sign + left);
  }
  return results;
}

/** The required datatype, or that of the value or of other comparable values, or that of the bound. */
function datatypeFor({ bound }: ValueLimit, value: TermId, { wanted, draft }: RewritePlace): TermId {
  const [asked] = constraintsOfKind(wanted.requirements.unfolded, 'datatype');
  if (asked) return asked.datatype;
  const { path } = wanted;
  const others = path.kind === 'predicate' ? usesOf(draft, path.predicate, 50) : [];
  const fitting = [value, ...others.map(({ object }) => object)].filter((term) => areComparable(term, bound));
  const own = fitting[0] === value ? terms.datatype(value) : undefined;
  return own ?? mostFrequent(fitting.map((term) => terms.datatype(term)!)) ?? terms.datatype(bound)!;
}
