import type { Candidates } from '../conform/candidates.ts';
import { conformToAll } from '../conform/conformToAll.ts';

/** Repairs what the values of the property lack; results name the constraint inside, as far as there is one. */
export const propertyCandidates: Candidates<'property'> = {
  offers: ['what the constraints of the property shape offer, at each value'],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
};
