/**
 * What of the shapes a prompt shows (spec/vio.md 16). `M`: all of them. `S`: the constraint that is violated and the
 * shapes that it refers to. `Sn`: that, and what is said in words about its classes.
 */
export type ShapesStrategy = 'M' | 'S' | 'Sn';

/**
 * What of the data a prompt shows. `G`: all of them. `F`: the triples that the verdict rests on. `F+`: those, and the
 * ones of a node that does it right.
 */
export type DataStrategy = 'G' | 'F' | 'F+';

/** Which context a model gets: `SF+` by default, which the paper found to be the best trade. */
export type Strategy = `${ShapesStrategy}${DataStrategy}`;

export const strategies: readonly Strategy[] = ['MG', 'MF', 'MF+', 'SG', 'SF', 'SF+', 'SnG', 'SnF', 'SnF+'];

export function isStrategy(text: string): text is Strategy {
  return (strategies as readonly string[]).includes(text);
}

/** A strategy, and whether the model is shown the repairs that were found without it, to choose from or improve on. */
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

/** As `readApproach` reads it. */
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
