/** The outcome of a section of the benchmarks. */
export interface Findings {
  readonly title: string;
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  /** What readers need to know to judge the numbers. */
  readonly notes: readonly string[];
  /** Why the section could not be measured completely. */
  readonly failure?: string;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A measured value and the value that the project requires. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly wanted: { readonly kind: 'atLeast' | 'atMost'; readonly value: number };
}

/** `exponent` is the exponent of a power law. */
export type Unit = '×' | 'ms' | 'KB' | 'MB' | 'requests' | 'exponent';

export interface SectionOptions {
  /** Whether to run the slow peers on the biggest data, too. */
  readonly full: boolean;
  /** The folder of another build (`dist`) that cold starts are compared with. */
  readonly against?: string;
  /** The only row to measure, by its name, in sections that say which they have. */
  readonly only?: string;
}

export function atLeast(value: number): Bar['wanted'] {
  return { kind: 'atLeast', value };
}

export function atMost(value: number): Bar['wanted'] {
  return { kind: 'atMost', value };
}

export function isMet({ value, wanted }: Bar): boolean {
  return wanted.kind === 'atLeast' ? value >= wanted.value : value <= wanted.value;
}
