/**
 * The part of the shapes that a prompt shows (spec/vio.md 16). `M`: all of them. `S`: the violated constraint and the
 * shapes that it refers to. `Sn`: the same, with annotations of their classes.
 */
export type ShapesStrategy = 'M' | 'S' | 'Sn';

/**
 * The part of the data that a prompt shows. `G`: all of them. `F`: the triples that the verdict depends on. `F+`: the
 * same, with the triples of a node that satisfies the constraint.
 */
export type DataStrategy = 'G' | 'F' | 'F+';

/** The context that a model gets. The default is `SF+`, which the paper found to be the best compromise. */
export type Strategy = `${ShapesStrategy}${DataStrategy}`;

export const strategies: readonly Strategy[] = ['MG', 'MF', 'MF+', 'SG', 'SF', 'SF+', 'SnG', 'SnF', 'SnF+'];

export function isStrategy(text: string): text is Strategy {
  return (strategies as readonly string[]).includes(text);
}

/** A strategy, and whether the model sees the symbolic repairs to choose from or improve. */
export interface Approach {
  readonly strategy: Strategy;
  readonly choose: boolean;
}

const choosing = 'choose:';

/** Reads `SF+` or `choose:SF+`; undefined for anything else. */
export function readApproach(text: string): Approach | undefined {
  const choose = text.startsWith(choosing);
  const strategy = choose ? text.slice(choosing.length) : text;
  return isStrategy(strategy) ? { strategy, choose } : undefined;
}

/** The text that `readApproach` reads. */
export function approachText({ strategy, choose }: Approach): string {
  return choose ? choosing + strategy : strategy;
}

export function partsOf(strategy: Strategy): {
  readonly shapes: ShapesStrategy;
  readonly data: DataStrategy;
} {
  const [, shapes, data] = /^(M|Sn|S)(G|F\+|F)$/.exec(strategy)!;
  return { shapes: shapes as ShapesStrategy, data: data as DataStrategy };
}
