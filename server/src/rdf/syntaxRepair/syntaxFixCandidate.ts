import type { TextEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Declaration } from '../turtle/parsedChunk.ts';

/** An edit that may fix an error, not verified yet. */
export interface SyntaxFixCandidate {
  readonly title: string;
  /** In offsets of the excerpt. */
  readonly edit: TextEdit;
  /** How far-fetched the edit is: 1 when hardly anything else can be meant, one more for each step away from that. */
  readonly cost: number;
  /** For an edit of the directives: what it declares. Such an edit has offsets of the document. */
  readonly declared?: Declaration;
}

/** The text of a range, with a backslash before each of the given offsets of the text. */
export function withBackslashes(text: string, { start, end }: TextRange, places: readonly number[]): string {
  let result = '';
  for (let i = start; i < end; i++) result += places.includes(i) ? `\\${text[i]}` : text[i];
  return result;
}

export function insertion(at: number, newText: string): TextEdit {
  return { range: { start: at, end: at }, newText };
}
