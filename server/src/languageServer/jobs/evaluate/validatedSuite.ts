import { EvaluatedSuite, type EvaluatedSuiteOptions } from '../../../lab/evaluation/suite/evaluatedSuite.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { mixedGraph } from '../../../vio/suite/suiteJson.ts';

/** Validates the graph of a suite before systems attempt its cases. Rejects with the signal's reason when aborted. */
export function validatedSuite(
  suite: LoadedSuite,
  validation: EvaluatedSuiteOptions,
  signal: AbortSignal,
): Promise<EvaluatedSuite> {
  const term = termPrinter([suite.graph.prefixes, suite.manifest.prefixes]);
  return EvaluatedSuite.of(suite, { ...validation, term }, signal);
}

/** What people should know of a suite before they evaluate systems on it, in sentences. */
export function suiteNotes(suite: EvaluatedSuite): readonly string[] {
  const mixed = mixedGraph(suite.suite.description);
  return [
    ...(mixed === undefined ? [] : [mixed]),
    ...leftOut(suite).map((reason) => `Not checked: ${reason}`),
  ];
}

/** The shapes that were skipped because they took too long. Other gaps were reported when the suite was generated. */
function leftOut({ suite, graph }: EvaluatedSuite): readonly string[] {
  const known = new Set(suite.input.shapes.notChecked.map(({ reason }) => reason));
  return graph.recorded.result.notChecked.map(({ reason }) => reason).filter((reason) => !known.has(reason));
}
