import { UserError } from '../../base/userError.ts';
import { suiteObstacle } from '../../vio/suite/suiteObstacle.ts';
import { uriOf } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';

/**
 * The uri of a folder that a suite may be written to.
 *
 * @param given as on the command line.
 * @throws UserError when it is one that must not be replaced.
 */
export async function suiteTarget(given: string, io: CommandIo): Promise<string> {
  const folder = uriOf(io.cwd, given).replace(/\/$/, '');
  const obstacle = await suiteObstacle(folder, io);
  if (obstacle !== undefined) throw new UserError(`--out ${given} ${obstacle}`);
  return folder;
}
