import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import type { FileText } from '../../project/fileSystem.ts';
import type { ChangedRun } from '../../report/changedRun.ts';
import type { Store } from '../../store/store.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { displayPath, uriOf } from '../input/paths.ts';
import type { GivenFiles, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import type { GivenChange } from './givenChange.ts';

/** What is compared with the data files. */
export type Before = { readonly change: GivenChange } | { readonly changedSince: string };

/**
 * Validates the change of data files that the first of some stores holds, against a file or a Git revision.
 *
 * @throws UserError when what they were before can't be read.
 */
export async function changeOfStore(
  given: GivenFiles & { readonly stores: readonly [Store, ...Store[]] },
  before: Before,
  workspace: Workspace,
  io: CommandIo,
): Promise<ChangedRun> {
  return workspace.checkChange(given, await readerOf(before, io));
}

/** Reads what a data file was before the change; undefined when it was not there. */
async function readerOf(
  before: Before,
  io: CommandIo,
): Promise<(uri: string) => Promise<TurtleDocument | undefined>> {
  if ('change' in before) {
    const { base } = before.change;
    if (base === undefined) return async () => undefined;
    return async (uri) => documentOf(uri, base, await io.fileSystem.read(uriOf(io.cwd, base)));
  }
  io.probe?.step(`asking git about ${before.changedSince}`);
  const revision = await io.openRevision(io.cwd, before.changedSince);
  return async (uri) => {
    const then = revision.renamed.get(uri) ?? uri;
    if (!revision.files.has(then)) return undefined;
    const isSame = then === uri && !revision.changed.has(uri);
    const file = await (isSame ? io.fileSystem.read(uri) : revision.read(then));
    return documentOf(uri, displayPath(io.cwd, then), file);
  };
}

/** @throws UserError when a part of a file can't be read: what it states would count as added. */
function documentOf(uri: string, name: string, file: FileText): TurtleDocument {
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`${name} can't be read, which is the data before the change: ${reason}.`);
  }
  const document = new TurtleDocument(uri, 0, file.text);
  const { length } = document.errors;
  if (length > 0) throw new UserError(`${name} had ${counted(length, 'syntax error')} before the change.`);
  return document;
}
