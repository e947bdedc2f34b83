import type { Cell } from '../../../lab/evaluation/run/runJson.ts';
import {
  commandCell,
  modelCell,
  personCell,
  plainCell,
  type SystemSpec,
} from '../../../lab/evaluation/systems/systemSpec.ts';
import type { Strategy } from '../../../repair/llm/prompt/strategy.ts';

export interface CellOptions {
  /** What prompts contain; a model has one cell for each strategy. */
  readonly strategies: readonly Strategy[];
  readonly model: Parameters<typeof modelCell>[2];
  /** How long a program may take for a case, in seconds. */
  readonly commandTimeout: number;
}

/** The cells of a run for a system. */
export function systemCells(
  spec: SystemSpec,
  { strategies, model, commandTimeout }: CellOptions,
): readonly Cell[] {
  switch (spec.kind) {
    case 'plain':
      return [plainCell(spec.id)];
    case 'command':
      return [commandCell(spec.file, commandTimeout)];
    case 'person':
      return [personCell(spec.name)];
    case 'model':
    case 'choose':
      return strategies.map((strategy) => modelCell(spec, strategy, model));
  }
}
