import path from 'node:path';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import type { CaseFiles } from '../../evaluation/systems/personSystem.ts';
import { runningCell } from '../../evaluation/systems/systemSpec.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import { systemCells } from '../../jobs/evaluate/systemCells.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import type { CommandIo } from '../io.ts';
import type { EvaluatedModels } from './evaluatedModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** What the cells of a run are made of. */
interface CellParts {
  readonly request: EvaluateRequest;
  readonly suite: LoadedSuite;
  readonly models: EvaluatedModels;
  readonly caseFiles: CaseFiles | undefined;
  readonly io: CommandIo;
}

/**
 * The cells of the systems that a command line names.
 *
 * @throws UserError when a program can't be started.
 */
export async function requestedCells({
  request,
  suite,
  models,
  caseFiles,
  io,
}: CellParts): Promise<readonly RunningCell[]> {
  for (const spec of request.systems) {
    if (spec.kind !== 'command') continue;
    await requireExecutable(path.resolve(io.cwd, spec.file), `--system command:${spec.file}`);
  }
  return request.systems
    .flatMap((spec) => systemCells(spec, { ...request, model: request }))
    .map(
      (cell) =>
        runningCell(cell, {
          suite,
          caseFiles,
          model: (id) => models.of(id),
          price: (id) => models.price(id),
          program: (file, timeout) => programSystem(path.resolve(io.cwd, file), io.cwd, timeout),
        })!,
    );
}
