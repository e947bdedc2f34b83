import { nearestOf } from '../../base/editDistance.ts';
import { memoized } from '../../base/memoized.ts';
import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { owl, rdf } from '../../rdf/vocab.ts';
import { type DocumentStore, isReadable } from './documentStore.ts';
import { folderOf, resolvePath } from './uris.ts';
import { locksBeside } from './workspaceFiles.ts';

/** A file of the workspace that declares ontologies. */
export interface OntologyFile {
  readonly uri: string;
  /** The IRIs that it declares as owl:Ontology. */
  readonly ontologies: readonly string[];
  /** The values of owl:versionIRI of these. */
  readonly versions: readonly string[];
  /** The length of its text, in UTF-16 code units. */
  readonly size: number;
}

/**
 * Finds the workspace files that an IRI in owl:imports or sh:shapesGraph may refer to: the files that declare themselves
 * as owl:Ontology with that IRI or as that version of an ontology, the file with that uri, or what was downloaded for it.
 * IRIs are never dereferenced.
 */
export class Catalog {
  readonly #store: DocumentStore;
  #index: Promise<Index> | undefined;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** The files that the IRI may refer to; empty when the workspace has none. */
  async filesOf(iri: string): Promise<readonly OntologyFile[]> {
    const { byIri, locked, files } = await this.#indexed();
    if (files.has(iri)) return [undeclared(iri)];
    const declared = byIri.get(withoutFragment(iri));
    if (declared) return declared;
    const downloaded = locked.get(withoutFragment(iri));
    return downloaded === undefined ? [] : [undeclared(downloaded)];
  }

  /** The declared IRI that was probably meant by one that no file declares, with its first file. */
  async nearest(iri: string): Promise<NearIri | undefined> {
    const { byIri, nearest } = await this.#indexed();
    const wanted = withoutFragment(iri);
    if (!nearest.has(wanted)) {
      const near = nearestIri(wanted, byIri);
      nearest.set(wanted, near && { iri: near.iri, uri: near.value[0]!.uri });
    }
    return nearest.get(wanted);
  }

  #indexed(): Promise<Index> {
    this.#index ??= this.#scan();
    return this.#index;
  }

  async #scan(): Promise<Index> {
    const byIri = new Map<string, OntologyFile[]>();
    const files = new Set(await this.#store.workspaceFiles());
    for (const uri of files) {
      const document = await this.#store.document(uri);
      // Most files declare no ontology; a text search avoids indexing them.
      if (!isReadable(document) || document.rope.indexOf('Ontology') < 0) continue;
      this.#store.parse(document);
      const file = ontologyFile(document);
      for (const iri of new Set([...file.ontologies, ...file.versions].map(withoutFragment))) {
        const known = byIri.get(iri);
        if (known) known.push(file);
        else byIri.set(iri, [file]);
      }
    }
    return { byIri, locked: await this.#locked(files), files, nearest: new Map() };
  }

  /** What was downloaded for IRIs that the downloaded files themselves do not declare. */
  async #locked(files: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const locked = new Map<string, string>();
    for (const uri of locksBeside(files)) {
      const text = await this.#store.text(uri);
      if (text.kind !== 'text') continue;
      const { readImportLock } = await import('./importLock.ts');
      const reading = readImportLock(text.text);
      if (reading.kind !== 'read') continue;
      for (const { iri, file } of reading.value) {
        const fileUri = resolvePath(folderOf(uri), file);
        if (files.has(fileUri)) locked.set(withoutFragment(iri), fileUri);
      }
    }
    return locked;
  }
}

interface Index {
  /** By the IRIs of ontologies and versions, without a trailing `#`. */
  readonly byIri: ReadonlyMap<string, readonly OntologyFile[]>;
  /** The files that were downloaded for IRIs. */
  readonly locked: ReadonlyMap<string, string>;
  readonly files: ReadonlySet<string>;
  /** Earlier look-ups. An import without a file is looked up at each keystroke. */
  readonly nearest: Map<string, NearIri | undefined>;
}

function undeclared(uri: string): OntologyFile {
  return { uri, ontologies: [], versions: [], size: 0 };
}

/** An IRI that is a typo or two away from another one. */
export interface NearIri {
  readonly iri: string;
  /** The file that declares it. */
  readonly uri: string;
}

/** What a document declares about ontologies. */
export const ontologyFile: (document: TurtleDocument) => OntologyFile = memoized(({ uri, rope, graph }) => {
  const declared = graph.subjects(rdf.type, owl.Ontology).filter((id) => terms.isIri(id));
  return {
    uri,
    ontologies: declared.map((id) => terms.value(id)),
    versions: declared
      .flatMap((id) => graph.objects(id, owl.versionIRI))
      .filter((id) => terms.isIri(id))
      .map((id) => terms.value(id)),
    size: rope.length,
  };
});

/** The IRI of an ontology, equal with and without a trailing `#`. */
export function withoutFragment(iri: string): string {
  return iri.replace(/#$/, '');
}

/** The declared IRI that was probably meant by one that no file declares; undefined when none is near. */
function nearestIri<T>(
  wanted: string,
  declared: Iterable<readonly [iri: string, value: T]>,
): { readonly iri: string; readonly value: T } | undefined {
  const best = nearestOf(wanted, declared, maxTypos, ([iri]) => iri);
  return best && { iri: best[0], value: best[1] };
}

/** Includes `https:` for `http:` with a missing slash at the end. */
const maxTypos = 2;
