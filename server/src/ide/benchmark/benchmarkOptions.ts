/** The user's options for a benchmark; everything else has its default. */
export interface BenchmarkOptions {
  /** As in suite.json: cover, exhaustive, sample:N, per-focus, mistakes. */
  readonly mode: string;
  readonly seed: number;
  readonly crossCheck: 'all' | 'none';
  /** What to do if the graph already has results. */
  readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
}
