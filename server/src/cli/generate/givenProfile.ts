import { readAs } from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import { type MistakeProfile, mistakeProfileShape } from '../../vio/mistakes/mistakeProfile.ts';
import { uriOf } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';

/**
 * The profile of mistakes that the user named.
 * @throws UserError when the file can't be read, or is something else.
 */
export async function givenProfile(path: string, { fileSystem, cwd }: CommandIo): Promise<MistakeProfile> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`the profile ${path} can't be read: ${reason}.`);
  }
  const reading = readAs(mistakeProfileShape, file.text);
  if (reading.kind === 'misfit')
    throw new UserError(`${path} is no profile of mistakes: ${reading.problem}.`);
  return reading.value;
}
