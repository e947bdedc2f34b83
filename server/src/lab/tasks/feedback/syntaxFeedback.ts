import type { TurtleReadings } from '../../../repair/llm/answer/turtleReadings.ts';
import { fenceFor } from '../../../repair/llm/prompt/fenceFor.ts';
import { type GraphSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';

/** Tells a model why its answer is not valid, and quotes it; undefined when it is valid. */
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
