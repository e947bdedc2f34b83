import type { ConstraintKind } from '../../../shacl/shapesGraph/shape.ts';
import { datatypeRewrites } from '../datatype/rewrite.ts';
import { inRewrites } from '../in/rewrite.ts';
import { languageInRewrites } from '../languageIn/rewrite.ts';
import { maxLengthRewrites } from '../maxLength/rewrite.ts';
import { minLengthRewrites } from '../minLength/rewrite.ts';
import { nodeKindRewrites } from '../nodeKind/rewrite.ts';
import { patternRewrites } from '../pattern/rewrite.ts';
import { rangeRewrites } from './range.ts';
import type { Rewrites } from './rewrites.ts';

/** What refused values were meant to be, by the kind of the constraint that refuses them. */
export const rewritesByKind: ReadonlyMap<ConstraintKind, Rewrites> = new Map(
  [
    nodeKindRewrites,
    datatypeRewrites,
    languageInRewrites,
    inRewrites,
    ...rangeRewrites,
    minLengthRewrites,
    maxLengthRewrites,
    patternRewrites,
  ].map((rewrites) => [rewrites.kind, rewrites]),
);
