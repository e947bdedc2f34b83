import type { TermId } from '../../rdf/terms.ts';
import { literalValue } from '../literals/literalValue.ts';
import { type Check, type Evaluation, type Failure, noFailures } from './component.ts';
import { areInOrder } from './order.ts';

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
      const failures: Failure[] = [];
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
