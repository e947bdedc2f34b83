import type { Rope } from '../../base/rope.ts';
import { Scope } from '../turtle/scope.ts';
import { StatementSequence } from '../turtle/statementSequence.ts';
import { type LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';
import { namespaces } from '../vocab.ts';
import type { LibrarySource, LoadContext } from './placedDocument.ts';

/**
 * The format of a text that a library has to read; undefined for a text that our parser reads. A name that says RDF/XML is
 * not trusted alone: ontologies in Turtle are often named .owl.
 */
export function libraryFormatOf(uri: string, text: string): LibraryFormat | undefined {
  if (/\.json(?:ld)?(?:\.gz)?$/i.test(uri)) return 'JSON-LD';
  return /\.(?:rdf|rdfs|owl|xml)(?:\.gz)?$/i.test(uri) &&
    /^\uFEFF?\s*<(?:[?!]|[\w.-]+(?::[\w.-]+)?[\s/>])/.test(text)
    ? 'RDF/XML'
    : undefined;
}

/** Whether a text is RDF whose name says only that it is JSON or XML; for other names, true. */
export function holdsRdf(uri: string, text: string | Rope): boolean {
  if (/\.json$/i.test(uri)) return /"@(?:context|graph|id)"\s*:/.test(`${text}`);
  return !/\.xml$/i.test(uri) || `${text}`.includes(namespaces.rdf);
}

/** A text that has not been read yet: a document that states nothing. */
export function unreadDocument(
  format: LibraryFormat,
  source: { readonly uri: string; readonly version: number; readonly text: string | Rope },
): TurtleDocument {
  return TurtleDocument.ofLibrary(format, source, new StatementSequence([]), new Scope(source.uri, []));
}

/**
 * Reads a text with a library, which is loaded when the first text needs it. A long JSON-LD text yields to the event loop.
 *
 * @throws the signal's reason when aborted.
 */
export async function readWithLibrary(
  format: LibraryFormat,
  source: LibrarySource,
  load: LoadContext,
  signal?: AbortSignal,
): Promise<TurtleDocument> {
  const document = await read(format, source, load, signal);
  readings.set(document, { source, load });
  return document;
}

async function read(
  format: LibraryFormat,
  source: LibrarySource,
  load: LoadContext,
  signal: AbortSignal | undefined,
): Promise<TurtleDocument> {
  switch (format) {
    case 'RDF/XML':
      return (await import('./rdfXml.ts')).readRdfXml(source);
    case 'JSON-LD':
      return (await import('./jsonLd.ts')).readJsonLd(source, load, signal);
  }
}

/** What a document was read from. */
export interface LibraryReading {
  readonly source: LibrarySource;
  readonly load: LoadContext;
}

const readings = new WeakMap<TurtleDocument, LibraryReading>();

/** What a document was read from, to read it again with another text; undefined for a document that no library has read. */
export function libraryReadingOf(document: TurtleDocument): LibraryReading | undefined {
  return readings.get(document);
}

/** A document with another text, read in the same way as before. */
export async function rereadDocument(document: TurtleDocument, text: string): Promise<TurtleDocument> {
  const { libraryFormat, version } = document;
  const reading = libraryReadingOf(document);
  return libraryFormat && reading
    ? readWithLibrary(libraryFormat, { ...reading.source, text }, reading.load)
    : document.changed(version, text);
}
