import { readingNames, type TurtleReadings } from '../../llm/answer/turtleReadings.ts';
import type { Graph } from '../../rdf/graph.ts';
import { byReading, type TaskScores } from '../task.ts';
import { compareMatched } from './compareMatched.ts';
import { compareNormalised, normalisedTriples } from './normalisedTriples.ts';
import { sequenceRatio } from './sequenceRatio.ts';

/** Scores of the graph that an answer states, for each reading. */
export function graphScores(readings: TurtleReadings, reference: Graph): TaskScores {
  const triples = [...reference.triples()];
  const expected = normalisedTriples(triples);
  return byReading((name) => {
    const { graph, parses, lostStatements } = readings[name];
    const found = [...graph.triples()];
    const matchedF1 = compareMatched(found, triples).f1;
    return {
      ...compareNormalised(normalisedTriples(found), expected),
      matchedF1,
      // Nodes are matched one to one, so only an isomorphic graph gets the full score.
      isomorphic: Number(matchedF1 === 1),
      parses: Number(parses),
      parsableTripleRatio: graph.size / reference.size,
      lostStatements,
    };
  }, readingNames);
}

/** The similarity of the lenient text and the best answer, as texts and as triples. */
export function textScores(
  { lenient, recovered }: TurtleReadings,
  best: { readonly text: string; readonly graph: Graph },
  question?: string,
): TaskScores {
  // White space around a text does not count.
  const expected = best.text.trim();
  const raw = sequenceRatio(lenient.text.trim(), expected);
  return {
    diffRatioRaw: raw,
    ...(question !== undefined && { diffRatio: diffRatio(raw, sequenceRatio(question.trim(), expected)) }),
    normDiffRatio: sequenceRatio(sortedLines(recovered.graph), sortedLines(best.graph)),
  };
}

/** 1 for the best text, 0 for the text of the question, below 0 for worse. */
function diffRatio(raw: number, ofQuestion: number): number {
  return (raw - ofQuestion) / (1 - ofQuestion);
}

function sortedLines(graph: Graph): string {
  return [...normalisedTriples(graph.triples())].toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
}
