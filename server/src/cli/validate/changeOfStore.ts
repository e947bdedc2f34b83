import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { ChangedRun } from '../../service/report/changedRun.ts';
import type { FileText } from '../../workspace/project/fileSystem.ts';
import type { Store } from '../../workspace/store/store.ts';
import type { GivenFiles, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';

/** What is compared with the data files. */
type Before = { readonly change: GivenChange } | { readonly changedSince: string };

/** What a change does to the results of a store. */
export interface ChangeOfStore extends ChangedRun {
  /** The data files that are not compared with their former texts, as one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Validates the change of data files that the first of some stores holds, against a file or a Git revision.
 *
 * @throws UserError when their former texts can't be read.
 */
export async function changeOfStore(
  given: GivenFiles & { readonly stores: readonly [Store, ...Store[]] },
  before: Before,
  workspace: Workspace,
  io: CommandIo,
): Promise<ChangeOfStore> {
  const notes: string[] = [];
  const read = await readerOf(before, io);
  const run = await workspace.checkChange(given, async (uri) => {
    const { document, note } = await read(uri);
    if (note !== undefined) notes.push(note);
    return document;
  });
  return { ...run, notes };
}

interface Earlier {
  /** Undefined when the file was not there. */
  readonly document?: TurtleDocument;
  readonly note?: string;
}

/** Reads the text of a data file before the change. */
async function readerOf(before: Before, io: CommandIo): Promise<(uri: string) => Promise<Earlier>> {
  if ('change' in before) {
    const { base } = before.change;
    if (base === undefined) return async () => ({});
    return async (uri) => ({
      document: documentOf(uri, base, await io.fileSystem.read(uriOf(io.cwd, base))),
    });
  }
  io.probe?.step(`asking git about ${before.changedSince}`);
  const revision = await io.openRevision(io.cwd, before.changedSince);
  return async (uri) => {
    const then = revision.renamed.get(uri) ?? uri;
    const [name, former] = [uri, then].map((each) => displayPath(io.cwd, each)) as [string, string];
    if (!revision.files.has(then))
      return {
        note: `${name} was not there at ${revision.name}, so all of it counts as added. If it had another name then, run 'git add' first: Git finds renames among the files that it tracks.`,
      };
    const isSame = then === uri && !revision.changed.has(uri);
    const document = documentOf(uri, former, await (isSame ? io.fileSystem.read(uri) : revision.read(then)));
    return then === uri
      ? { document }
      : { document, note: `${name} is compared with what it was as ${former} at ${revision.name}.` };
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

/** Files of a change, as given. */
interface GivenChange {
  /** The file before the change; undefined when all of the data is new. */
  readonly base: string | undefined;
  readonly data: string;
}

/**
 * Reads `BASE..DATA`, or `DATA` alone. Leading dots of a path segment lead up a folder.
 * @throws UserError when a file is missing.
 */
export function givenChange(text: string): GivenChange {
  const [, base, data] = /^(.*?[^/\\.])\.\.(?![/\\])(.*)$/s.exec(text) ?? [undefined, undefined, text];
  if (!data) throw new UserError(`--change can't be '${text}': give BASE.ttl..DATA.ttl, or DATA.ttl alone.`);
  return { base, data };
}
