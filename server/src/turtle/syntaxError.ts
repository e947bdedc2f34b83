import type { TextRange } from '../base/textRange.ts';

/** A place where the text is not Turtle, with what was expected there. */
export interface TurtleSyntaxError {
  readonly range: TextRange;
  /** A sentence that names what is wrong and what would be right. */
  readonly message: string;
}
