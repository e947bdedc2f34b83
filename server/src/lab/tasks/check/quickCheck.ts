import { tasks } from '../index.ts';
import type { TaskId } from '../task.ts';
import { type CheckJson, type PlannedTask, taskOf } from './checkRun.ts';

/**
 * A task as a run records it.
 *
 * @param sizes for tasks with sizes; the task's own if left out.
 */
export function plannedTask(id: TaskId, repeat: number, sizes?: readonly number[]): PlannedTask {
  const { version, sizes: own } = taskOf(id);
  return { id, version, sizes: own.length > 0 ? (sizes ?? own) : [], repeat };
}

/** About twenty questions: enough to see whether a model keeps to a format, too few to compare models. */
export function quickCheck(model: string, version: string): CheckJson {
  return {
    format: 1,
    kind: 'model-check',
    generator: { name: 'shacl-repair', version },
    models: [model],
    tasks: tasks.map(({ id, sizes }) => plannedTask(id, sizes.length > 0 ? 1 : 4, [1000, 3000])),
    fixtures: 0,
    wording: 'own',
    syntax: 'turtle',
    options: { rounds: 1, temperature: 0, maxTokens: 8000, seed: null },
  };
}
