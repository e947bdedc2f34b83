/** An input designed to be slow. Its cost must not grow faster than its size. */
export interface HostileInput {
  readonly what: string;
  /** The smallest measured size. The sizes are n, 2n and 4n. */
  readonly n: number;
  /** Makes an input of a size. The returned function is timed and starts from a fresh state. */
  prepare(size: number): () => unknown;
  /**
   * The amount of work for an input of a size when it differs from the size, such as pairs of focus and value nodes.
   */
  work?(size: number): number;
}
