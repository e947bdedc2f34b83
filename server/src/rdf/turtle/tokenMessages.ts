import { knownPrefixes } from '../knownPrefixes.ts';
import type { Lexer } from './lexer.ts';
import { excerpt } from './sourceText.ts';

/* Messages about a token that is not allowed where it is. */

export function subjectMessage(lexer: Lexer): string {
  const found = foundToken(lexer);
  switch (lexer.kind) {
    case '.':
      return "Expected a statement, found '.'. Remove it.";
    case 'at':
      return `Expected a statement, found ${found}. The directives are @prefix, @base and @version.`;
    case '<<(':
      return `Expected a subject, found ${found}. A triple term can only be an object; write << … >> for what reifies it.`;
    case 'word':
      return lexer.is('a')
        ? "Expected a subject before 'a'."
        : `Expected a statement, found ${found}. A name needs a prefix and a colon, such as 'ex:${lexer.slice}'.`;
    case 'string':
    case 'integer':
    case 'decimal':
    case 'double':
      return `Expected a subject, found ${found}. A literal can only be an object.`;
    default:
      return `Expected a statement, found ${found}.`;
  }
}

/** @param after what precedes the predicate, if that is to be mentioned. */
export function verbMessage(lexer: Lexer, after: 'subject' | undefined): string {
  const expected = `Expected a predicate${after ? ` after the ${after}` : ''}, found ${foundToken(lexer)}.`;
  switch (lexer.kind) {
    case 'word':
      return `${expected} A name needs a prefix and a colon, such as 'ex:${lexer.slice}'.`;
    case 'label':
    case 'string':
    case '[':
    case '(':
      return `${expected} A predicate is an IRI.`;
    default:
      return expected;
  }
}

/** @param predicate as it is written, undefined when it is not known. */
export function objectMessage(lexer: Lexer, predicate: string | undefined): string {
  const name = predicate === undefined ? 'the predicate' : excerpt(predicate);
  const expected = `Expected an object after ${name}, found ${foundToken(lexer)}.`;
  if (lexer.kind !== 'word') return expected;
  return lexer.is('a')
    ? `${expected} 'a' can only be a predicate; write rdf:type.`
    : `${expected} A name needs a prefix and a colon, text needs quotes.`;
}

export function undeclaredMessage(prefix: string): string {
  return `Prefix '${prefix}' is not declared. Add '@prefix ${prefix}: <${knownPrefixes.get(prefix) ?? '…'}> .'.`;
}

/** The current token, quoted for a message. */
export function foundToken(lexer: Lexer): string {
  return lexer.kind === 'end' ? 'the end of the file' : excerpt(lexer.slice);
}
