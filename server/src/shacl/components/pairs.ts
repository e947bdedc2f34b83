import { literalValue } from '../../rdf/literals/literalValue.ts';
import type { TermId } from '../../rdf/terms.ts';
import {
  type Check,
  type Evaluation,
  noFailures,
  type ResultDetails,
  type ResultWords,
} from './component.ts';
import { areComparable, areInOrder } from './order.ts';

/**
 * A check that compares every value with every value of a property. Each pair in the wrong order is a result (SHACL
 * 4.5.3, 4.5.4).
 */
export function comparesPairs(
  kind: 'lessThan' | 'lessThanOrEquals',
  property: TermId,
  { graph }: Evaluation,
): Check {
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
export function pairMessage(
  kind: 'lessThan' | 'lessThanOrEquals',
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
