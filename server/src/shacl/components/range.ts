import { compareValues, type LiteralValue, literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component, ConstraintReading, ResultWords } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { OrderKind, RangeKind } from '../model/shape.ts';
import { judgesTerms } from './commonFacts.ts';

/** Whether the order of a value to the other literal (negative: less) satisfies a constraint. NaN never does. */
export const isRightOrder: { readonly [Kind in OrderKind]: (order: number) => boolean } = {
  minExclusive: (order) => order > 0,
  minInclusive: (order) => order >= 0,
  maxExclusive: (order) => order < 0,
  maxInclusive: (order) => order <= 0,
  lessThan: (order) => order < 0,
  lessThanOrEquals: (order) => order <= 0,
};

/** Whether two literal values are in the order that a constraint requires; false when they cannot be compared. */
export function areInOrder(
  kind: OrderKind,
  value: LiteralValue | undefined,
  other: LiteralValue | undefined,
): boolean {
  const order = value && other && compareValues(value, other);
  return order !== undefined && isRightOrder[kind](order);
}

/** Whether two terms are in the order that a constraint requires; false when they cannot be compared. */
export function areTermsInOrder(kind: OrderKind, value: TermId, other: TermId): boolean {
  return areInOrder(kind, literalValue(value), literalValue(other));
}

/** Whether two terms are literals whose values have an order. */
export function areComparable(value: TermId, other: TermId): boolean {
  const [left, right] = [literalValue(value), literalValue(other)];
  return left !== undefined && right !== undefined && compareValues(left, right) !== undefined;
}

/** Which end of the allowed range each kind of bound is, and whether the bound itself is allowed. */
export const rangeEnds: {
  readonly [Kind in RangeKind]: { readonly end: 'lower' | 'upper'; readonly isInclusive: boolean };
} = {
  minExclusive: { end: 'lower', isInclusive: false },
  minInclusive: { end: 'lower', isInclusive: true },
  maxExclusive: { end: 'upper', isInclusive: false },
  maxInclusive: { end: 'upper', isInclusive: true },
};

/** Reads the literal with which values are compared (SHACL 4.3). */
function readBound(bound: TermId): ConstraintReading<RangeKind> {
  if (!terms.isLiteral(bound)) return illFormed('The value is not a literal.');
  const parameters = { bound };
  return literalValue(bound)
    ? { kind: 'constraint', parameters }
    : {
        kind: 'constraint',
        parameters,
        doubt:
          'No value can be compared with this literal, because its datatype has no order or it is ill-formed. So all values are violations.',
      };
}

const misses: { readonly [Kind in RangeKind]: string } = {
  minExclusive: 'is not greater than',
  minInclusive: 'is less than',
  maxExclusive: 'is not less than',
  maxInclusive: 'is greater than',
};

/** The message for a value that is out of range, or that cannot be compared with the bound. */
function rangeMessage(
  kind: RangeKind,
  bound: TermId,
  value: TermId | undefined,
  { subject, found, brief }: ResultWords,
): string {
  return value === undefined || areComparable(value, bound)
    ? `${subject} ${misses[kind]} ${brief(bound)}${found}`
    : `${subject} can't be compared with ${brief(bound)}${found}`;
}

/** SHACL 4.3.1. */
export const minExclusiveComponent: Component<'minExclusive'> = {
  kind: 'minExclusive',
  iri: sh.MinExclusiveConstraintComponent,
  parameter: sh.minExclusive,
  meaning: 'Each value is greater than a number or a date.',
  recordedMessage: ({ bound }, _, { term }) => `Value is not greater than ${term(bound)}`,
  explain: ({ bound }, { each, term }) => `${each} must be greater than ${term(bound)}.`,
  ...rangeFacts('minExclusive'),
};

/** SHACL 4.3.2. */
export const minInclusiveComponent: Component<'minInclusive'> = {
  kind: 'minInclusive',
  iri: sh.MinInclusiveConstraintComponent,
  parameter: sh.minInclusive,
  meaning: 'Each value is greater than a number or a date, or equal to it.',
  recordedMessage: ({ bound }, _, { term }) => `Value is not ${term(bound)} or greater`,
  explain: ({ bound }, { each, term }) => `${each} must be ${term(bound)} or greater.`,
  ...rangeFacts('minInclusive'),
};

/** SHACL 4.3.3. */
export const maxExclusiveComponent: Component<'maxExclusive'> = {
  kind: 'maxExclusive',
  iri: sh.MaxExclusiveConstraintComponent,
  parameter: sh.maxExclusive,
  meaning: 'Each value is less than a number or a date.',
  recordedMessage: ({ bound }, _, { term }) => `Value is not less than ${term(bound)}`,
  explain: ({ bound }, { each, term }) => `${each} must be less than ${term(bound)}.`,
  ...rangeFacts('maxExclusive'),
};

/** SHACL 4.3.4. */
export const maxInclusiveComponent: Component<'maxInclusive'> = {
  kind: 'maxInclusive',
  iri: sh.MaxInclusiveConstraintComponent,
  parameter: sh.maxInclusive,
  meaning: 'Each value is less than a number or a date, or equal to it.',
  recordedMessage: ({ bound }, _, { term }) => `Value is not ${term(bound)} or less`,
  explain: ({ bound }, { each, term }) => `${each} must be ${term(bound)} or less.`,
  ...rangeFacts('maxInclusive'),
};

/** The common facts of the four. Values that cannot be compared with the bound are rejected. */
function rangeFacts(kind: RangeKind) {
  return {
    takes: 'bound',
    refinements: [],
    propertyShapesOnly: false,
    single: true,
    read: readBound,
    prepare({ bound }) {
      const limit = literalValue(bound);
      return { kind: 'value', accepts: (value) => areInOrder(kind, literalValue(value), limit) };
    },
    message: ({ bound }, { value }, words) => rangeMessage(kind, bound, value, words),
    ...judgesTerms,
    literalsOnly: () => true,
    referenceLimit: ({ bound }, { data }) => data.boundLimit(kind, bound),
  } as const satisfies Partial<Component<RangeKind>>;
}
