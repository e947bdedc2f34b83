import type { TermId } from '../rdf/terms.ts';
import { owl, rdf, rdfs, sh } from '../rdf/vocab.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** True when the document has shapes with targets, including implicit class targets. */
export function hasTargetedShapes({ graph }: TurtleDocument): boolean {
  const isClass = (id: TermId) => graph.has(id, rdf.type, rdfs.Class) || graph.has(id, rdf.type, owl.Class);
  return (
    [sh.targetClass, sh.targetNode, sh.targetSubjectsOf, sh.targetObjectsOf].some(
      (predicate) => graph.withPredicate(predicate).length > 0,
    ) || [sh.NodeShape, sh.PropertyShape].some((type) => graph.subjects(rdf.type, type).some(isClass))
  );
}
