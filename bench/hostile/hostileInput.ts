/** An input made to be slow, whose cost must grow with its size and no faster. */
export interface HostileInput {
  readonly what: string;
  /** The smallest of the sizes that are measured, which are n, 2n and 4n. */
  readonly n: number;
  /** Makes the input of a size; what it returns is timed, in a fresh state. */
  prepare(size: number): () => unknown;
  /** How much work an input of a size asks for, where that is not its size: pairs of focus and value node, say. */
  work?(size: number): number;
}
