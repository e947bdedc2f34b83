import type { Constraint, ConstraintKind } from '../../../shacl/shapesGraph/shape.ts';
import { datatypeRewrites } from '../datatype/rewrite.ts';
import { inRewrites } from '../in/rewrite.ts';
import { languageInRewrites } from '../languageIn/rewrite.ts';
import { maxLengthRewrites } from '../maxLength/rewrite.ts';
import { minLengthRewrites } from '../minLength/rewrite.ts';
import { nodeKindRewrites } from '../nodeKind/rewrite.ts';
import { patternRewrites } from '../pattern/rewrite.ts';
import { rangeRewrites } from './range.ts';
import type { Rewrites } from './rewrites.ts';

/** Finds what a value rejected by the constraint was meant to be. Undefined for components that have no rewrites. */
export function rewritesOf({ kind }: Constraint): Rewrites | undefined {
  return rewritesByKind[kind];
}

const rewritesByKind: { readonly [Kind in ConstraintKind]: Rewrites<Kind> | undefined } = {
  class: undefined,
  datatype: datatypeRewrites,
  nodeKind: nodeKindRewrites,
  minCount: undefined,
  maxCount: undefined,
  minExclusive: rangeRewrites,
  minInclusive: rangeRewrites,
  maxExclusive: rangeRewrites,
  maxInclusive: rangeRewrites,
  minLength: minLengthRewrites,
  maxLength: maxLengthRewrites,
  pattern: patternRewrites,
  languageIn: languageInRewrites,
  uniqueLang: undefined,
  equals: undefined,
  disjoint: undefined,
  lessThan: undefined,
  lessThanOrEquals: undefined,
  not: undefined,
  and: undefined,
  or: undefined,
  xone: undefined,
  node: undefined,
  property: undefined,
  qualifiedMinCount: undefined,
  qualifiedMaxCount: undefined,
  closed: undefined,
  hasValue: undefined,
  in: inRewrites,
  sparql: undefined,
};
