import { sh } from '../../rdf/vocab.ts';
import type { Candidates } from './candidate.ts';
import { conformToAll } from './conformToAll.ts';

/** Repairs what keeps the value from conforming to each of the shapes. */
export const andCandidates: Candidates<'and'> = {
  kind: 'and',
  component: sh.AndConstraintComponent,
  fixes: (goal) => conformToAll(goal, goal.constraint.shapeRefs),
};
