import type { Constraint, ConstraintKind } from '../../../shacl/model/shape.ts';
import { inRewrites } from './in.ts';
import { rangeRewrites } from './range.ts';
import type { Rewrites } from './rewrites.ts';
import {
  languageInRewrites,
  maxLengthRewrites,
  minLengthRewrites,
  patternRewrites,
  singleLineRewrites,
} from './stringBased.ts';
import { datatypeInRewrites, datatypeRewrites, nodeKindRewrites } from './valueType.ts';

/** Finds what a value rejected by the constraint was meant to be. Undefined for components that have no rewrites. */
export function rewritesOf({ kind }: Constraint): Rewrites | undefined {
  return rewritesByKind[kind];
}

const rewritesByKind: { readonly [Kind in ConstraintKind]?: Rewrites<Kind> } = {
  datatype: datatypeRewrites,
  datatypeIn: datatypeInRewrites,
  nodeKind: nodeKindRewrites,
  minExclusive: rangeRewrites,
  minInclusive: rangeRewrites,
  maxExclusive: rangeRewrites,
  maxInclusive: rangeRewrites,
  minLength: minLengthRewrites,
  maxLength: maxLengthRewrites,
  pattern: patternRewrites,
  singleLine: singleLineRewrites,
  languageIn: languageInRewrites,
  in: inRewrites,
};
