import { counted } from '../../../base/counted.ts';
import { terms } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { NotChecked } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
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

/** Reports nodes of the data that name the shapes which they are to conform to, by sh:shape of SHACL 1.2. */
export function namedShapes({ data }: UnitGraphs, print: TermPrinter): readonly NotChecked[] {
  return data.flatMap(({ uri, graph }) => {
    const [first, ...others] = graph.withPredicate(shape);
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more statement')} of the kind)`;
    const reason = `sh:shape of SHACL 1.2 is not checked: that ${print(first.subject)} is to conform to ${print(first.object)}${more}. Give the shape a target, such as sh:targetNode.`;
    return [{ reason, uri, concerns: 'anyNode' as const }];
  });
}

const shape = terms.constant(`${namespaces.sh}shape`);
