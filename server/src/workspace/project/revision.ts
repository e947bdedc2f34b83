import type { FileSystem, FileText, ListBounds } from './fileSystem.ts';
import { isAtOrBelow } from './linkRoot.ts';
import { matchesGlob, searchFrom } from './uris.ts';

/** An earlier state of the repository that a folder is in. */
export interface Revision {
  /** As the user named it. */
  readonly name: string;
  /** The files of that state. For a symbolic link, where it led. */
  readonly files: ReadonlyMap<string, { readonly linkTo?: string }>;
  /** The files that were added, changed, removed or renamed since, under both their former and present names. */
  readonly changed: ReadonlySet<string>;
  /** Those of them that are no longer there. */
  readonly removed: ReadonlySet<string>;
  /** The old names of renamed files, by the new ones. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The text of a file of that state. */
  read(uri: string): Promise<FileText>;
}

/** What the next commit of a repository would hold: the files of its index. */
export interface StagedFiles extends Revision {
  /** The files that it would add, change or remove. */
  readonly staged: ReadonlySet<string>;
}

/**
 * The files as they were at a revision. Files outside the repository, and those that it ignores, have their present
 * state, because their former one is unknown.
 */
export class RevisionFileSystem implements FileSystem {
  readonly #now: FileSystem;
  readonly #revision: Revision;

  get ignoresCase(): boolean {
    return this.#now.ignoresCase;
  }

  constructor(now: FileSystem, revision: Revision) {
    this.#now = now;
    this.#revision = revision;
  }

  async read(uri: string, under?: string): Promise<FileText> {
    const { files, changed } = this.#revision;
    const real = resolvedLink(uri, files);
    const entry = files.get(real);
    if (entry === undefined && changed.has(real))
      return { kind: 'unreadable', reason: 'missing', detail: `at ${this.#revision.name}` };
    if (entry === undefined || (real === uri && !changed.has(real))) return this.#now.read(real, under);
    if (under !== undefined && !isAtOrBelow(real, under))
      return { kind: 'unreadable', reason: 'outside', detail: real };
    return changed.has(real) ? this.#revision.read(real) : this.#now.read(real, under);
  }

  async list(folderUri: string, glob: string, bounds: ListBounds) {
    const found = await this.#now.list(folderUri, glob, bounds);
    if (found.incomplete !== undefined) return found;
    const { files, changed, removed } = this.#revision;
    const { start, rest } = searchFrom(folderUri, glob);
    const existed = found.uris.filter((uri) => files.has(uri) || !changed.has(uri));
    const gone = [...removed].filter((uri) => matchesGlob(start, rest, uri));
    const uris = [...new Set([...existed, ...gone])].sort((a, b) => (a < b ? -1 : 1));
    return {
      uris: uris.slice(0, bounds.files),
      truncated: found.truncated || uris.length > bounds.files,
    };
  }

  async liesUnder(uri: string, folderUri: string): Promise<boolean> {
    const { files, changed } = this.#revision;
    const real = resolvedLink(uri, files);
    return changed.has(real) && files.has(real)
      ? isAtOrBelow(real, folderUri)
      : this.#now.liesUnder(uri, folderUri);
  }

  async isForeign(uri: string, besideUri: string): Promise<boolean> {
    // The owner of a deleted file is unknown.
    return !this.#revision.removed.has(uri) && this.#now.isForeign(uri, besideUri);
  }

  isReadOnly(uri: string): Promise<boolean> {
    return this.#now.isReadOnly(uri);
  }

  repositoryOf(folderUri: string): Promise<string | undefined> {
    return this.#now.repositoryOf(folderUri);
  }

  async shippedContexts() {
    return (await this.#now.shippedContexts?.()) ?? {};
  }
}

/** The file that a symbolic link of a revision leads to. */
export function resolvedLink(uri: string, files: Revision['files']): string {
  let here = uri;
  for (let steps = 0; steps < maxLinks; steps++) {
    const target = files.get(here)?.linkTo;
    if (target === undefined) return here;
    here = target;
  }
  return here;
}

const maxLinks = 10;
