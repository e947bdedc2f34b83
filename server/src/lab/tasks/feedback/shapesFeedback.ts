import type { Graph } from '../../../rdf/graph.ts';
import { terms } from '../../../rdf/terms.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { parse } from '../../../repair/llm/answer/turtleReadings.ts';
import { builtinValidator } from '../../../shacl/builtinValidator.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';

/** The results of validating a graph. */
export interface ShapesFeedback {
  readonly count: number;
  /** The feedback for the model; undefined when there is none. */
  readonly feedback: string | undefined;
}

/** Validates a graph against shapes written in Turtle. */
export async function shapesFeedback(
  graph: Graph,
  shapes: string,
  signal: AbortSignal,
): Promise<ShapesFeedback> {
  const shapesGraph = parse(shapes).graph;
  const { violations } = await builtinValidator().validate(
    {
      dataGraph: graph,
      reportedGraph: graph,
      classGraph: new UnionGraph([graph, shapesGraph]),
      shapes: readShapes(shapesGraph),
    },
    signal,
  );
  if (violations.length === 0) return { count: 0, feedback: undefined };
  const lines = violations.slice(0, maxListed).map(({ focusNode, messages }) => {
    const node = terms.isIri(focusNode) ? `<${terms.value(focusNode)}>` : 'A blank node';
    return `- ${node}: ${messages.map((each) => terms.value(each)).join(' ')}`.replace(/\s+/g, ' ');
  });
  const more = violations.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  return {
    count: violations.length,
    feedback: `Your Turtle does not keep to the rules:\n\n${lines.join('\n')}`,
  };
}

const maxListed = 10;
