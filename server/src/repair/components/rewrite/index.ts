import type { Constraint, ConstraintKind } from '../../../shacl/model/shape.ts';
import { datatypeRewrites } from './datatype.ts';
import { inRewrites } from './in.ts';
import { languageInRewrites } from './languageIn.ts';
import { maxLengthRewrites, minLengthRewrites } from './length.ts';
import { nodeKindRewrites } from './nodeKind.ts';
import { patternRewrites } from './pattern.ts';
import { rangeRewrites } from './range.ts';
import type { Rewrites } from './rewrites.ts';

/** Finds what a value rejected by the constraint was meant to be. Undefined for components that have no rewrites. */
export function rewritesOf({ kind }: Constraint): Rewrites | undefined {
  return rewritesByKind[kind];
}

const rewritesByKind: { readonly [Kind in ConstraintKind]?: Rewrites<Kind> } = {
  datatype: datatypeRewrites,
  nodeKind: nodeKindRewrites,
  minExclusive: rangeRewrites,
  minInclusive: rangeRewrites,
  maxExclusive: rangeRewrites,
  maxInclusive: rangeRewrites,
  minLength: minLengthRewrites,
  maxLength: maxLengthRewrites,
  pattern: patternRewrites,
  languageIn: languageInRewrites,
  in: inRewrites,
};
