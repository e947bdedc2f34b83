import type { Candidates } from '../conform/candidates.ts';
import { conformToAll } from '../conform/conformToAll.ts';

/** Repairs the values of the property. Results name the inner constraint, if there is one. */
export const propertyCandidates: Candidates<'property'> = {
  offers: ['what the constraints of the property shape offer, at each value'],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
};
