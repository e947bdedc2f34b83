import type { LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';
import type { LibrarySource, LoadContext } from './placedDocument.ts';

/**
 * The format of a text that a library has to read; undefined for what our parser reads. A name that says RDF/XML is not
 * trusted alone: ontologies in Turtle are often named .owl.
 */
export function libraryFormatOf(uri: string, text: string): LibraryFormat | undefined {
  if (/\.json(?:ld)?$/i.test(uri)) return 'JSON-LD';
  return /\.(?:rdf|rdfs|owl|xml)$/i.test(uri) && /^\uFEFF?\s*<(?:[?!]|[\w.-]+(?::[\w.-]+)?[\s/>])/.test(text)
    ? 'RDF/XML'
    : undefined;
}

/** Reads a text with a library, which is loaded when the first text needs it. */
export async function readWithLibrary(
  format: LibraryFormat,
  source: LibrarySource,
  load: LoadContext,
): Promise<TurtleDocument> {
  switch (format) {
    case 'RDF/XML':
      return (await import('./rdfXml.ts')).readRdfXml(source);
    case 'JSON-LD':
      return (await import('./jsonLd.ts')).readJsonLd(source, load);
  }
}
