import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { FileText, FoundFiles } from './fileSystem.ts';

/** Provides documents: the editor's text of an open file, otherwise the text on disk. */
export interface DocumentStore {
  /** The one uri by which a file is known, for any spelling of it. */
  fileUri(uri: string): string;
  /** The parsed file, or why it cannot be read. */
  document(uri: string): Promise<TurtleDocument | Unreadable>;
  /** The text of a file that is not Turtle: from the editor, otherwise from disk. The same object until it changes. */
  text(uri: string): Promise<FileText>;
  /** As `FileSystem.isForeign`. */
  isForeign(uri: string, besideUri: string): Promise<boolean>;
  /** Parses a document under the name of its file, so that a parse that never ends is attributed to the file. */
  parse(document: TurtleDocument): void;
  /** The documents of the workspace, for finding ontologies by IRI. */
  workspaceFiles(): Promise<readonly string[]>;
  /**
   * The files below a folder that match a glob and are under `root`. They are opened without following links out of it.
   */
  list(folderUri: string, glob: string, root: string | undefined): Promise<FoundFiles>;
  /** True when the user has opened the file. */
  isOpen(uri: string): boolean;
  /** True when a file is below a folder by their real paths. */
  liesUnder(uri: string, folderUri: string): Promise<boolean>;
  /** The nearest folder upwards, starting with this one, that contains `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
}

export type Unreadable = Extract<FileText, { readonly kind: 'unreadable' }>;

export function isReadable(document: TurtleDocument | Unreadable): document is TurtleDocument {
  return !('kind' in document);
}

/** How many files a glob may match. */
export const maxFilesPerGlob = 1000;
