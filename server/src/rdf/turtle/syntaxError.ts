import type { TextRange } from '../../base/textRange.ts';

/** A place where the text is not valid Turtle, with what was expected there. */
export interface TurtleSyntaxError {
  readonly range: TextRange;
  /** A sentence that says what is wrong and what would be right. */
  readonly message: string;
}
