import { memoized } from '../../base/memoized.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';

/** The properties on which verdicts of the shapes depend: those of their paths and constraints, and what makes classes. */
export const mentionedProperties: (shapes: ShapesGraph) => ReadonlySet<TermId> = memoized(({ shapes }) => {
  const found = new Set<TermId>([rdf.type, rdfs.subClassOf]);
  for (const { path, constraints } of shapes) {
    if (path) for (const property of propertiesOf(path)) found.add(property);
    for (const constraint of constraints) {
      if ('compared' in constraint)
        for (const property of propertiesOf(constraint.compared)) found.add(property);
      if (constraint.kind === 'closed') for (const property of constraint.allowed) found.add(property);
    }
  }
  return found;
});

/** The properties of a path. */
export function propertiesOf(path: Path): readonly TermId[] {
  if (path.kind === 'predicate') return [path.predicate];
  return 'paths' in path ? path.paths.flatMap(propertiesOf) : propertiesOf(path.path);
}
