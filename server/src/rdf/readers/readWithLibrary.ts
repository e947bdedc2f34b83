import type { LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';
import type { LibrarySource } from './placedDocument.ts';

/** The text of a file that a text refers to, or why it can't be had, as the end of a sentence. */
export type LoadContext = (iri: string) => Promise<{ readonly text: string } | { readonly problem: string }>;

/**
 * The format of a text that a library has to read; undefined for what our parser reads. A name that says RDF/XML is not
 * trusted alone: ontologies in Turtle are often named .owl.
 */
export function libraryFormatOf(uri: string, text: string): LibraryFormat | undefined {
  return /\.(?:rdf|rdfs|owl|xml)$/i.test(uri) && /^\uFEFF?\s*<(?:[?!]|[\w.-]+(?::[\w.-]+)?[\s/>])/.test(text)
    ? 'RDF/XML'
    : undefined;
}

/** Reads a text with a library, which is loaded when the first text needs it. */
export async function readWithLibrary(
  format: LibraryFormat,
  source: LibrarySource,
  _load: LoadContext,
): Promise<TurtleDocument> {
  switch (format) {
    case 'RDF/XML':
      return (await import('./rdfXml.ts')).readRdfXml(source);
    case 'JSON-LD':
      throw new Error('not yet');
  }
}
