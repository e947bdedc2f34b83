import type { Graph } from '../../../rdf/graph.ts';
import { parse } from '../../../repair/llm/answer/turtleReadings.ts';
import type { TaskScores } from '../task.ts';
import { compareNormalised, normalisedTriples } from './normalisedTriples.ts';

/** The scores as they were published, only for comparison with published values. */
export function compatScores(answer: string, reference: Graph): TaskScores {
  const { text, onlyTurtle } = dropLines(answer);
  const found = normalisedTriples(parse(text).graph.triples());
  const expected = normalisedTriples(reference.triples());
  const { f1 } = compareNormalised(found, expected, { compatEmptyLine: true });
  return { onlyTurtle, compatF1: f1 };
}

/** The rest of a text after the first line with an error was deleted repeatedly until there was none. */
export interface LineDropped {
  readonly text: string;
  readonly droppedLines: number;
  /** 1 if nothing was deleted, less the more characters were; white space at the ends of lines does not count. */
  readonly onlyTurtle: number;
}

/**
 * The recovery method of the published scores, only for comparison with them: each deletion moves the error, so two
 * missing characters can cost a whole file. If 100 deletions are not enough, nothing is left.
 */
export function dropLines(answer: string): LineDropped {
  const lines = answer.split('\n');
  const dropped: string[] = [];
  for (let line = lineOfError(lines); line !== undefined; line = lineOfError(lines)) {
    // A text that needs so many deletions is not Turtle, and nothing would be left in the end.
    if (dropped.length === maxDropped) dropped.push(...lines.splice(0));
    else dropped.push(...lines.splice(Math.min(line, lines.length - 1), 1));
  }
  const characters = dropped.reduce((sum, line) => sum + line.trim().length, 0);
  return { text: lines.join('\n'), droppedLines: dropped.length, onlyTurtle: 1 / (1 + characters) };
}

const maxDropped = 100;

/** The line of the first error, from 0; undefined when there is none. */
function lineOfError(lines: readonly string[]): number | undefined {
  const document = parse(lines.join('\n'));
  const [error] = document.errors;
  return error && document.lines.positionAt(error.range.start).line;
}
