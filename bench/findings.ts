/** What a section of the benchmarks found out. */
export interface Findings {
  readonly title: string;
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  /** What a reader has to know to judge the numbers. */
  readonly notes: readonly string[];
  /** Why the section could not be measured to its end. */
  readonly failure?: string;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A measured value beside the value that the project wants. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly wanted: { readonly kind: 'atLeast' | 'atMost'; readonly value: number };
}

/** `exponent` is that of a power. */
export type Unit = '×' | 'ms' | 'KB' | 'MB' | 'exponent';

export interface SectionOptions {
  /** Whether to wait for the slow peers on the biggest data too. */
  readonly full: boolean;
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
