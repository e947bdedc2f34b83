/** The files of the world outside, declared by those who read them: link resolution and the analysis host. */
export interface FileSystem {
  /** The text of a file (UTF-8, a byte order mark removed), or why there is none. */
  read(uri: string): Promise<FileText>;
  /**
   * The URIs of the files below a folder that match a glob (`**`, `*`, `?`, `{a,b}`; `../` leads upwards), sorted.
   * Stops at `limit` files; `truncated` says that there were more. Does not follow symbolic links out of the
   * folder, and skips node_modules and .git.
   */
  list(
    folderUri: string,
    glob: string,
    limit: number,
  ): Promise<{ readonly uris: readonly string[]; readonly truncated: boolean }>;
}

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'unreadable';
      readonly reason: 'missing' | 'directory' | 'denied' | 'tooLarge' | 'binary' | 'failed';
      readonly detail: string;
    };
