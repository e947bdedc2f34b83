import type { ConstraintKind } from '../../shacl/shape.ts';
import { datatypeRewrites } from './datatype.ts';
import { inRewrites } from './in.ts';
import { languageInRewrites } from './languageIn.ts';
import { maxLengthRewrites } from './maxLength.ts';
import { minLengthRewrites } from './minLength.ts';
import { nodeKindRewrites } from './nodeKind.ts';
import { patternRewrites } from './pattern.ts';
import { rangeRewrites } from './range.ts';
import type { Rewrites } from './rewrite.ts';

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
