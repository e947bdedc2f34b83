import type { RunningCell } from '../../lab/evaluation/run/runTrials.ts';
import type { EvaluatedSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import type { CaseFiles } from '../../lab/evaluation/systems/personSystem.ts';
import type { CommandIo } from '../io.ts';
import type { ProgressLine } from '../output/progressLine.ts';
import type { EvaluatedModels } from './evaluatedModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** What is around the evaluation of one suite. */
export interface AttemptSetting {
  readonly models: EvaluatedModels;
  /** What stands before all that is told of the suite, such as `boiler: `. */
  readonly label: string;
  /** What other runs have spent of the same budget, in USD. */
  readonly spentElsewhere: (cells: readonly RunningCell[]) => Promise<number>;
  readonly io: CommandIo;
}

/** All that the parts of the evaluation of a suite share. */
export interface EvaluateSession extends AttemptSetting {
  readonly request: EvaluateRequest;
  readonly suite: EvaluatedSuite;
  /** Of people who edit files. */
  readonly caseFiles: CaseFiles | undefined;
  readonly progress: ProgressLine;
}
