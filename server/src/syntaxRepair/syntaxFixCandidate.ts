import type { TextEdit } from '../base/textEdit.ts';
import type { TextRange } from '../base/textRange.ts';
import type { Declaration } from '../turtle/parsedChunk.ts';

/** An edit that may mend an error, before anything is known about what it leads to. */
export interface SyntaxFixCandidate {
  readonly title: string;
  /** In offsets of the excerpt. */
  readonly edit: TextEdit;
  /** How far from natural it is: 1 for what can hardly be meant otherwise, one more for each step away from that. */
  readonly cost: number;
  /** For an edit of directives, which stand elsewhere: what it declares. Then the offsets are those of the document. */
  readonly declared?: Declaration;
}

/** What stands in a range, with a backslash in front of each of the places, which are offsets of the text, too. */
export function withBackslashes(text: string, { start, end }: TextRange, places: readonly number[]): string {
  let result = '';
  for (let i = start; i < end; i++) result += places.includes(i) ? `\\${text[i]}` : text[i];
  return result;
}

export function insertion(at: number, newText: string): TextEdit {
  return { range: { start: at, end: at }, newText };
}
