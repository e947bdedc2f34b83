import { access, constants } from 'node:fs/promises';
import { UserError } from '../../../base/userError.ts';
import type { RunProgram } from '../../../lab/evaluation/systems/commandSystem.ts';
import { programRunner } from '../../../platform/processes/programRunner.ts';

/**
 * Makes a program usable as a repair system.
 *
 * @param file the absolute path of the program.
 * @param workingFolder the folder that it is started in.
 * @param timeout the time limit for a case, in seconds.
 */
export function programSystem(file: string, workingFolder: string, timeout: number): RunProgram {
  return programRunner(file, workingFolder, { milliseconds: 1000 * timeout, maxOutput: 1 << 20 });
}

/** @param name the name that the user gave the file. @throws UserError when the file can't be executed. */
export async function requireExecutable(file: string, name: string): Promise<void> {
  try {
    await access(file, constants.X_OK);
  } catch {
    throw new UserError(
      `${name} can't be started: there is no such file, or it is not executable (chmod +x).`,
    );
  }
}
