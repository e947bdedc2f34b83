import { Catalog } from '../../workspace/project/catalog.ts';
import type { DocumentStore } from '../../workspace/project/documentStore.ts';
import type { LinkContext } from '../../workspace/project/linkContext.ts';
import {
  type GivenLinks,
  givenUnit,
  type LinkedUnit,
  linkedUnit,
} from '../../workspace/project/linkedUnit.ts';
import { linkRoot } from '../../workspace/project/linkRoot.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import { ShapesCache } from './unitGraphs.ts';

/** Where the files of a session are, and the settings for their links. */
export interface SessionPlace {
  /** The folders whose settings count. */
  readonly folders: readonly {
    readonly uri: string;
    readonly settings: Pick<Settings, 'links' | 'ontologies'>;
  }[];
  /** The working directory of a command. Without it, the folders are open in an editor. */
  readonly workingFolder?: string;
  /** The files that the user named. */
  readonly named?: ReadonlySet<string>;
}

/**
 * What is needed to link and validate units, in an editor, on the command line and in the library: the documents, what they
 * declare about ontologies, and their compiled shapes.
 */
export class Session {
  readonly #documents: DocumentStore;
  readonly #place: () => SessionPlace;
  #catalog: Catalog;
  #shapesCache: ShapesCache;

  /** @param place is called for each unit. */
  constructor(documents: DocumentStore, place: () => SessionPlace, shapesCache = new ShapesCache()) {
    this.#documents = documents;
    this.#place = place;
    this.#catalog = new Catalog(documents);
    this.#shapesCache = shapesCache;
  }

  get shapesCache(): ShapesCache {
    return this.#shapesCache;
  }

  /** A data file with all that it is linked to, and with context that the user named. */
  linked(uri: string, context: readonly string[] = []): Promise<LinkedUnit> {
    return linkedUnit(uri, this.#linkContext(), context);
  }

  /** A unit of given files. */
  given(links: GivenLinks): Promise<LinkedUnit> {
    return givenUnit(links, this.#linkContext());
  }

  /** Has ontologies searched for again, because files or settings have changed. */
  forgetCatalog(): void {
    this.#catalog = new Catalog(this.#documents);
  }

  /** Forgets everything that refers to terms by their ids, except for the documents. */
  forgetTerms(): void {
    this.#shapesCache = new ShapesCache();
    this.forgetCatalog();
  }

  #linkContext(): LinkContext {
    const { folders, workingFolder, named } = this.#place();
    const workspaceFolders = workingFolder === undefined ? folders.map(({ uri }) => uri) : [];
    return {
      store: this.#documents,
      catalog: this.#catalog,
      folders: folders.map(({ uri, settings: { links, ontologies } }) => ({
        folderUri: uri,
        links,
        ontologies,
      })),
      ...(named && { named }),
      rootOf: (folderUri) =>
        linkRoot(folderUri, {
          workspaceFolders,
          ...(workingFolder !== undefined && { workingFolder }),
          repositoryOf: (folder) => this.#documents.repositoryOf(folder),
        }),
    };
  }
}
