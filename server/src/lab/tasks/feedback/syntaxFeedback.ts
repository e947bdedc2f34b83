import type { Graph } from '../../../rdf/graph.ts';
import { terms } from '../../../rdf/terms.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { parse, type TurtleReadings } from '../../../repair/llm/answer/turtleReadings.ts';
import { fenceFor } from '../../../repair/llm/prompt/turtleText.ts';
import { builtinValidator } from '../../../shacl/incremental/recordedValidation.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { type GraphSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';

/** Explains to a model why its answer is not valid, and quotes it; undefined when it is valid. */
export function syntaxFeedback(
  { errors, lenient }: TurtleReadings,
  syntax: GraphSyntax = 'turtle',
): string | undefined {
  const { name } = syntaxFacts[syntax];
  if (lenient.text.trim() === '') return `Your answer has no ${name} in it.`;
  if (errors.length === 0) return undefined;
  const more = errors.length - maxListed;
  const listed = [...errors.slice(0, maxListed), ...(more > 0 ? [`and ${more} more`] : [])];
  const fence = fenceFor([lenient.text]);
  return `Your answer is not valid ${name}:

${listed.map((each) => `- ${each}`).join('\n')}

You wrote:

${fence}
${lenient.text.slice(0, maxEcho)}
${fence}`;
}

const maxListed = 10;

/** How much of the answer is quoted, in UTF-16 units: more is not worth its price. */
const maxEcho = 8000;

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
  const lines = violations.slice(0, maxListedResults).map(({ focusNode, messages }) => {
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

const maxListedResults = 10;
