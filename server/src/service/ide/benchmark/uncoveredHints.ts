import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { locateConstraint } from '../../../shacl/results/locate.ts';
import type { VioSuite } from '../../../vio/vioCase.ts';
import type { FilePlace } from '../analysis.ts';
import { remedyFor } from './remedies.ts';

/** Why a constraint has no case, at the place where it is declared. */
export interface UncoveredConstraintHint {
  readonly place: FilePlace;
  readonly reason: string;
  /** The meaning of the reason, and what to do about it. */
  readonly message: string;
}

/** The constraints without a case that are declared in these shapes files. */
export function uncoveredHints(
  { coverage }: Pick<VioSuite, 'coverage'>,
  shapes: readonly TurtleDocument[],
): readonly UncoveredConstraintHint[] {
  return coverage.flatMap(({ constraint, cases, reason, explanation }) => {
    const place = cases.length === 0 ? locateConstraint(constraint, shapes) : undefined;
    if (!place || reason === undefined) return [];
    const message = [unviolated, explanation, remedyFor(reason)].filter(Boolean).join(' ');
    return [{ place: { uri: place.document.uri, range: place.range }, reason, message }];
  });
}

const unviolated = 'No case of the benchmark newly violates this.';
