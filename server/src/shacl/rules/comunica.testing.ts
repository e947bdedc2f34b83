import { QueryEngine } from '@comunica/query-sparql-rdfjs-lite';
import { Parser, Store } from 'n3';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { fromRdfjs } from '../../rdf/rdfjsView.ts';
import type { Triple } from '../../rdf/terms.ts';

const engine = new QueryEngine();

/** Triples that Comunica is asked about, in a store that shares nothing with our graphs. */
export class ComunicaGraph {
  readonly #store = new Store();

  add(triples: Iterable<Triple>): void {
    const lines = [...triples].map(tripleToNTriples).join('\n');
    this.#store.addQuads(new Parser({ format: 'N-Triples' }).parse(lines));
  }

  /** The triples that a CONSTRUCT query makes of them. */
  async construct(query: string): Promise<readonly Triple[]> {
    const quads = await (await engine.queryQuads(query, { sources: [this.#store] })).toArray();
    return quads.map(({ subject, predicate, object }) => ({
      subject: fromRdfjs(subject)!,
      predicate: fromRdfjs(predicate)!,
      object: fromRdfjs(object)!,
    }));
  }
}
