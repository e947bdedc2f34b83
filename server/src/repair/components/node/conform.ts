import type { Candidates } from '../conform/candidates.ts';
import { conformToAll } from '../conform/conformToAll.ts';

/** Repairs whatever keeps the value from conforming. */
export const nodeCandidates: Candidates<'node'> = {
  offers: [
    'what the value lacks to conform to the shape',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
};
