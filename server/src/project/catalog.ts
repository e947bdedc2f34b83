import { terms } from '../rdf/terms.ts';
import { owl, rdf } from '../rdf/vocab.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type DocumentStore, isReadable } from './documentStore.ts';

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
 * as owl:Ontology with that IRI or as that version of an ontology, or the file with that uri. IRIs are never
 * dereferenced.
 */
export class Catalog {
  readonly #store: DocumentStore;
  #index: Promise<Index> | undefined;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** The files that the IRI may refer to; empty when the workspace has none. */
  async filesOf(iri: string): Promise<readonly OntologyFile[]> {
    const { byIri, files } = await this.#indexed();
    if (files.has(iri)) return [{ uri: iri, ontologies: [], versions: [], size: 0 }];
    return byIri.get(withoutFragment(iri)) ?? [];
  }

  /** All IRIs under which files are found, without a trailing `#`, with the first file of each. */
  async declared(): Promise<Iterable<readonly [iri: string, uri: string]>> {
    const { byIri } = await this.#indexed();
    return [...byIri].map(([iri, [first]]) => [iri, first!.uri] as const);
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
      if (!isReadable(document) || !document.text.includes('Ontology')) continue;
      this.#store.parse(document);
      const file = ontologyFile(document);
      for (const iri of new Set([...file.ontologies, ...file.versions].map(withoutFragment))) {
        const known = byIri.get(iri);
        if (known) known.push(file);
        else byIri.set(iri, [file]);
      }
    }
    return { byIri, files };
  }
}

interface Index {
  /** By the IRIs of ontologies and versions, without a trailing `#`. */
  readonly byIri: ReadonlyMap<string, readonly OntologyFile[]>;
  readonly files: ReadonlySet<string>;
}

/** What a document declares about ontologies. */
export function ontologyFile({ uri, rope, graph }: TurtleDocument): OntologyFile {
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
}

/** The same IRI for ontologies that are imported with and without a trailing `#`. */
export function withoutFragment(iri: string): string {
  return iri.replace(/#$/, '');
}
