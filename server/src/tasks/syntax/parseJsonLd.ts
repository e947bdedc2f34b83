/** The one file that knows the library that reads JSON-LD, which is loaded when the first text is read. */
import type * as RDF from '@rdfjs/types';
import { fromRdfjs } from '../../rdf/rdfjsView.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';

export interface JsonLdGraph {
  /** Of the default graph; empty when there is an error. */
  readonly triples: readonly Triple[];
  /** What is wrong with the text, in a sentence; undefined when nothing is. */
  readonly error: string | undefined;
}

/** Reads a text as JSON-LD. Nothing is fetched: a context that is elsewhere is an error. Blank nodes of two texts differ. */
export async function parseJsonLd(text: string): Promise<JsonLdGraph> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  const scope = `jsonld:${++parsed}:`;
  const triples: Triple[] = [];
  const error = await new Promise<string | undefined>((resolve) => {
    const parser = new JsonLdParser({
      documentLoader: {
        load: (url: string) =>
          Promise.reject(new Error(`the context ${url} is not part of the text, and nothing is fetched`)),
      },
    });
    parser.on('data', (quad: RDF.Quad) => {
      const triple = tripleOf(quad, scope);
      if (triple) triples.push(triple);
    });
    parser.on('error', ({ message }: Error) => resolve(`${message.split('\n', 1)[0]}.`));
    parser.on('end', () => resolve(undefined));
    parser.end(text);
  });
  const problem = error ?? jsonError(text);
  return { triples: problem === undefined ? triples : [], error: problem };
}

let parsed = 0;

/** The library overlooks text behind the end, and an empty one. */
function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

function tripleOf({ subject, predicate, object, graph }: RDF.Quad, scope: string): Triple | undefined {
  if (graph.termType !== 'DefaultGraph') return undefined;
  const [s, p, o] = [subject, predicate, object].map((term): TermId | undefined =>
    term.termType === 'BlankNode' ? terms.blankNode(scope + term.value) : fromRdfjs(term),
  );
  return s === undefined || p === undefined || o === undefined
    ? undefined
    : { subject: s, predicate: p, object: o };
}
