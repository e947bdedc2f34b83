import { CommandError, type CommandIo } from './io.ts';
import { uriOf } from './paths.ts';

/**
 * The keys of the results in an earlier report of `validate --format json`.
 * @throws CommandError when the file is something else.
 */
export async function readBaseline(
  path: string,
  { fileSystem, cwd }: CommandIo,
): Promise<ReadonlySet<string>> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new CommandError(`the baseline ${path} can't be read: ${reason}.`);
  }
  const keys = keysOf(file.text);
  if (!keys) {
    throw new CommandError(`the baseline ${path} is not a report of 'shacl-repair validate --format json'.`);
  }
  return new Set(keys);
}

function keysOf(text: string): readonly string[] | undefined {
  try {
    const { results } = JSON.parse(text) as { results: { key: unknown }[] };
    const keys = results.map(({ key }) => key);
    return keys.every((key) => typeof key === 'string') ? keys : undefined;
  } catch {
    // Whatever it is instead, it is no report.
    return undefined;
  }
}
