/** What users choose for a benchmark; the rest is as by default. */
export interface BenchmarkOptions {
  /** As on the command line: cover, exhaustive, sample:N, per-focus. */
  readonly mode: string;
  readonly seed: number;
  readonly crossCheck: 'all' | 'none';
  /** What to do about results that the graph has already. */
  readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
}
