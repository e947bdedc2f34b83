import { connectionTask } from './questions/connectionTask.ts';
import { errorsTask } from './questions/errorsTask.ts';
import { factsTask } from './questions/factsTask.ts';
import { friendCountTask } from './questions/friendCountTask.ts';
import { sampleTask } from './questions/sampleTask.ts';
import { smallFilesTask } from './questions/smallFilesTask.ts';
import type { Task } from './task.ts';

/** All tasks, in the order of reports. */
export const tasks: readonly Task[] = [
  connectionTask,
  errorsTask,
  smallFilesTask,
  sampleTask,
  friendCountTask,
  factsTask,
];
