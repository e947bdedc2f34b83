import { terms } from '../../rdf/terms.ts';
import type { NotChecked } from '../../shacl/results/violation.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * Reports statements in shapes with properties from an ontology that could not be imported. Most likely they are custom
 * constraints, such as `constraint:exactCount 3`, which are not evaluated.
 */
export function unrecognisedConstraints(
  { linked, input }: UnitGraphs,
  print: TermPrinter,
): readonly NotChecked[] {
  const { unresolvedImports } = linked;
  return input.shapes.foreignStatements.flatMap(({ subject, predicate }) => {
    const from = unresolvedImports.find((iri) => terms.value(predicate).startsWith(iri));
    if (from === undefined) return [];
    const reason = `${print(predicate)} of ${print(subject)} comes from <${from}>, which is not linked: if it is a constraint, it is not evaluated.`;
    // The unresolved import alone leaves the verdict undecided.
    return [{ reason, shape: subject, concerns: [] }];
  });
}
