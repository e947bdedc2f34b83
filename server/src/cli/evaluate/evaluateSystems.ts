import path from 'node:path';
import type { Cell } from '../../evaluation/run/runJson.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import {
  commandCell,
  modelCell,
  plainCell,
  runningCell,
  type SystemSpec,
} from '../../evaluation/systems/systemSpec.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import type { CommandIo } from '../io.ts';
import type { EvaluatedModels } from './evaluateModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** What the systems of a command line are made of. */
export interface SystemWorld {
  readonly request: EvaluateRequest;
  readonly suite: LoadedSuite;
  readonly models: EvaluatedModels;
  readonly io: CommandIo;
}

/** @throws UserError when a program can't be started. */
export async function systemCells(world: SystemWorld): Promise<readonly RunningCell[]> {
  const { request, suite, models, io } = world;
  const cells: Cell[] = [];
  for (const spec of request.systems) cells.push(...(await cellsOf(spec, world)));
  return cells.map(
    (cell) =>
      runningCell(cell, {
        suite,
        model: (id) => models.of(id),
        price: (id) => models.price(id),
        program: (file, timeout) => programSystem(path.resolve(io.cwd, file), io.cwd, timeout),
      })!,
  );
}

async function cellsOf(spec: SystemSpec, { request, io }: SystemWorld): Promise<readonly Cell[]> {
  switch (spec.kind) {
    case 'plain':
      return [plainCell(spec.id)];
    case 'command':
      await requireExecutable(path.resolve(io.cwd, spec.file), `--system command:${spec.file}`);
      return [commandCell(spec.file, request.commandTimeout)];
    case 'model':
    case 'choose':
      return request.strategies.map((strategy) => modelCell(spec, strategy, request));
  }
}
