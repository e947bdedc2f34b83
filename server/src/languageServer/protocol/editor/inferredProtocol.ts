/** What clients ask about what is inferred. */

export interface InferredAnswer {
  /** Turtle with the inferred triples only. */
  readonly text: string;
  readonly triples: number;
  /** How many blank nodes rules made. */
  readonly newNodes: number;
  /** Sentences that say why less was inferred than follows. */
  readonly gaps: readonly string[];
  /** How many triples about blank nodes of the data are left out. */
  readonly unnameable: number;
}
