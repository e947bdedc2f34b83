import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { RunningCell } from '../evaluation/run.ts';
import { commandSystem } from '../evaluation/systems/command.ts';
import { plainSystems } from '../evaluation/systems/index.ts';
import { modelSystem } from '../evaluation/systems/model.ts';
import { promptVersion } from '../llm/prompt.ts';
import type { LoadedSuite } from '../vio/suite/readSuite.ts';
import type { EvaluatedModels } from './evaluateModels.ts';
import type { EvaluateRequest, SystemSpec } from './evaluateRequest.ts';
import { CommandError, type CommandIo } from './io.ts';

/** What the systems of a command line are made of. */
export interface SystemWorld {
  readonly request: EvaluateRequest;
  readonly suite: LoadedSuite;
  readonly models: EvaluatedModels;
  readonly io: CommandIo;
}

/** @throws CommandError when a program can't be started. */
export async function systemCells(world: SystemWorld): Promise<readonly RunningCell[]> {
  const cells: RunningCell[] = [];
  for (const spec of world.request.systems) cells.push(...(await cellsOf(spec, world)));
  return cells;
}

async function cellsOf(spec: SystemSpec, world: SystemWorld): Promise<readonly RunningCell[]> {
  const { request, suite } = world;
  switch (spec.kind) {
    case 'plain': {
      const changes = new Map(suite.cases.map(({ json, change }) => [json.id, change]));
      const repair = plainSystems[spec.id]!({ changeOf: (caseId) => changes.get(caseId)! });
      return [{ ...withoutModel(spec.id), parameters: {}, repair }];
    }
    case 'command':
      return [await commandCell(spec, world)];
    case 'model':
    case 'choose':
      return request.strategies.map((strategy) => modelCell(spec, strategy, world));
  }
}

function withoutModel(id: string) {
  return { id, system: id, strategy: null, model: null, notRun: null } as const;
}

function modelCell(
  { kind, model: id }: Extract<SystemSpec, { readonly kind: 'model' | 'choose' }>,
  strategy: EvaluateRequest['strategies'][number],
  { request, suite, models }: SystemWorld,
): RunningCell {
  const { rounds, temperature, maxTokens, seed } = request;
  const system = `${kind}:${id}`;
  // Options to choose from are no part of the paper's prompt.
  const template = kind === 'choose' ? 'product' : request.template;
  const choices = kind === 'choose' ? maxChoices : undefined;
  const parameters = { template, promptVersion, rounds, temperature, maxTokens, seed: seed ?? null };
  return {
    id: `${system} ${strategy}`,
    system,
    strategy,
    model: id,
    parameters: choices === undefined ? parameters : { ...parameters, choices },
    notRun: null,
    price: models.price(id),
    repair: modelSystem(system, models.of(id), {
      strategy,
      template,
      rounds,
      temperature,
      maxTokens,
      seed,
      choices,
      shapesPrefixes: suite.manifest.prefixes,
    }),
  };
}

/** As many repairs as the editor lists. */
const maxChoices = 5;

async function commandCell(
  { file }: Extract<SystemSpec, { readonly kind: 'command' }>,
  { request, suite, io }: SystemWorld,
): Promise<RunningCell> {
  const program = path.resolve(io.cwd, file);
  try {
    await access(program, constants.X_OK);
  } catch {
    throw new CommandError(
      `--system command:${file} can't be started: there is no such file, or it is not executable (chmod +x).`,
    );
  }
  const { programRunner } = await import('../platform/runProgram.ts');
  const { commandTimeout } = request;
  const limits = { milliseconds: 1000 * commandTimeout, maxOutput: 1 << 20 };
  return {
    ...withoutModel(`command:${file}`),
    parameters: { timeout: commandTimeout },
    repair: commandSystem(`command:${file}`, {
      run: programRunner(program, io.cwd, limits),
      shapes: suite.manifest.graph,
      prefixes: new Map([...suite.manifest.prefixes, ...suite.graph.prefixes]),
    }),
  };
}
