import { sh } from '../../rdf/vocab.ts';
import { beyondBound } from './beyondBound.ts';
import type { Break } from './break.ts';

/** A value on the wrong side of the bound. */
export const maxInclusiveBreak: Break<'maxInclusive'> = {
  kind: 'maxInclusive',
  component: sh.MaxInclusiveConstraintComponent,
  breaks: beyondBound,
};
