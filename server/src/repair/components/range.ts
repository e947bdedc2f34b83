import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rangeEnds } from '../../shacl/components/range.ts';
import type { RangeKind } from '../../shacl/model/shape.ts';
import type { Fix } from '../drafts/fix.ts';
import { adjacentLiteral } from '../values/convertLiteral.ts';
import { type ComponentRepair, unknownIntendedValue } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { nearbyText } from './violate/nearbyTerms.ts';
import {
  isRepairing,
  usualValues,
  type ViolationGoal,
  violateByWrongValue,
} from './violate/violationEdits.ts';

/** Moves the value to the required side of the bound, unless another value was evidently meant. */
const range = (nearest: string) =>
  ({
    offers: [
      'the same value as one that can be compared with the bound, where it is text',
      'the same digits with the sign or the decimal point that makes them fit, where only one does',
      'another value that the data supports',
      nearest,
      'removing the value, if it is not required',
    ],
    fixes: exchangeValue,
    /** A value on the wrong side of the bound. */
    violationEdits: beyondBound,
    violatedBy: 'refusedValue',
    /**
     * A value that can't be compared is on neither side of the bound, so the message does not say that it is on the wrong
     * one.
     */
    unknown: (constraint, names) =>
      isComparable(names.valueTerm, constraint.bound)
        ? unknownIntendedValue(constraint, names)
        : `${names.value} can't be compared with ${names.term(constraint.bound)}, and the files don't say which value was meant`,
  }) satisfies ComponentRepair<RangeKind>;

function isComparable(value: TermId, bound: TermId): boolean {
  const [one, other] = [value, bound].map((each) => (terms.isLiteral(each) ? literalValue(each) : undefined));
  return one !== undefined && one.kind === other?.kind;
}

const inclusiveRepair = range('the bound, in the datatype of the value');

const exclusiveRepair = range('the value next to the bound, in the precision of the value');

/**
 * A number with a digit too many or too few or in the wrong place, the bound itself if it is excluded, otherwise one step
 * beyond it, or a value that is not comparable.
 */
function* beyondBound(goal: ViolationGoal<RangeKind>): Iterable<Fix> {
  const { bound, kind } = goal.constraint;
  const beyond = adjacentLiteral(bound, rangeEnds[kind].end === 'lower' ? 'down' : 'up');
  yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
    const datatype = value === undefined || terms.language(value) ? undefined : terms.datatype(value);
    for (const literal of [bound, beyond]) {
      if (literal === undefined) continue;
      // If the value's own datatype has such a value, only the amount is wrong.
      const own = datatype === undefined ? literal : terms.literal(terms.value(literal), datatype);
      if (isWellFormed(own)) yield own;
      yield literal;
    }
    if (value !== undefined && !isRepairing(goal)) yield* digitSlips(value, goal);
    if (beyond === undefined || value === undefined) {
      yield* usualValues(goal);
      yield terms.literal(nearbyText(goal));
    }
  });
}

/** Typing errors of a number: without its point, a digit twice or left out, with another sign. */
function* digitSlips(value: TermId, goal: ViolationGoal): Iterable<TermId> {
  const text = terms.value(value);
  const datatype = terms.datatype(value);
  if (datatype === undefined || literalValue(value)?.kind !== 'number') return;
  const isNegative = text.startsWith('-');
  const slips = [
    text.replace(/^([+-]?\d+)\.(\d*[1-9])0*$/, '$1$2'),
    text.replace(/\d/, '$&$&'),
    text.replace(/^([+-]?\d)\d/, '$1'),
    ...(isNegative ? [text.slice(1)] : []),
    // Where no number is negative, nobody types a minus.
    ...(!isNegative && hasNegatives(goal) ? [`-${text}`] : []),
  ];
  for (const slip of slips) {
    const literal = terms.literal(slip, datatype);
    if (slip !== text && isWellFormed(literal)) yield literal;
  }
}

function hasNegatives(goal: ViolationGoal): boolean {
  for (const value of usualValues(goal)) {
    if (literalValue(value)?.kind === 'number' && terms.value(value).startsWith('-')) return true;
  }
  return false;
}

/** By the kind of the constraint. */
export const rangeRepairs = {
  minExclusive: exclusiveRepair,
  minInclusive: inclusiveRepair,
  maxExclusive: exclusiveRepair,
  maxInclusive: inclusiveRepair,
};
