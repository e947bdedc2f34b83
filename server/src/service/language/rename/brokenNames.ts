import { statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { type WrittenName, writtenNames } from '../occurrences/symbolAt.ts';

/** The names in the statements of a document that have errors, in order, also behind what could be read. */
export function brokenNames(document: TurtleDocument): readonly WrittenName[] {
  if (document.errors.length === 0) return [];
  const broken = [...document.statements].filter(
    (statement) => statement.kind === 'skipped' || (statement.kind === 'triples' && statement.damaged),
  );
  return writtenNames(document.text, broken.map(statementRange));
}
