import { parse, readTurtle } from '../../llm/answer/turtleReadings.ts';
import { syntaxFeedback } from '../feedback/syntaxFeedback.ts';
import { compatScores } from '../scores/compatScores.ts';
import { graphScores, textScores } from '../scores/graphScores.ts';
import type { Evaluation, Task } from '../task.ts';
import { officeCast, officeTurtle } from './officeGraph.ts';

/** T2: two syntax errors in a file. Published as TurtleErrorsStatic. */
export const errorsTask: Task = {
  id: 'T2',
  title: 'Correct a file',
  version: 1,
  sizes: [],
  mainScore: 'f1',
  pose({ seed, wording }) {
    const correct = officeTurtle(officeCast(seed));
    const isPaper = wording === 'paper';
    const broken = isPaper ? withWrongNamespace(withErrors(correct)) : withErrors(correct);
    const words = isPaper
      ? 'Please check the following rdf turtle file for errors and answer with no text but just the corrected turtle. Try to stick to the original formatting.'
      : 'The following Turtle file has syntax errors. Correct them, and keep everything else as it is, also the formatting. Answer with the corrected Turtle only: no explanation, and nothing around it.';
    return {
      prompt: `${words}

${broken}`,
      evaluate: async (answer) => evaluateCorrection(answer, { correct, broken }),
    };
  },
};

/** The file without the dot at the end of line 9 and the first semicolon of line 16. */
export function withErrors(correct: string): string {
  const lines = correct.split('\n');
  lines[8] = lines[8]!.replace(/\.$/, '');
  lines[15] = lines[15]!.replace(' ;', '');
  return lines.join('\n');
}

/** The published file has another IRI for OWL, which no triple uses. */
function withWrongNamespace(turtle: string): string {
  return turtle.replace('http://www.w3.org/2002/07/owl#', 'http://www.w3.org/2002/owl#');
}

export function evaluateCorrection(
  answer: string,
  { correct, broken }: { readonly correct: string; readonly broken: string },
): Evaluation {
  const readings = readTurtle(answer);
  const best = parse(correct);
  return {
    scores: {
      ...graphScores(readings, best.graph),
      ...textScores(readings, best, broken),
      ...compatScores(answer, best.graph),
    },
    info: { errors: readings.errors },
    feedback: syntaxFeedback(readings),
  };
}
