import type { TextRange } from '../../base/textRange.ts';
import { Lexer } from '../../turtle/lexer.ts';
import { SourceText } from '../../turtle/sourceText.ts';

/** A prefixed name in a text. */
export interface NameToken extends TextRange {
  /** Without its colon. */
  readonly prefix: string;
}

/** The prefixed names of a text, whether or not it is a whole document. */
export function nameTokens(text: string): readonly NameToken[] {
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  const found: NameToken[] = [];
  for (let kind = lexer.seek(0); kind !== 'end'; kind = lexer.advance()) {
    if (kind !== 'name' || lexer.problem !== undefined) continue;
    const { start, end } = lexer;
    found.push({ start, end, prefix: text.slice(start, text.indexOf(':', start)) });
  }
  return found;
}
