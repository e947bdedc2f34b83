import { sh } from '../../rdf/vocab.ts';
import type { Candidates } from './candidate.ts';
import { conformToAll } from './conformToAll.ts';

/** Repairs what keeps the value from conforming. */
export const nodeCandidates: Candidates<'node'> = {
  kind: 'node',
  component: sh.NodeConstraintComponent,
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
};
