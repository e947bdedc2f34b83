import type { TermId } from '../../../rdf/terms.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { Via } from '../../drafts/goal.ts';

/** The place of the property values with which a constraint compares its own values. */
export function comparedPlace({ focusNode, sourceShape }: Violation, property: TermId): Via {
  return { focusNode, path: { kind: 'predicate', predicate: property }, shape: sourceShape };
}
