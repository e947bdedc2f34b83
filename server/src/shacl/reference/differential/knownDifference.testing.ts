import type { Constraint, ConstraintKind, ConstraintOf } from '../../model/shape.ts';
import type { Difference, Pair } from './compareEngines.testing.ts';
import type { Result } from './result.testing.ts';

/**
 * A known reason for a difference between the engines. Each entry matches as narrowly as possible, so that it does not
 * hide other reasons.
 */
export interface KnownDifference {
  readonly id: string;
  /** The engine that causes the difference. */
  readonly side: 'rdf-validate-shacl' | 'built-in';
  /** What that engine does. */
  readonly what: string;
  /** The section of the specification that says what is right. */
  readonly spec: string;
  applies(difference: Difference, pair: Pair): boolean;
}

/**
 * For entries about results of certain components. `applies` is called for each constraint that may have caused the
 * result.
 */
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
