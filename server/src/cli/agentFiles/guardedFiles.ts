import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { type AgentFiles, type ProposedChange, verifyProposed } from '../../service/agents/agentFiles.ts';
import { type ChangedText, deletedByPeople } from '../../service/agents/proposedChange.ts';
import type { CheckedFiles, VerifiedChange } from '../../service/agents/verifyChange.ts';
import type { GivenSettings } from '../../service/ide/unitSettings.ts';
import { whyOver } from '../../shacl/watch.ts';
import { isGlob } from '../../workspace/project/glob.ts';
import { isAtOrBelow } from '../../workspace/project/linkRoot.ts';
import { fileNameOfUri, folderOf, relativePath } from '../../workspace/project/uris.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';

/** What all files are judged with. */
export interface GuardOptions {
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  readonly given: GivenSettings;
  /** The folders that files have to be in, as URIs; undefined for all. */
  readonly roots: () => readonly string[] | undefined;
  /** Whether patches may have files that are not RDF, which are ignored. */
  readonly ignoresOtherFiles?: true;
  /** Whether no other thread can interrupt work that never ends. */
  readonly isUnwatched?: true;
  /** Ends the work. */
  readonly signal: () => AbortSignal;
  /** When the work has to end, on the clock of `performance.now()`. */
  readonly deadline: () => number;
}

/**
 * The files that programs ask about and change: those in some folders, by their names and by their real paths. What was
 * read is kept as long as the disk has the same.
 */
export class GuardedFiles implements AgentFiles {
  readonly #io: CommandIo;
  readonly #options: GuardOptions;
  #kept: { readonly name: string; readonly workspace: Workspace; readonly checked: CheckedFiles } | undefined;

  constructor(io: CommandIo, options: GuardOptions) {
    this.#io = io;
    this.#options = options;
  }

