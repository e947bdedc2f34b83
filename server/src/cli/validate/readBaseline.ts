import { label, listOf, object, readAs } from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import { uriOf } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';

/**
 * The keys of the results in an earlier report of `validate --format json`.
 * @throws UserError when the file is something else.
 */
export async function readBaseline(
  path: string,
  { fileSystem, cwd }: CommandIo,
): Promise<ReadonlySet<string>> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`the baseline ${path} can't be read: ${reason}.`);
  }
  const reading = readAs(baselineShape, file.text);
  if (reading.kind === 'misfit') {
    throw new UserError(
      `the baseline ${path} is not a report of 'shacl-repair validate --format json': ${reading.problem}.`,
    );
  }
  return new Set(reading.value.results.map(({ key }) => key));
}

const baselineShape = object({ results: listOf(object({ key: label })) });
