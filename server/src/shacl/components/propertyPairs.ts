import { literalValue } from '../../rdf/literals/literalValue.ts';
import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import {
  type Check,
  type Component,
  type Evaluation,
  noFailures,
  type ResultDetails,
  type ResultWords,
} from '../model/component.ts';
import { readProperty } from '../model/reading.ts';
import { noLimit } from './commonFacts.ts';
import { areComparable, areInOrder } from './range.ts';

type PairKind = 'lessThan' | 'lessThanOrEquals';

/** SHACL 4.5.3. */
export const lessThanComponent: Component<'lessThan'> = {
  kind: 'lessThan',
  iri: sh.LessThanConstraintComponent,
  parameter: sh.lessThan,
  meaning: 'Each value is less than each value of another property.',
  recordedMessage: ({ property }, { other }, { term }) =>
    `Value is not less than ${other === undefined ? '' : `${term(other)}, a value of `}${term(property)}`,
  explain: ({ property }, { each, term }) => `${each} must be less than every value of ${term(property)}.`,
  ...pairFacts('lessThan'),
};

/** SHACL 4.5.4. */
export const lessThanOrEqualsComponent: Component<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  iri: sh.LessThanOrEqualsConstraintComponent,
  parameter: sh.lessThanOrEquals,
  meaning: 'Each value is less than each value of another property, or equal to it.',
  recordedMessage: ({ property }, { other }, { term }) =>
    `Value is not less than or equal to ${other === undefined ? '' : `${term(other)}, a value of `}${term(property)}`,
  explain: ({ property }, { each, term }) =>
    `${each} must be less than or equal to every value of ${term(property)}.`,
  ...pairFacts('lessThanOrEquals'),
};

function pairFacts(kind: PairKind) {
  return {
    takes: 'property',
    refinements: [],
    propertyShapesOnly: true,
    single: false,
    read: readProperty,
    prepare: ({ property }, evaluation) => comparesPairs(kind, property, evaluation),
    message: ({ property }, { value, other }, words) => pairMessage(kind, property, value, other, words),
    asksForValues: false,
    literalsOnly: () => false,
    shownAt: 'value',
    referenceLimit: ({ property }, { data }) => data.propertyLimit(kind, property),
    reads: ({ property }) => ({ kind: 'property', property }),
    refersTo: undefined,
    moreTriples: { mayMend: false, mayViolate: 'asValues' },
    excusedBy: 'none',
  } as const satisfies Partial<Component<PairKind>>;
}

/**
 * A check that compares every value with every value of a property. Each pair in the wrong order is a result (SHACL
 * 4.5.3, 4.5.4).
 */
function comparesPairs(kind: PairKind, property: TermId, { graph }: Evaluation): Check {
  return {
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      if (others.length === 0) return noFailures;
      const otherValues = others.map(literalValue);
      const failures: ResultDetails[] = [];
      for (const value of values) {
        const left = literalValue(value);
        for (const [i, other] of others.entries()) {
          if (!areInOrder(kind, left, otherValues[i])) failures.push({ value, other });
        }
      }
      return failures;
    },
  };
}

/** The message for two values in the wrong order, or that cannot be compared. */
function pairMessage(
  kind: PairKind,
  property: TermId,
  value: TermId | undefined,
  other: TermId | undefined,
  { subject, term, brief }: ResultWords,
): string {
  const its = `its ${term(property)}`;
  const miss = `${subject} is ${kind === 'lessThan' ? 'not less than' : 'greater than'} ${its}`;
  if (value === undefined || other === undefined) return miss;
  const start = areComparable(value, other) ? miss : `${subject} can't be compared with ${its}`;
  return `${start}: ${brief(value)} and ${brief(other)}`;
}

/** The values that are in both lists, in the order of the first list. */
function inBoth(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => has(value));
}

/** The values that are only in the first list. */
function inFirstOnly(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => !has(value));
}

/** Lists longer than this are searched through a set. */
const scanLimit = 16;

function membershipOf(values: readonly TermId[]): (value: TermId) => boolean {
  if (values.length <= scanLimit) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
}

/** SHACL 4.5.1: one result for each value that only one side has. */
export const equalsComponent: Component<'equals'> = {
  kind: 'equals',
  iri: sh.EqualsConstraintComponent,
  parameter: sh.equals,
  takes: 'property',
  meaning: 'The values are the same as those of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readProperty,
  prepare: ({ property }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      const onlyHere = inFirstOnly(values, others);
      const onlyThere = inFirstOnly(others, values);
      if (onlyHere.length === 0 && onlyThere.length === 0) return noFailures;
      return [
        ...onlyHere.map((value) => ({ value })),
        ...onlyThere.map((value) => ({ value, other: value })),
      ];
    },
  }),
  message({ property }, { value, other }, { focusNode, path, pathless, term, brief }) {
    const otherPath = term(property);
    if (pathless) {
      return other === undefined
        ? `${focusNode} does not have itself as ${otherPath}, which must be its only value`
        : `${focusNode} has ${brief(other)} as ${otherPath}, but must have only itself there`;
    }
    const [has, lacks] = other === undefined ? [path, otherPath] : [otherPath, path];
    const what = value === undefined ? 'a value' : brief(value);
    return `${focusNode} has ${what} as ${has} but not as ${lacks}; both must have the same values`;
  },
  recordedMessage: ({ property }, { other }, { path, term }) =>
    other === undefined
      ? `Value of ${path} is not a value of ${term(property)}, but both must have the same values`
      : `Value of ${term(property)} is not a value of ${path}, but both must have the same values`,
  explain: ({ property }, { path, term }) => `${path} and ${term(property)} must have the same values.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'valueOfEither',
  referenceLimit: (_, { shape }) =>
    shape.kind === 'node' ? 'it misses results of sh:equals on node shapes' : undefined,
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'focusNode',
};

/** SHACL 4.5.2. */
export const disjointComponent: Component<'disjoint'> = {
  kind: 'disjoint',
  iri: sh.DisjointConstraintComponent,
  parameter: sh.disjoint,
  takes: 'property',
  meaning: 'No value is also a value of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readProperty,
  prepare: ({ property }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      return others.length === 0 ? noFailures : inBoth(values, others).map((value) => ({ value }));
    },
  }),
  message: ({ property }, { value }, { focusNode, path, pathless, term, brief }) =>
    pathless
      ? `${focusNode} has itself as ${term(property)}, which it must not`
      : `${focusNode} has ${value === undefined ? 'a value' : brief(value)} as ${path} and as ${term(property)}, which must have no value in common`,
  recordedMessage: ({ property }, _, { term }) =>
    `Value is also a value of ${term(property)}, which it must not be`,
  explain: ({ property }, { path, term }) => `${path} and ${term(property)} must have no value in common.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};
