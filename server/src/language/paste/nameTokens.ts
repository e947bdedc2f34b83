import type { TextRange } from '../../base/textRange.ts';
import { writtenNames } from '../occurrences/writtenNames.ts';

/** A prefixed name in a text. */
export interface NameToken extends TextRange {
  /** Without its colon. */
  readonly prefix: string;
}

/** The prefixed names of a text, whether or not it is a whole document. */
export function nameTokens(text: string): readonly NameToken[] {
  return writtenNames(text, [{ start: 0, end: text.length }])
    .filter(({ kind }) => kind === 'name')
    .map(({ start, end }) => ({ start, end, prefix: text.slice(start, text.indexOf(':', start)) }));
}
