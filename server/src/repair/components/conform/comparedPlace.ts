import type { TermId } from '../../../rdf/terms.ts';
import type { Violation } from '../../../shacl/results/violation.ts';
import type { Via } from './candidates.ts';

/** Where the values of the property stand that a constraint compares its own values with. */
export function comparedPlace({ focusNode, sourceShape }: Violation, property: TermId): Via {
  return { focusNode, path: { kind: 'predicate', predicate: property }, shape: sourceShape };
}
