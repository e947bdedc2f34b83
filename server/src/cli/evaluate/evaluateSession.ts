import type { EvaluatedSuite } from '../../evaluation/suite/evaluatedSuite.ts';
import type { CaseFiles } from '../../evaluation/systems/personSystem.ts';
import type { CommandIo } from '../io.ts';
import type { ProgressLine } from '../output/progressLine.ts';
import type { EvaluatedModels } from './evaluatedModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** All that the parts of `evaluate` share. */
export interface EvaluateSession {
  readonly request: EvaluateRequest;
  readonly suite: EvaluatedSuite;
  readonly models: EvaluatedModels;
  /** Of people who edit files. */
  readonly caseFiles: CaseFiles | undefined;
  readonly progress: ProgressLine;
  readonly io: CommandIo;
}
