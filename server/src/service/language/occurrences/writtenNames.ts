import type { TextRange } from '../../../base/textRange.ts';
import { Lexer } from '../../../rdf/turtle/lexer.ts';
import { SourceText } from '../../../rdf/turtle/sourceText.ts';

/** A token that writes an IRI, a prefixed name or a blank node label. */
export interface WrittenName extends TextRange {
  readonly kind: 'iri' | 'name' | 'label';
}

/** The names in ranges of a text, which start at tokens; whether or not statements can be read there. */
export function writtenNames(text: string, ranges: readonly TextRange[]): readonly WrittenName[] {
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  const found: WrittenName[] = [];
  for (const { start, end } of ranges) {
    for (let kind = lexer.seek(start); kind !== 'end' && lexer.start < end; kind = lexer.advance()) {
      if (kind !== 'iri' && kind !== 'name' && kind !== 'label') continue;
      if (lexer.problem === undefined) found.push({ kind, start: lexer.start, end: lexer.end });
    }
  }
  return found;
}
