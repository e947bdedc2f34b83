/** The files of the world outside, declared by those who read them: link resolution and the analysis host. */
export interface FileSystem {
  /**
   * The text of a regular file (UTF-8, a byte order mark removed), or why there is none. Answers within a time-out and
   * reads no more than its limit, whatever the name leads to.
   *
   * @param under a folder that the file has to lie in, by its real path.
   */
  read(uri: string, under?: string): Promise<FileText>;
  /** The URIs of the files below a folder that match a glob, sorted. Skips node_modules and .git. */
  list(folderUri: string, glob: string, bounds: ListBounds): Promise<FoundFiles>;
  /** True when a file lies under a folder by their real paths. */
  liesUnder(uri: string, folderUri: string): Promise<boolean>;
  /** The nearest folder, this one or one upwards, that holds `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
}

export interface ListBounds {
  /** How many files are listed at most. */
  readonly files: number;
  /**
   * The folder that the glob and all that it finds stay under, by their real paths. Links to folders in it are followed,
   * each folder once.
   */
  readonly root?: string;
}

/** What a glob found. */
export interface FoundFiles {
  readonly uris: readonly string[];
  /** There were more than were asked for. */
  readonly truncated: boolean;
  /** Why not all that the glob may match was looked at, as a sentence without its end. */
  readonly incomplete?: string;
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
