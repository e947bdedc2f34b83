/** What one answer, or several to the same question, scored by one metric. */
export interface Observation {
  readonly dataset: string;
  /** The model, or the system where that asks none. */
  readonly model: string;
  /** What the prompt showed; undefined for systems without prompts. */
  readonly strategy: ObservedStrategy | undefined;
  readonly caseId: string;
  readonly metric: string;
  /** 0 or 1, or a share between. */
  readonly value: number;
}

export interface ObservedStrategy {
  /** The shapes: M, S, Sn. */
  readonly manifest: string;
  /** The data: G, F, F+. */
  readonly graph: string;
}

/** What is held against each other: everything with the one level against everything with the other. */
export interface Comparison {
  readonly factor: ComparedFactor;
  readonly reference: string;
  readonly comparison: string;
}

export type ComparedFactor = 'manifest' | 'graph' | 'model';

/** The level that an observation, or a cell of them, has of a factor. */
export function levelOf(
  { model, strategy }: Pick<Observation, 'model' | 'strategy'>,
  factor: ComparedFactor,
): string | undefined {
  return factor === 'model' ? model : strategy?.[factor];
}

/** The comparisons of the paper: contexts of prompts, and the models two by two, as far as there is a side to each. */
export function comparisonsOf(observations: readonly Observation[]): readonly Comparison[] {
  const models = [...new Set(observations.map(({ model }) => model))].sort((a, b) => (a < b ? -1 : 1));
  const seen = new Set(
    observations.flatMap(({ strategy }) => (strategy ? [strategy.manifest, strategy.graph] : [])),
  );
  return [
    ...contexts.filter(({ reference, comparison }) => seen.has(reference) || seen.has(comparison)),
    ...models.flatMap((reference, i) =>
      models.slice(i + 1).map((comparison): Comparison => ({ factor: 'model', reference, comparison })),
    ),
  ];
}

const contexts: readonly Comparison[] = [
  { factor: 'manifest', reference: 'M', comparison: 'S' },
  { factor: 'manifest', reference: 'S', comparison: 'Sn' },
  { factor: 'manifest', reference: 'M', comparison: 'Sn' },
  { factor: 'graph', reference: 'G', comparison: 'F' },
  { factor: 'graph', reference: 'F', comparison: 'F+' },
  { factor: 'graph', reference: 'G', comparison: 'F+' },
];
