import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { FileText, FoundFiles } from './fileSystem.ts';

/** Where documents come from: the editor's text where a file is open, else the disk. */
export interface DocumentStore {
  /** The parsed file, or why it can't be read. */
  document(uri: string): Promise<TurtleDocument | Unreadable>;
  /** Has a document parsed, in the name of its file: what parses it first may be what never ends. */
  parse(document: TurtleDocument): void;
  /** The documents that the workspace holds, for looking up ontology IRIs. */
  workspaceFiles(): Promise<readonly string[]>;
  /** The files below a folder that match a glob and lie under its root; they are opened without leaving that. */
  list(folderUri: string, glob: string, root: string | undefined): Promise<FoundFiles>;
  /** True when the text is one that the user has opened. */
  isOpen(uri: string): boolean;
  /** True when a file lies under a folder by their real paths. */
  liesUnder(uri: string, folderUri: string): Promise<boolean>;
  /** The nearest folder, this one or one upwards, that holds `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
}

export type Unreadable = Extract<FileText, { readonly kind: 'unreadable' }>;

export function isReadable(document: TurtleDocument | Unreadable): document is TurtleDocument {
  return !('kind' in document);
}

/** How many files one glob may bring in. */
export const maxFilesPerGlob = 1000;
