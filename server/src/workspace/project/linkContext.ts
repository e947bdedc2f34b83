import type { Catalog } from './catalog.ts';
import type { DocumentStore } from './documentStore.ts';
import type { LinkSetting, Settings } from './settings.ts';

/** What links are resolved with. */
export interface LinkContext {
  readonly store: DocumentStore;
  readonly catalog: Catalog;
  readonly folders: readonly FolderLinks[];
  /** The files that the user named, besides the data file; by default, the given files of the unit. */
  readonly named?: ReadonlySet<string>;
  /** The folder that limits the globs written in a file of this folder. */
  rootOf(folderUri: string): Promise<string>;
}

/** The settings of one workspace folder about links. */
export interface FolderLinks {
  readonly folderUri: string;
  readonly links: readonly LinkSetting[];
  /** The files of ontologies by IRI, as paths relative to the folder. */
  readonly ontologies: Settings['ontologies'];
}
