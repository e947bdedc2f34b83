import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { RunningCell } from '../../evaluation/run/run.ts';
import type { Cell } from '../../evaluation/run/runJson.ts';
import {
  commandCell,
  modelCell,
  plainCell,
  runningCell,
  type SystemSpec,
} from '../../evaluation/systems/cells.ts';
import { programRunner } from '../../platform/processes/runProgram.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import { CommandError, type CommandIo } from '../io.ts';
import type { EvaluatedModels } from './evaluateModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** What the systems of a command line are made of. */
export interface SystemWorld {
  readonly request: EvaluateRequest;
  readonly suite: LoadedSuite;
  readonly models: EvaluatedModels;
  readonly io: CommandIo;
}

/** @throws CommandError when a program can't be started. */
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
        program: (file, timeout) => programRunner(path.resolve(io.cwd, file), io.cwd, programLimits(timeout)),
      })!,
  );
}

/** @param timeout in seconds. */
export function programLimits(timeout: number) {
  return { milliseconds: 1000 * timeout, maxOutput: 1 << 20 };
}

async function cellsOf(spec: SystemSpec, { request, io }: SystemWorld): Promise<readonly Cell[]> {
  switch (spec.kind) {
    case 'plain':
      return [plainCell(spec.id)];
    case 'command':
      await requireProgram(spec.file, io);
      return [commandCell(spec.file, request.commandTimeout)];
    case 'model':
    case 'choose':
      return request.strategies.map((strategy) => modelCell(spec, strategy, request));
  }
}

async function requireProgram(file: string, { cwd }: CommandIo): Promise<void> {
  try {
    await access(path.resolve(cwd, file), constants.X_OK);
  } catch {
    throw new CommandError(
      `--system command:${file} can't be started: there is no such file, or it is not executable (chmod +x).`,
    );
  }
}
