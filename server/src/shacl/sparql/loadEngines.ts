import { memoized } from '../../base/memoized.ts';
import {
  loadLinearRegex,
  maxMatchLength,
  mayMatchPatterns,
  regexRisk,
} from '../../rdf/literals/linearRegex.ts';
import { terms } from '../../rdf/terms.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { EvaluationProbe } from '../watch.ts';
import { hasQueries, loadQueryEngine, queryProperties } from './queryEngine.ts';

/** The code that judges nodes by queries, and selects targets by them. */
type QueryJudging = Pick<typeof import('./queryVerdicts.ts'), 'QueryVerdicts' | 'unusableQueries'> &
  Pick<typeof import('./targetsByQuery.ts'), 'selectedBy'>;

let judging: QueryJudging | undefined;

/** The code that judges by queries; undefined before it was loaded. */
export function queryJudging(): QueryJudging | undefined {
  return judging;
}

/**
 * Loads code that only some shapes need: the query evaluator, and the engine that matches costly patterns in linear time.
 * Validation is synchronous, so this has to be called before.
 */
export async function loadEnginesFor(shapes: ShapesGraph, probe?: EvaluationProbe): Promise<void> {
  if (hasQueries(shapes)) {
    probe?.queries?.();
    const [verdicts, targets] = await Promise.all([
      import('./queryVerdicts.ts'),
      import('./targetsByQuery.ts'),
      loadQueryEngine(shapes.graph),
    ]);
    judging ??= { ...verdicts, ...targets };
  }
  if (needsLinearRegex(shapes)) await loadLinearRegex();
}

/** Each edit of the data asks for the same shapes. */
const needsLinearRegex: (shapes: ShapesGraph) => boolean = memoized(
  ({ shapes, graph }) =>
    shapes.some(isCostly) ||
    queryProperties.some((property) =>
      graph.withPredicate(property).some(({ object }) => mayMatchPatterns(terms.value(object))),
    ),
);

function isCostly({ constraints }: Shape): boolean {
  return constraints.some(
    (each) =>
      each.kind === 'pattern' &&
      (regexRisk(each.pattern, each.flags) !== undefined ||
        maxMatchLength(each.pattern, each.flags) < longText),
  );
}

/** In UTF-16 units. Longer texts are rare, and V8 is faster with the shorter ones. */
const longText = 1000;
