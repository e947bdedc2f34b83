import type { Constraint } from '../shapesGraph/shape.ts';
import { componentOf } from './index.ts';

/** True for constraints that judge a value by what it is: no edit of its own triples changes that. */
export function judgesTerm(constraint: Constraint): boolean {
  return componentOf(constraint).reads(constraint).kind === 'terms';
}