  nameOf(uri: string): string {
    return displayPath(this.#io.cwd, uri);
  }

  /**
   * The path of a file or folder.
   * @throws UserError outside the folders.
   */
  async pathOf(file: string): Promise<string> {
    return URI.parse(await this.#inside(file)).fsPath;
  }

  async textOf(file: string): Promise<string> {
    const read = await this.#io.fileSystem.read(await this.#inside(file));
    if (read.kind === 'text') return read.text;
    throw new UserError(`${file} can't be read: ${read.detail}.`);
  }

  async check(files: readonly string[]): Promise<CheckedFiles> {
    const data = new Set<string>();
    for (const file of files) data.add(await this.#inside(file));
    const name = [...data].join('\n');
    if (this.#kept?.name === name && (await this.#kept.workspace.isCurrent())) return this.#kept.checked;
    this.#kept = undefined;
    if (this.#options.roots() !== undefined) for (const uri of data) await this.#requireFile(uri);
    const { shapes, context } = this.#options;
    const workspace = await this.#open();
    const links = { data: [...data], shapes, context };
    const run = await workspace.check(links, 'builtin');
    await workspace.isCurrent();
    const checked: CheckedFiles = {
      run,
      checkWith: (texts) => workspace.checkWith(texts, links, run),
      analyse: (unit, previous) => workspace.analyse(unit, 'builtin', previous),
      proven: (analysis, find) => workspace.proven(analysis, find),
      describingFiles: workspace.describingFiles,
    };
    this.#kept = { name, workspace, checked };
    return checked;
  }

  async verify(change: ProposedChange): Promise<VerifiedChange> {
    let unread = 0;
    const verified = await verifyProposed(
      change,
      {
        check: (files) => this.check(files),
        nameOf: (uri) => this.nameOf(uri),
        read: (uri) => this.#io.fileSystem.read(uri),
        uriOf: (path) => this.#inside(path),
        dependents: async (uris) => {
          const { allowed, others } = await this.#dependents(uris);
          unread = others;
          return allowed;
        },
        ignoresOtherFiles: this.#options.ignoresOtherFiles,
      },
      this.#options.signal(),
    );
    // What was skipped both before and after the change is reported for neither.
    const { whyFull } = this.#io;
    const why =
      whyOver({ deadline: this.#options.deadline, ...(whyFull && { whyFull }) }) ??
      (unread > 0 ? `${unread} of the files that depend on the deletion may not be read.` : undefined);
    return why !== undefined && verified.verdict === 'holds'
      ? { ...verified, verdict: 'undecided', reasons: [why] }
      : verified;
  }

  #open(): Promise<Workspace> {
    const { given, signal, deadline, isUnwatched } = this.#options;
    const { progress, ...io } = this.#io;
    return Workspace.open(
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
  }

  /** The files below the working directory that are or were linked to one of these, and how many more may not be read. */
  async #dependents(
    uris: readonly string[],
  ): Promise<{ readonly allowed: readonly string[]; readonly others: number }> {
    const workspace = await this.#open();
    const allowed: string[] = [];
    let others = 0;
    for (const uri of await workspace.concernedBy(new Set(uris))) {
      const isAllowed = await this.#inside(uri).then(
        () => true,
        () => false,
      );
      if (isAllowed) allowed.push(uri);
      else others++;
    }
    return { allowed, others };
  }

  /** When a file can't be written, earlier writes are undone. Created files come last, because they would remain. */
  async write(texts: ReadonlyMap<string, ChangedText>): Promise<void> {
    const written: (readonly [string, string, string])[] = [];
    this.#kept = undefined;
    const isNew = ({ before }: ChangedText) => before === undefined;
    const deleted = [...texts].find(([, { after }]) => after === undefined);
    if (deleted) throw new UserError(deletedByPeople(this.nameOf(deleted[0])));
    const ordered = [...texts].toSorted(([, a], [, b]) => Number(isNew(a)) - Number(isNew(b)));
    if ([...texts.values()].filter(isNew).length > 1)
      throw new UserError('the change creates several files. Make a change for each of them.');
    for (const [uri, { before, after }] of ordered) {
      try {
        await this.#inside(uri);
        if (before === undefined) await this.#create(uri, after!);
        else {
          await this.#io.writeFile(uri, before, after!);
          written.push([uri, before, after!]);
        }
      } catch (error) {
        for (const [uri, before, after] of written) await this.#io.writeFile(uri, after, before);
        throw error;
      }
    }
  }

  /** @throws UserError when it is there already. */
  async #create(uri: string, text: string): Promise<void> {
    const found = await this.#io.fileSystem.read(uri);
    if (found.kind === 'text' || found.reason !== 'missing')
      throw new UserError(`${this.nameOf(uri)} was created meanwhile, so it is left alone.`);
    await this.#io.writeBytes(URI.parse(uri).fsPath, new TextEncoder().encode(text));
  }

  /** @throws UserError for a pattern or folder, since some of its files may be outside the folders. */
  async #requireFile(uri: string): Promise<void> {
    const file = await this.#io.fileSystem.read(uri);
    if (file.kind === 'text') return;
    if (file.reason === 'directory' || isGlob(this.nameOf(uri)))
      throw new UserError(`${this.nameOf(uri)} is not a file: give each file by its name.`);
  }

  /** @throws UserError for a file outside the folders, by its name or by where a link leads. */
  async #inside(path: string): Promise<string> {
    const uri = uriOf(this.#io.cwd, path);
    const { fileSystem } = this.#io;
    const roots = this.#options.roots();
    if (roots === undefined) return uri;
    for (const root of roots.filter((each) => isAtOrBelow(uri, each))) {
      const below = relativePath(root, `${uri}/`);
      if (below === '' || (await fileSystem.liesUnder(uri, root))) return uri;
      // A new file has no real path yet, but its folder has. A link without a target counts as in the folder that its name
      // is in.
      const folder = folderOf(uri);
      if (below?.indexOf('/') !== below!.length - 1 && !(await fileSystem.liesUnder(folder, root))) continue;
      const names = await this.#io.listFolder(folder);
      if (typeof names !== 'string' && !names.includes(fileNameOfUri(uri))) return uri;
    }
    const folders = roots.map((root) => this.nameOf(root)).join(' or ');
    throw new UserError(`${this.nameOf(uri)} is not in ${folders || 'a folder that may be read'}.`);
  }
}
