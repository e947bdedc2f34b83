import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import type { GivenSettings } from '../../service/ide/unitSettings.ts';
import { whyOver } from '../../shacl/watch.ts';
import { isGlob } from '../../workspace/project/glob.ts';
import { isAtOrBelow } from '../../workspace/project/linkRoot.ts';
import { fileNameOfUri, folderOf, relativePath } from '../../workspace/project/uris.ts';
import { isProjectFile, turtleExtensions } from '../../workspace/project/workspaceFiles.ts';
import { settingsFile, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import {
  type ChangedText,
  patchedPaths,
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

/** What all files are judged with. */
export interface GuardOptions {
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  readonly given: GivenSettings;
  /** The folders that files have to be in, as URIs; undefined for all. */
  readonly roots: () => readonly string[] | undefined;
  /** Whether no other thread can stop work that does not end. */
  readonly isUnwatched?: true;
  /** Ends the work. */
  readonly signal: () => AbortSignal;
  /** When the work has to end, on the clock of `performance.now()`. */
  readonly deadline: () => number;
}

/**
 * The files that programs ask about and change: those in some folders, by their names and by their real paths. What was read is
 * kept as long as it is what the disk has.
 */
export class GuardedFiles {
  readonly #io: CommandIo;
  readonly #options: GuardOptions;
  #kept: (CheckedFiles & { readonly name: string }) | undefined;

  constructor(io: CommandIo, options: GuardOptions) {
    this.#io = io;
    this.#options = options;
  }

  nameOf(uri: string): string {
    return displayPath(this.#io.cwd, uri);
  }

  /**
   * The path of a file or folder.
   * @throws UserError outside of the folders.
   */
  async pathOf(file: string): Promise<string> {
    return URI.parse(await this.#inside(file)).fsPath;
  }

  /**
   * The text of a file.
   * @throws UserError when it is outside of the folders, or can't be read.
   */
  async textOf(file: string): Promise<string> {
    const read = await this.#io.fileSystem.read(await this.#inside(file));
    if (read.kind === 'text') return read.text;
    throw new UserError(`${file} can't be read: ${read.detail}.`);
  }

  /**
   * Validates data files.
   * @throws UserError for a file outside of the folders, or one that does not exist.
   */
  async check(files: readonly string[]): Promise<CheckedFiles> {
    const data = new Set<string>();
    for (const file of files) data.add(await this.#inside(file));
    const name = [...data].join('\n');
    if (this.#kept?.name === name && (await this.#kept.workspace.isCurrent())) return this.#kept;
    this.#kept = undefined;
    if (this.#options.roots() !== undefined) for (const uri of data) await this.#requireFile(uri);
    const { given, signal, deadline, shapes, context, isUnwatched } = this.#options;
    const { progress, ...io } = this.#io;
    const workspace = await Workspace.open(
      {
        ...io,
        ...(isUnwatched && { isUnwatched }),
        get signal() {
          return signal();
        },
        get deadline() {
          return deadline();
        },
      },
      given,
    );
    const links = { data: [...data], shapes, context };
    const run = await workspace.check(links, 'builtin');
    await workspace.isCurrent();
    this.#kept = { name, workspace, given: links, run };
    return this.#kept;
  }

  /**
   * Says what a change does to the results of files. Nothing is written.
   * @throws UserError when what is asked can't be understood; a change that can't be made is refused by the answer.
   */
  async verify(change: ProposedChange): Promise<VerifiedChange> {
    const kinds = [change.update, change.text, change.patch].filter((each) => each !== undefined);
    if (kinds.length !== 1) throw new UserError('give one of update, text and patch.');
    const files = [...change.files, ...this.#patched(change.patch)];
    const [first] = files;
    if (first === undefined)
      throw new UserError('give the data files to judge: the change names no file in Turtle or the like.');
    const checked = await this.check(files);
    const verified = await verifyChange(await this.#read(change, first, checked), checked, (uri) =>
      this.nameOf(uri),
    );
    // What was left out before and after the change is told of neither.
    const { whyFull } = this.#io;
    const why = whyOver({ deadline: this.#options.deadline, ...(whyFull && { whyFull }) });
    return why !== undefined && verified.verdict === 'holds'
      ? { ...verified, verdict: 'undecided', reasons: [why] }
      : verified;
  }

  /**
   * Writes what was verified.
   * @throws UserError when a file is not what it was when the change was verified. What was written before is taken back.
   */
  async write(texts: ReadonlyMap<string, ChangedText>): Promise<void> {
    const written: (readonly [string, string, string])[] = [];
    this.#kept = undefined;
    for (const [uri, { before, after }] of texts) {
      try {
        await this.#inside(uri);
        if (before === undefined)
          throw new UserError(`${this.nameOf(uri)} is new, and only files that exist are written.`);
        await this.#io.writeFile(uri, before, after);
        written.push([uri, before, after]);
      } catch (error) {
        for (const [uri, before, after] of written) await this.#io.writeFile(uri, after, before);
        throw error;
      }
    }
  }

  /** @throws UserError for a pattern or folder, since some of its files may be outside of the folders. */
  async #requireFile(uri: string): Promise<void> {
    const file = await this.#io.fileSystem.read(uri);
    if (file.kind === 'text') return;
    if (file.reason === 'directory' || isGlob(this.nameOf(uri)))
      throw new UserError(`${this.nameOf(uri)} is no file: give each file by its name.`);
  }

  #read({ update, text, patch }: ProposedChange, first: string, checked: CheckedFiles): Promise<ReadChange> {
    const read = (uri: string) => this.#io.fileSystem.read(uri);
    if (update !== undefined) return textsOfUpdate(update, checked.run, this.#options.signal());
    if (patch !== undefined) return textsOfPatch(patch, { read, uriOf: (path) => this.#changeable(path) });
    return this.#changeable(first).then(async (place) =>
      'refused' in place
        ? { kind: 'refused', reason: place.refused }
        : textsOfText({ uri: place.uri, text: text! }, await read(place.uri)),
    );
  }

  /** The RDF files that a patch changes. */
  #patched(patch: string | undefined): readonly string[] {
    if (patch === undefined) return [];
    return patchedPaths(patch).filter((path) => readable.test(path));
  }

  /** The uri of a path that a change may be of. */
  async #changeable(path: string): Promise<{ readonly uri: string } | { readonly refused: string }> {
    const uri = uriOf(this.#io.cwd, path);
    if (isProjectFile(uri) || uri.endsWith(`/${settingsFile}`))
      return { refused: `${path} says how files are judged, so a change of it can't be verified.` };
    if (!readable.test(path)) return { refused: `${path} is not read, so a change of it can't be verified.` };
    try {
      return { uri: await this.#inside(path) };
    } catch (error) {
      if (error instanceof UserError) return { refused: error.message };
      throw error;
    }
  }

  /** @throws UserError for a file outside of the folders, by its name or by where a link leads. */
  async #inside(path: string): Promise<string> {
    const uri = uriOf(this.#io.cwd, path);
    const { fileSystem } = this.#io;
    const roots = this.#options.roots();
    if (roots === undefined) return uri;
    for (const root of roots.filter((each) => isAtOrBelow(uri, each))) {
      const below = relativePath(root, `${uri}/`);
      if (below === '' || (await fileSystem.liesUnder(uri, root))) return uri;
      // What is new has no real path yet, but its folder has. A link that leads nowhere is in it by its name.
      const folder = folderOf(uri);
      if (below?.indexOf('/') !== below!.length - 1 && !(await fileSystem.liesUnder(folder, root))) continue;
      const names = await this.#io.listFolder(folder);
      if (typeof names !== 'string' && !names.includes(fileNameOfUri(uri))) return uri;
    }
    const folders = roots.map((root) => this.nameOf(root)).join(' or ');
    throw new UserError(`${this.nameOf(uri)} is not in ${folders || 'a folder that may be read'}.`);
  }
}

const readable = new RegExp(
  `\\.(?:${[...turtleExtensions, 'nt', 'nq', 'jsonld', 'rdf', 'owl', 'xml'].join('|')})$`,
  'i',
);
