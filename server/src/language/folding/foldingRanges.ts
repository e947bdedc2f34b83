import type { TextRange } from '../../base/textRange.ts';
import { statementRange } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The ranges of a document that a reader may want to fold away, in order: its statements. */
export function foldingRanges(document: TurtleDocument): readonly TextRange[] {
  return document.statements.filter(({ kind }) => kind === 'triples').map(statementRange);
}
