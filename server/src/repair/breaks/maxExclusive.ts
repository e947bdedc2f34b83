import { sh } from '../../rdf/vocab.ts';
import type { Break } from './break.ts';
import { beyondBound } from './range.ts';

/** A value on the wrong side of the bound. */
export const maxExclusiveBreak: Break<'maxExclusive'> = {
  kind: 'maxExclusive',
  component: sh.MaxExclusiveConstraintComponent,
  breaks: beyondBound,
};
