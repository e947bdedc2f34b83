import type { Constraint, ConstraintKind, ConstraintOf } from '../../shapesGraph/shape.ts';
import type { Difference, Pair } from './compareEngines.testing.ts';
import type { Result } from './result.testing.ts';

/** A reason for which engines differ. Entries look at as little as they can, so as not to hide other reasons. */
export interface KnownDifference {
  readonly id: string;
  /** Whose doing it is. */
  readonly side: 'rdf-validate-shacl' | 'built-in';
  /** What that side does. */
  readonly what: string;
  /** Where it is said what is right. */
  readonly spec: string;
  applies(difference: Difference, pair: Pair): boolean;
}

/** For entries about results of some components: asked for each constraint that may have given the result. */
export function aboutResults<Kind extends ConstraintKind>(
  kinds: readonly Kind[],
  applies: (
    constraint: ConstraintOf<Kind>,
    result: Result,
    context: { readonly only: 'ours' | 'theirs'; readonly pair: Pair },
  ) => boolean,
): KnownDifference['applies'] {
  const isOfKind = (constraint: Constraint): constraint is ConstraintOf<Kind> =>
    (kinds as readonly ConstraintKind[]).includes(constraint.kind);
  return (difference, pair) => {
    if (difference.kind !== 'result') return false;
    const { only, result } = difference;
    const constraints = pair.input.shapes.get(result.sourceShape)?.constraints ?? [];
    return constraints
      .filter((constraint) => constraint.component === result.component)
      .filter(isOfKind)
      .some((constraint) => applies(constraint, result, { only, pair }));
  };
}
