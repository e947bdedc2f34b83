import type { Position } from '../../base/lineIndex.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { fileNameOfUri } from './uris.ts';

/*
 * File headers and settings in a repository can link any file of the machine that checks it: `# shapes: .git/config`,
 * `# context: ../.env`. The contents of such a file must not get into a log that others read, nor to a model.
 */

/** How a linked file that the user did not name relates to the files that link it. */
export interface LinkedFile {
  /** True when its real path is under the root of the links. */
  readonly isUnderRoot: boolean;
}

/** Why nothing of a file may be shown; undefined when all of it may be. */
export function foreignReason(uri: string, { isUnderRoot }: LinkedFile): string | undefined {
  if (!hasRdfExtension(uri))
    return `its name does not have the extension of an RDF file (${extensions.join(', ')})`;
  return isUnderRoot ? undefined : 'it lies outside of the folder that links it';
}

/**
 * Why a file whose contents may not be shown is not used either. A file that is not Turtle was not meant to be linked.
 */
export function linkRefusal(
  document: TurtleDocument,
  reason: string,
  { isUnderRoot }: LinkedFile,
): { readonly message: string; readonly position: Position | undefined } | undefined {
  const name = fileNameOfUri(document.uri);
  if (!isUnderRoot && !hasRdfExtension(document.uri)) {
    const message = `${name} is not used: it lies outside of the folder that links it, and ${reason}. ${remedy}`;
    return { message, position: undefined };
  }
  const [first] = document.errors;
  if (!first) return undefined;
  const position = document.lines.positionAt(first.range.start);
  const place = `line ${position.line + 1}, column ${position.character + 1}`;
  const message = `${name} is not used: it is not Turtle (${place}). Its text is not shown, because ${reason}. ${remedy}`;
  return { message, position };
}

/** Replaces a message about the text of such a file. */
export const withheldMessage = `There is a problem here. Its text is not shown, because the file lies outside of the folder that links it or its name is not that of an RDF file. Open it in the editor, or name it on the command line.`;

const remedy = 'To use it, open it in the editor or name it on the command line.';

const extensions = ['.ttl', '.turtle', '.nt', '.nq', '.trig', '.n3', '.rdf', '.owl', '.jsonld', '.shacl'];

function hasRdfExtension(uri: string): boolean {
  const name = fileNameOfUri(uri).toLowerCase();
  return extensions.some((extension) => name.endsWith(extension) && name.length > extension.length);
}
