import type { Candidates } from '../conform/candidates.ts';
import { conformToAll } from '../conform/conformToAll.ts';

/** Repairs whatever keeps the value from conforming to each of the shapes. */
export const andCandidates: Candidates<'and'> = {
  offers: [
    'what the value lacks to conform to all of the shapes',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, goal.constraint.shapeRefs),
};
