import { CommandError } from '../../cli/io.ts';
import { FileProblem } from '../../platform/files/fileProblem.ts';

/** Does something with files. What can't be done is why the command can't do its work. */
export async function guarded<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asCommandError(error);
  }
}

/** A file that can't be used ends a command; any other error is as it was. */
export function asCommandError(error: unknown): unknown {
  return error instanceof FileProblem ? new CommandError(error.message) : error;
}
