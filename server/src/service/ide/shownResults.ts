import type { Evaluator } from '../../shacl/evaluator.ts';
import type { ValidationFindings, Violation } from '../../shacl/model/violation.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import type { ResultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { DescribedNamespaces } from '../../workspace/project/describedNamespaces.ts';
import type { EarlierPlaces } from './diagnostics/keptResults.ts';
import { type PlacedViolation, placeViolations } from './diagnostics/placedViolation.ts';
import type { UncertainResults } from './diagnostics/uncertainResults.ts';
import { groupUndescribed, type ResultGroup } from './diagnostics/undescribed.ts';
import type { Suppression } from './suppressions/readSuppressions.ts';
import { mayHaveSuppressions } from './suppressions/suppressionWord.ts';
import type { SuppressedResults, SuppressedViolation } from './suppressions/suppressResults.ts';
import type { UnitGraphs } from './unitGraphs.ts';

/** The results of a unit, as they are shown. */
export interface ShownResults {
  /** All results as they were found, before the project file and comments are applied. */
  readonly located: readonly PlacedViolation[];
  /** The results to show. */
  readonly placed: readonly PlacedViolation[];
  readonly groups: readonly ResultGroup[];
  /** The results that comments ignore or the project file switches off. */
  readonly suppressed: readonly SuppressedViolation[];
  /** The comments that ignore a result. */
  readonly used: ReadonlySet<Suppression>;
  readonly contextResults: readonly Violation[];
  /** As `groupUndescribed` has them. */
  readonly settled?: ReadonlySet<Violation>;
}

/** What is needed to show the results of a unit. */
export interface ShownUnit {
  readonly graphs: UnitGraphs;
  readonly evaluator: Evaluator;
  readonly described: DescribedNamespaces;
  readonly uncertain: UncertainResults;
  readonly earlier?: (EarlierPlaces & Pick<ShownResults, 'settled'>) | undefined;
}

/** Places results, and sorts out those that are ignored or not about the data. */
export async function shownResults(
  violations: readonly Violation[],
  { graphs, evaluator, described, uncertain, earlier }: ShownUnit,
  signal: AbortSignal,
  isWhole = true,
): Promise<ShownResults> {
  const { reported, contextResults } = splitResults(violations, graphs.input);
  const certain = uncertain.withhold(reported);
  const before = earlier && (await import('./diagnostics/keptResults.ts')).keptPlaces(earlier, graphs);
  const located = await placeViolations(certain, graphs, evaluator, before, signal);
  const { placed: found, suppressed, used } = await withoutIgnored(located, graphs);
  const grouped = await groupUndescribed(
    found,
    graphs,
    evaluator,
    described,
    isWhole,
    signal,
    earlier?.settled,
  );
  return { ...grouped, located, suppressed, used, contextResults };
}

/** Gives results the severities of the project file, and separates those that it or a comment in a file ignores. */
export async function withoutIgnored(
  results: readonly PlacedViolation[],
  graphs: UnitGraphs,
): Promise<SuppressedResults> {
  let found: SuppressedResults = { placed: results, suppressed: [], used: new Set() };
  const { project } = graphs.linked;
  if (project && project.severity.length > 0) {
    const { applyProjectSeverities } = await import('./suppressions/projectSeverities.ts');
    const { placed, off } = await applyProjectSeverities(results, project, graphs);
    found = { ...found, placed, suppressed: off };
  }
  if ([...graphs.data, ...graphs.shapes].some(mayHaveSuppressions)) {
    const { suppressResults } = await import('./suppressions/suppressResults.ts');
    const { placed, suppressed, used } = await suppressResults(found.placed, graphs);
    found = { placed, suppressed: [...suppressed, ...found.suppressed], used };
  }
  return found;
}

/** What was found about a unit. */
export interface FoundResults extends ShownResults {
  readonly evaluator: Evaluator;
  /** All results that were kept. */
  readonly result: ValidationFindings;
  /** How many results were handed over. */
  readonly taken: ReadonlyMap<ResultLevel, number>;
}

/** The results of some focus nodes, which are not kept after they have been taken. */
export interface TakenResults {
  readonly focusNodes: number;
  /** By root focus node, as in `validateNodeByNode`. */
  readonly results: readonly PlacedViolation[];
}
