import type { StoredText } from '../../base/storedText.ts';

/** The files outside the process, as link resolution and the analysis host need them. */
export interface FileSystem {
  /** True where names that differ only in case name the same file. */
  readonly ignoresCase: boolean;
  /**
   * The text of a regular file (UTF-8, without a byte order mark), or why it cannot be read. Answers within a time-out
   * and reads no more than its size limit, whatever the name refers to.
   *
   * @param under a folder that must contain the file by its real path.
   */
  read(uri: string, under?: string): Promise<FileText>;
  /** The same, but a large file stays where it is stored, and may be larger than a text can be. */
  open?(uri: string, under?: string): Promise<FileText | StoredFile>;
  /** The sorted URIs of the files below a folder that match a glob. Skips node_modules and .git. */
  list(folderUri: string, glob: string, bounds: ListBounds): Promise<FoundFiles>;
  /** True when a file is below a folder by their real paths. */
  liesUnder(uri: string, folderUri: string): Promise<boolean>;
  /**
   * True when a file belongs to somebody other than the user who runs this program, the system's administrator and the
   * owner of another file beside it. False where files have no owners.
   */
  isForeign(uri: string, besideUri: string): Promise<boolean>;
  /** True for a file that exists but that its user may not write. */
  isReadOnly(uri: string): Promise<boolean>;
  /** The nearest folder upwards, starting with this one, that contains `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
  /** The JSON-LD contexts that come with the program, by their addresses. */
  shippedContexts?(): Promise<Readonly<Record<string, unknown>>>;
}

export interface ListBounds {
  /** The maximum number of files to list. */
  readonly files: number;
  /**
   * The folder that contains the glob and all results by their real paths. Links to folders inside it are followed,
   * each folder once.
   */
  readonly root?: string;
}

/** A search for files, whose answer changes when matching files are created or deleted. */
export interface FileSearch {
  readonly folderUri: string;
  readonly glob: string;
}

/** The files that a glob matched. */
export interface FoundFiles {
  readonly uris: readonly string[];
  /** True when more files matched than were requested. */
  readonly truncated: boolean;
  /** Why the search for the glob is incomplete, as a sentence without its full stop. */
  readonly incomplete?: string;
}

/** A file that is too large to be held in memory. */
export interface StoredFile {
  readonly kind: 'stored';
  readonly stored: StoredText;
}

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'unreadable';
      readonly reason:
        | 'missing'
        | 'directory'
        | 'denied'
        | 'tooLarge'
        | 'binary'
        | 'pipe'
        | 'outside'
        | 'failed';
      readonly detail: string;
    };
