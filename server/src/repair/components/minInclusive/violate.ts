import { sh } from '../../../rdf/vocab.ts';
import { beyondBound } from '../violate/beyondBound.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** A value on the wrong side of the bound. */
export const minInclusiveViolationEdits: ViolationEdits<'minInclusive'> = {
  kind: 'minInclusive',
  component: sh.MinInclusiveConstraintComponent,
  edits: beyondBound,
};
