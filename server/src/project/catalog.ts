import { terms } from '../rdf/terms.ts';
import { owl, rdf } from '../rdf/vocab.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type DocumentStore, isReadable } from './documentStore.ts';

/**
 * Finds the workspace file that an IRI in owl:imports or sh:shapesGraph refers to: the file that declares itself as
 * owl:Ontology with that IRI, or the file with that uri. IRIs are never dereferenced.
 */
export class Catalog {
  readonly #store: DocumentStore;
  #byIri: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** The uri of the file that the IRI refers to, undefined when the workspace has none. */
  async resolve(iri: string): Promise<string | undefined> {
    this.#byIri ??= this.#scan();
    const byIri = await this.#byIri;
    return byIri.get(iri) ?? byIri.get(withoutFragment(iri));
  }

  async #scan(): Promise<ReadonlyMap<string, string>> {
    const byIri = new Map<string, string>();
    for (const uri of await this.#store.workspaceFiles()) {
      if (!byIri.has(uri)) byIri.set(uri, uri);
      const document = await this.#store.document(uri);
      // Most files declare no ontology; a text search avoids indexing them.
      if (!isReadable(document) || !document.text.includes('Ontology')) continue;
      this.#store.parse(document);
      for (const iri of ontologyIris(document)) if (!byIri.has(iri)) byIri.set(iri, uri);
    }
    return byIri;
  }
}

/** The IRIs that a document declares as ontologies, also without a trailing `#`. */
export function ontologyIris(document: TurtleDocument): readonly string[] {
  return document.graph
    .subjects(rdf.type, owl.Ontology)
    .filter((id) => terms.isIri(id))
    .flatMap((id) => [terms.value(id), withoutFragment(terms.value(id))]);
}

function withoutFragment(iri: string): string {
  return iri.replace(/#$/, '');
}
