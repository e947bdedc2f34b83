import type { TermId } from '../../rdf/terms.ts';
import { compareValues, literalValue, type Order } from '../literalValue.ts';
import type { Check, Evaluation, Failure } from './component.ts';

/** Compares every value with every value of a property; each pair in the wrong order is a result (SHACL 4.5.3, 4.5.4). */
export function comparesPairs(
  property: TermId,
  { graph }: Evaluation,
  isRight: (order: Order) => boolean,
): Check {
  return {
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      const failures: Failure[] = [];
      for (const value of values) {
        const left = literalValue(value);
        for (const other of others) {
          const right = literalValue(other);
          const order = left && right && compareValues(left, right);
          if (order === undefined || !isRight(order)) failures.push({ value, other });
        }
      }
      return failures;
    },
  };
}
