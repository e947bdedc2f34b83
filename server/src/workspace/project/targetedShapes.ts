import { isDeclaredClass } from '../../rdf/schemaTypes.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../rdf/vocab.ts';

/** True when the document has shapes, with targets or without. */
export function describesShapes(document: TurtleDocument): boolean {
  const { graph } = document;
  return (
    hasTargetedShapes(document) ||
    [sh.property, sh.path].some((predicate) => graph.withPredicate(predicate).length > 0) ||
    [sh.NodeShape, sh.PropertyShape].some((type) => graph.subjects(rdf.type, type).length > 0)
  );
}

/** True when the document has shapes with targets, including implicit class targets. */
export function hasTargetedShapes({ graph }: TurtleDocument): boolean {
  return (
    [sh.targetClass, sh.targetNode, sh.targetSubjectsOf, sh.targetObjectsOf, sh.targetWhere].some(
      (predicate) => graph.withPredicate(predicate).length > 0,
    ) ||
    [sh.NodeShape, sh.PropertyShape].some((type) =>
      graph.subjects(rdf.type, type).some((id) => isDeclaredClass(id, graph)),
    )
  );
}
