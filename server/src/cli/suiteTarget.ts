import { relativePath } from '../project/uris.ts';
import { readDescription } from '../vio/suite/readSuite.ts';
import { CommandError, type CommandIo } from './io.ts';
import { uriOf } from './paths.ts';

/**
 * The uri of a folder that a suite may be written to: one that is not there, is empty, or holds a suite and nothing
 * else.
 *
 * @param given as on the command line.
 * @throws CommandError when it is anything else, which must not be replaced.
 */
export async function suiteTarget(given: string, { fileSystem, cwd }: CommandIo): Promise<string> {
  const folder = uriOf(cwd, given).replace(/\/$/, '');
  const itself = await fileSystem.read(folder);
  if (itself.kind === 'text' || !['missing', 'directory'].includes(itself.reason)) {
    throw new CommandError(`--out ${given} is a file. Give the folder that the suite is to be written to.`);
  }
  const { uris } = await fileSystem.list(folder, '**/*', maxFiles);
  if (uris.length === 0) return folder;
  const description = await fileSystem.read(`${folder}/suite.json`);
  if (description.kind !== 'text' || readDescription(description.text) === undefined) {
    throw new CommandError(
      `--out ${given} is there already, and it is no suite of ours. Give another folder, or remove it.`,
    );
  }
  const stranger = uris.map((uri) => relativePath(folder, uri)!).find((path) => !ownFile.test(path));
  if (stranger !== undefined) {
    throw new CommandError(
      `--out ${given} holds ${stranger}, which is no part of a suite and would be lost. Move it away, or give another folder.`,
    );
  }
  return folder;
}

/** More than any suite has. */
const maxFiles = 1_000_000;

/** The files that a suite is made of. */
const ownFile =
  /^(?:suite\.json|graph\.ttl|manifest\.ttl|cases\.jsonl|coverage\.json|README\.md|tests\/(?:manifest|case-\d+)\.ttl)$/;
