import { connectionTask } from './connectionTask.ts';
import { errorsTask } from './errorsTask.ts';
import { factsTask } from './factsTask.ts';
import { friendCountTask } from './friendCountTask.ts';
import { sampleTask } from './sampleTask.ts';
import { smallFilesTask } from './smallFilesTask.ts';
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
