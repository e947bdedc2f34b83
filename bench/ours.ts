import { TurtleDocument } from '../server/src/rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../server/src/rdf/unionGraph.ts';
import { readShapes } from '../server/src/shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../server/src/shacl/validationUnit.ts';
import type { Workload } from './workloads.ts';

/** The parsed files of a workload. Their graphs are made on demand. */
export interface Documents {
  readonly data: TurtleDocument;
  readonly shapes: TurtleDocument;
  readonly context: readonly TurtleDocument[];
}

export function readWorkload({ data, shapes, context }: Workload): Documents {
  return {
    data: new TurtleDocument('file:///data.ttl', 1, data),
    shapes: new TurtleDocument('file:///shapes.ttl', 1, shapes),
    context: context === undefined ? [] : [new TurtleDocument('file:///context.ttl', 1, context)],
  };
}

/**
 * Merges the data with the shapes and the context into one graph, as the peers are given it. All results are reported.
 */
export function inputOf({ data, shapes, context }: Documents): ValidationInput {
  const graph = new UnionGraph([data, shapes, ...context].map((document) => document.graph));
  return { dataGraph: graph, reportedGraph: graph, classGraph: graph, shapes: readShapes(shapes.graph) };
}
