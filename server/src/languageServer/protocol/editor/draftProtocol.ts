/** What clients ask about drafts of shapes. */

export interface DraftedShapes {
  /** Turtle. */
  readonly text: string;
  readonly shapes: number;
  readonly constraints: number;
  /** How many results the data have when they are validated with the draft. */
  readonly results: number;
}
