import { UserError } from '../../base/userError.ts';
import type { FileText } from '../../workspace/project/fileSystem.ts';
import { isProjectFile, settingsFile, turtleExtensions } from '../../workspace/project/workspaceFiles.ts';
import {
  type ChangedText,
  patchedFiles,
  type ReadChange,
  textsOfPatch,
  textsOfText,
  textsOfUpdate,
} from './proposedChange.ts';
import { type CheckedFiles, type VerifiedChange, verifyChange } from './verifyChange.ts';

/** What a tool is about to write. */
export interface ProposedChange {
  /** The data files to judge; none for a patch means the files that it changes. `text` is the new text of the first. */
  readonly files: readonly string[];
  /** Exactly one of these three is given. */
  readonly update?: string | undefined;
  readonly text?: string | undefined;
  readonly patch?: string | undefined;
}

/** The files that agents may ask about, by the paths that agents use. */
export interface AgentFiles {
  /**
   * The text of a file.
   * @throws UserError when it must not or can't be read.
   */
  textOf(file: string): Promise<string>;
  /**
   * Validates data files.
   * @throws UserError for a file that may not be read, or that does not exist.
   */
  check(files: readonly string[]): Promise<CheckedFiles>;
  /**
   * Says what a change does to the results of files. Nothing is written.
   * @throws UserError when what is asked can't be understood; a change that can't be made is refused by the answer.
   */
  verify(change: ProposedChange): Promise<VerifiedChange>;
  /**
   * Writes what was verified.
   * @throws UserError when a file has changed since the change was verified.
   */
  write(texts: ReadonlyMap<string, ChangedText>): Promise<void>;
}

/** How the files of a change are found. */
interface ChangeableFiles extends Pick<AgentFiles, 'check'> {
  nameOf(uri: string): string;
  read(uri: string): Promise<FileText>;
  /**
   * The uri of a path.
   * @throws UserError for one that may not be read.
   */
  uriOf(path: string): Promise<string>;
  /** The data files, as `check` takes them, that rest on one of these files. */
  dependents(uris: readonly string[]): Promise<readonly string[]>;
  /** Whether a patch may have files that are not RDF, which are ignored. */
  readonly ignoresOtherFiles?: boolean | undefined;
}

/** `AgentFiles.verify` for files that are found in this way. */
export async function verifyProposed(
  change: ProposedChange,
  files: ChangeableFiles,
  signal: AbortSignal,
): Promise<VerifiedChange> {
  const { update, text, patch } = change;
  if ([update, text, patch].filter((each) => each !== undefined).length !== 1)
    throw new UserError('give one of update, text and patch.');
  const deleted: string[] = [];
  const patched = patchedFiles(patch ?? '');
  for (const { path } of patched.filter(({ isDeleted }) => isDeleted)) {
    const place = await changeable(path, files);
    if ('uri' in place) deleted.push(place.uri);
  }
  const judged = [
    ...change.files,
    ...patched.map(({ path }) => path).filter((path) => readable.test(path)),
    ...(deleted.length > 0 ? await files.dependents(deleted) : []),
  ];
  const [first] = judged;
  if (first === undefined) throw new UserError('give the data files to judge: the change names no RDF file.');
  const checked = await files.check(judged);
  /** A file as it was checked: edits are of that text, and it need not be read again. */
  const textOf = async (uri: string): Promise<FileText> => {
    const documents = checked.run.analyses.map(({ graphs }) => graphs.linked.documents.get(uri));
    const document = documents.find((each) => each !== undefined);
    return document ? { kind: 'text', text: document.text } : files.read(uri);
  };
  return verifyChange(await read(), checked, (uri) => files.nameOf(uri));

  async function read(): Promise<ReadChange> {
    if (update !== undefined) return textsOfUpdate(update, checked.run, signal);
    if (patch !== undefined)
      return textsOfPatch(patch, {
        read: textOf,
        uriOf: (path) => changeable(path, files),
        ignores: (path) =>
          files.ignoresOtherFiles === true && !readable.test(path) && !saysHowFilesAreJudged(path),
      });
    const place = await changeable(first!, files);
    return 'refused' in place
      ? { kind: 'refused', reason: place.refused }
      : textsOfText({ uri: place.uri, text: text! }, await textOf(place.uri));
  }
}

/** The uri of a path that may be changed. */
async function changeable(
  path: string,
  files: ChangeableFiles,
): Promise<{ readonly uri: string } | { readonly refused: string }> {
  try {
    const uri = await files.uriOf(path);
    if (saysHowFilesAreJudged(uri))
      return { refused: `${path} says how files are judged, so a change of it can't be verified.` };
    if (!readable.test(path)) return { refused: `${path} is not read, so a change of it can't be verified.` };
    return { uri };
  } catch (error) {
    if (error instanceof UserError) return { refused: error.message };
    throw error;
  }
}

/** @param path or URI. */
function saysHowFilesAreJudged(path: string): boolean {
  return isProjectFile(path) || `/${path}`.endsWith(`/${settingsFile}`);
}

const readable = new RegExp(
  `\\.(?:${[...turtleExtensions, 'nt', 'nq', 'jsonld', 'rdf', 'owl', 'xml'].join('|')})$`,
  'i',
);
