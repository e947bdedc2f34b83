/** The score of an answer, or of several answers to the same question, by one metric. */
export interface Observation {
  readonly dataset: string;
  /** The model, or the system if it uses no model. */
  readonly model: string;
  /** The contents of the prompt; undefined for systems without prompts. */
  readonly strategy: ObservedStrategy | undefined;
  readonly caseId: string;
  readonly metric: string;
  /** 0 or 1, or a share between. */
  readonly value: number;
}

export interface ObservedStrategy {
  /** The shapes in the prompt: M, S, Sn. */
  readonly manifest: string;
  /** The data in the prompt: G, F, F+. */
  readonly graph: string;
}

/** A comparison of all observations at one level of a factor with all those at another. */
export interface FactorComparison {
  readonly factor: ComparedFactor;
  readonly reference: string;
  readonly comparison: string;
}

export type ComparedFactor = 'manifest' | 'graph' | 'model';

/** The level of a factor that an observation, or a cell of observations, has. */
export function levelOf(
  { model, strategy }: Pick<Observation, 'model' | 'strategy'>,
  factor: ComparedFactor,
): string | undefined {
  return factor === 'model' ? model : strategy?.[factor];
}

/**
 * The comparisons of the paper: contexts of prompts, if there are several, and all pairs of models. In each pair, the
 * model listed first is the reference.
 */
export function comparisonsOf(
  observations: readonly Observation[],
  models: readonly string[],
): readonly FactorComparison[] {
  const seen = new Set(
    observations.flatMap(({ strategy }) => (strategy ? [strategy.manifest, strategy.graph] : [])),
  );
  const levels = (factor: ComparedFactor) =>
    contexts
      .filter((each) => each.factor === factor)
      .flatMap(({ reference, comparison }) => [reference, comparison]);
  const isVaried = (factor: ComparedFactor) =>
    new Set(levels(factor).filter((level) => seen.has(level))).size > 1;
  return [
    ...contexts.filter(({ factor }) => isVaried(factor)),
    ...models.flatMap((reference, i) =>
      models.slice(i + 1).map((comparison): FactorComparison => ({ factor: 'model', reference, comparison })),
    ),
  ];
}

const contexts: readonly FactorComparison[] = [
  { factor: 'manifest', reference: 'M', comparison: 'S' },
  { factor: 'manifest', reference: 'S', comparison: 'Sn' },
  { factor: 'manifest', reference: 'M', comparison: 'Sn' },
  { factor: 'graph', reference: 'G', comparison: 'F' },
  { factor: 'graph', reference: 'F', comparison: 'F+' },
  { factor: 'graph', reference: 'G', comparison: 'F+' },
];
