import { UserError } from '../../base/userError.ts';
import { type Baseline, readBaseline } from '../../project/baseline.ts';
import { uriOf } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';

/**
 * The results in the earlier report that the user named, except those that comments ignored.
 * @throws UserError when the file is something else.
 */
export async function givenBaseline(path: string, { fileSystem, cwd }: CommandIo): Promise<Baseline> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`the baseline ${path} can't be read: ${reason}.`);
  }
  const reading = readBaseline(file.text);
  if (reading.kind === 'misfit') {
    throw new UserError(
      `the baseline ${path} is not a report of 'shacl-repair validate --format json': ${reading.problem}.`,
    );
  }
  return reading.baseline;
}
