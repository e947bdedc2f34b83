import type { Triple } from '../terms.ts';
import type { Statement, TripleSource } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** True for statements that were parsed without an error; only those are edited. */
export function isEditableStatement(document: TurtleDocument, statement: Statement): boolean {
  if (statement.kind === 'skipped') return false;
  if (statement.kind === 'triples' && statement.dot === undefined) return false;
  const end = statement.start + statement.length;
  return document.errors.every(({ range }) => range.end < statement.start || end < range.start);
}

/** All places that state a triple. Throws when one of them cannot be edited. */
export function editableSources(document: TurtleDocument, triple: Triple): readonly TripleSource[] {
  const sources = document.sources.occurrences(triple);
  if (sources.every(({ statement }) => isEditableStatement(document, statement))) return sources;
  throw new NotExpressible('The statement to change has a syntax error.');
}

/**
 * A change that cannot be written into the document. Thrown deep inside the planning of an edit and turned into a
 * result by `planEdits`; it never leaves this folder.
 */
export class NotExpressible extends Error {}
