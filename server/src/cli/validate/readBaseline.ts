import { anything, label, listOf, nullable, object, optional, readAs, string } from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import type { Baseline } from '../../report/baseline.ts';
import { uriOf } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';

/**
 * The results in an earlier report of `validate --format json`, except those that comments ignored.
 * @throws UserError when the file is something else.
 */
export async function readBaseline(path: string, { fileSystem, cwd }: CommandIo): Promise<Baseline> {
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
  const { root, results } = reading.value;
  return {
    root,
    entries: results
      .filter(({ suppressed }) => suppressed === undefined)
      .map(({ key, location, component, focusNode }) => ({
        key,
        uri: location?.uri,
        component: component ?? '',
        focusNode: focusNode ?? '',
      })),
  };
}

const baselineShape = object({
  root: optional(string),
  results: listOf(
    object({
      key: label,
      component: optional(string),
      focusNode: optional(string),
      location: optional(nullable(object({ uri: string }))),
      suppressed: optional(anything),
    }),
  ),
});
