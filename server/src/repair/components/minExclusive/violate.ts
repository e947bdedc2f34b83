import { sh } from '../../../rdf/vocab.ts';
import { beyondBound } from '../violate/beyondBound.ts';
import type { Break } from '../violate/violationEdits.ts';

/** A value on the wrong side of the bound. */
export const minExclusiveBreak: Break<'minExclusive'> = {
  kind: 'minExclusive',
  component: sh.MinExclusiveConstraintComponent,
  breaks: beyondBound,
};
