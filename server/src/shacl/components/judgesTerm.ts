import type { Constraint } from '../model/shape.ts';
import { componentOf } from './index.ts';

/**
 * True for constraints that judge each value by its term alone. Edits of triples about the value do not change that.
 */
export function judgesTerm(constraint: Constraint): boolean {
  return componentOf(constraint).reads(constraint).kind === 'terms';
}
