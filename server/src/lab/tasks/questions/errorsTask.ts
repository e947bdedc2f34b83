import { syntaxFeedback } from '../feedback/syntaxFeedback.ts';
import { compatScores, graphScores, textScores } from '../scores/graphScores.ts';
import { type GraphSyntax, inSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';
import type { Task, TaskEvaluation } from '../task.ts';
import { officeCast, officeTurtle } from './officeGraph.ts';

/** T2: two syntax errors in a file. Published as TurtleErrorsStatic. */
export const errorsTask: Task = {
  id: 'T2',
  title: 'Correct a file',
  version: 1,
  sizes: [],
  mainScore: 'f1',
  pose({ seed, wording, syntax }) {
    const { print, withErrors } = syntaxFacts[syntax];
    const correct = print(officeTurtle(officeCast(seed)));
    const isPaper = wording === 'paper';
    const broken = isPaper ? withWrongNamespace(withErrors(correct)) : withErrors(correct);
    const words = isPaper
      ? 'Please check the following rdf turtle file for errors and answer with no text but just the corrected turtle. Try to stick to the original formatting.'
      : 'The following Turtle file has syntax errors. Correct them, and keep everything else as it is, also the formatting. Answer with the corrected Turtle only: no explanation, and nothing around it.';
    return {
      prompt: `${inSyntax(words, syntax)}

${broken}`,
      evaluate: (answer) => evaluateCorrection(answer, { correct, broken, syntax }),
    };
  },
};

/** The published file has a different IRI for OWL, which no triple uses. */
function withWrongNamespace(turtle: string): string {
  return turtle.replace('http://www.w3.org/2002/07/owl#', 'http://www.w3.org/2002/owl#');
}

/** A file with errors, and its correct version. */
export interface Correction {
  readonly correct: string;
  readonly broken: string;
  readonly syntax: GraphSyntax;
}

export async function evaluateCorrection(
  answer: string,
  { correct, broken, syntax }: Correction,
): Promise<TaskEvaluation> {
  const { read } = syntaxFacts[syntax];
  const readings = await read(answer);
  const best = (await read(correct)).strict;
  return {
    scores: {
      ...graphScores(readings, best.graph),
      ...textScores(readings, best, broken),
      ...(syntax === 'turtle' && compatScores(answer, best.graph)),
    },
    info: { errors: readings.errors },
    feedback: syntaxFeedback(readings, syntax),
  };
}
