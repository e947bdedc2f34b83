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
import { areComparable, areInOrder } from './order.ts';

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
