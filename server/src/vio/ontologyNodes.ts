import type { GraphDelta } from '../rdf/graph.ts';
import { isOntologyNode } from '../shacl/describedNodes.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';

/** True for changes of what is said about nodes that no data file describes, but another file, such as an ontology. */
export function editsOntologyNode(input: ValidationInput, { added, removed }: GraphDelta): boolean {
  return [...removed, ...added].some(({ subject }) => isOntologyNode(subject, input));
}
