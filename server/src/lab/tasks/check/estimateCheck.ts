import { estimateInput } from '../../../repair/llm/model/estimateInput.ts';
import type { TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import { taskRequest } from '../attemptTask.ts';
import type { OriginalTasks } from '../originalTasks.ts';
import type { TaskId } from '../task.ts';
import { type CheckJson, posedTask, taskRequestOptions, trialsOf } from './checkRun.ts';

/** The estimated tokens of asking a model to do a task. */
export interface TaskEstimate {
  readonly model: string;
  readonly task: TaskId;
  /** The number of first requests. */
  readonly requests: number;
  readonly inputTokens: number;
  /** With all rounds, and answers of the maximum length. */
  readonly most: TokenUsage;
}

/** Makes all first requests of a run without sending them. */
export function estimateCheck(json: CheckJson, originals?: OriginalTasks): readonly TaskEstimate[] {
  const keys = [...trialsOf(json)];
  return json.models.flatMap((model) =>
    json.tasks.map(({ id }) => {
      const own = keys.filter((key) => key.task === id && key.model === model);
      const requests = own.map((key) =>
        taskRequest(posedTask(key, json, originals), taskRequestOptions(key, json)),
      );
      const input = requests.reduce((sum, request) => sum + estimateInput(request), 0);
      const output = requests.reduce((sum, { maxTokens }) => sum + maxTokens, 0);
      const { rounds } = json.options;
      return {
        model,
        task: id,
        requests: own.length,
        inputTokens: input,
        most: {
          // Each further round repeats the messages before it.
          input: input * rounds + (output * rounds * (rounds - 1)) / 2,
          output: output * rounds,
          estimated: true,
        },
      };
    }),
  );
}
