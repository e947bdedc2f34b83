import { Lexer } from '../../turtle/lexer.ts';
import { SourceText } from '../../turtle/sourceText.ts';
import { statementRange } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** A token of a statement with errors that writes a name, whether or not the statement could be read up to there. */
export interface BrokenName {
  readonly kind: 'iri' | 'name' | 'label';
  readonly start: number;
  readonly end: number;
}

/** The names in the statements of a document that have errors, in order. */
export function brokenNames(document: TurtleDocument): readonly BrokenName[] {
  if (document.errors.length === 0) return [];
  const source = new SourceText();
  source.set(document.text);
  const lexer = new Lexer(source);
  const found: BrokenName[] = [];
  for (const statement of document.statements) {
    const isBroken = statement.kind === 'skipped' || (statement.kind === 'triples' && statement.damaged);
    if (!isBroken) continue;
    const { start, end } = statementRange(statement);
    for (let kind = lexer.seek(start); kind !== 'end' && lexer.start < end; kind = lexer.advance()) {
      if (kind !== 'iri' && kind !== 'name' && kind !== 'label') continue;
      if (lexer.problem === undefined) found.push({ kind, start: lexer.start, end: lexer.end });
    }
  }
  return found;
}
