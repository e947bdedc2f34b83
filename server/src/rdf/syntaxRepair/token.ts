import type { TextRange } from '../../base/textRange.ts';
import { Lexer, type TokenKind } from '../turtle/lexer.ts';
import { SourceText } from '../turtle/sourceText.ts';

/** A token as the lexer reads it without knowing the statement around it. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
  /** True when the lexer reports a problem inside the token. */
  readonly hasProblem: boolean;
  /** Strings: 1 or 3. */
  readonly quotes: number;
  /** Strings: false when the end is missing. */
  readonly closed: boolean;
}

/** The tokens of a text from an offset on. After an unclosed string, reading continues on the next line. */
export function tokensOf(text: string, from: number): readonly Token[] {
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  const tokens: Token[] = [];
  lexer.seek(from);
  while (lexer.kind !== 'end') {
    const { kind, start, quotes, closed } = lexer;
    const lineEnd = text.indexOf('\n', start);
    const isOpen = kind === 'string' && !closed && lineEnd >= 0;
    const end = isOpen ? Math.min(lexer.end, lineEnd) : lexer.end;
    const hasProblem = lexer.problem !== undefined;
    tokens.push({ kind, start, end, text: text.slice(start, end), hasProblem, quotes, closed });
    if (isOpen) lexer.seek(end);
    else lexer.advance();
  }
  return tokens;
}

/** The index of the first token that ends after an offset; the number of tokens when there is none. */
export function tokenAt(tokens: readonly Token[], offset: number): number {
  const index = tokens.findIndex(({ end }) => end > offset);
  return index < 0 ? tokens.length : index;
}
