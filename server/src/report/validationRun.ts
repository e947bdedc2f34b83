import {
  type InputProblem,
  inputProblems,
  type PlacedNotChecked,
  placedNotChecked,
} from '../ide/diagnostics/inputProblems.ts';
import type { PlacedViolation } from '../ide/diagnostics/placedViolation.ts';
import type { Suppression } from '../ide/suppressions/readSuppressions.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { UnitGraphs } from '../ide/unitGraphs.ts';
import { hasShapes } from '../ide/verdict.ts';
import { inferences } from '../project/settings.ts';
import type { Inference } from '../shacl/entailment/entailment.ts';
import { reportedFocusNodes } from '../shacl/focusNodes.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { CleanUnit } from './cleanUnit.ts';
import { StableKeys } from './stableKey.ts';

/** Everything that a command found out about its files, ready for printing in any format. */
export interface ValidationRun {
  readonly analyses: readonly UnitAnalysis[];
  /** Units that conform, without their graphs. Everything else of the run is about all units. */
  readonly clean: readonly CleanUnit[];
  /** The data files of all units, in the order of the command line. */
  readonly data: readonly string[];
  /** In order of files and places. */
  readonly results: readonly ValidationRunResult[];
  /** The results that comments ignore; they are not among the others. */
  readonly suppressed: readonly SuppressedResult[];
  readonly contextResults: number;
  /** What was inferred before validation; for several units, the most. */
  readonly inference: Inference;
  readonly notChecked: readonly PlacedNotChecked[];
  /** Bad input. With an error, the answer is incomplete and the exit code is 2. */
  readonly problems: readonly InputProblem[];
  /** True when every data file could be read and has shapes. */
  readonly validated: boolean;
  /** The data files without shapes. */
  readonly withoutShapes: readonly string[];
  /** Triples of data and context. */
  readonly triples: number;
  /** Nodes of the data files that are targets of shapes, counted in each file. */
  readonly focusNodes: number;
  /** The files that the user named. */
  readonly named: ReadonlySet<string>;
  /** The data files that were not judged by themselves, because they are only shapes or context of others. */
  readonly supporting: readonly string[];
}

export interface ValidationRunResult extends PlacedViolation {
  /** Stable across runs. */
  readonly key: string;
  readonly analysis: UnitAnalysis;
  /** All analyses that found the result. */
  readonly analyses: readonly UnitAnalysis[];
}

/** A result that a comment ignores. */
export interface SuppressedResult extends ValidationRunResult {
  readonly suppression: Suppression;
}

/**
 * Processes a result while its constraint is announced, so that the constraint is skipped the next time if the work
 * never ends.
 */
export function whileAnnounced<T>(
  { analysis, violation }: Pick<ValidationRunResult, 'analysis' | 'violation'>,
  work: () => T,
): T {
  return analysis.evaluator.inNameOf(violation.constraint, work);
}

export interface RunParts {
  readonly analyses: readonly UnitAnalysis[];
  readonly clean?: readonly CleanUnit[];
  readonly supporting?: readonly string[];
  /** The files that the user named; by default all data files. */
  readonly named?: ReadonlySet<string>;
  /** The data files in the order of the command line; by default in that of the units. */
  readonly order?: readonly string[];
}

/** Combines the analyses of all units. A result that several of them found is listed once. */
export function validationRunOf(
  analyses: readonly UnitAnalysis[],
  { clean = [], supporting = [], ...given }: Omit<RunParts, 'analyses'> = {},
): ValidationRun {
  const units = analyses.map(({ graphs }) => graphs);
  const all = [...units.flatMap(({ linked }) => linked.unit.data), ...clean.flatMap(({ data }) => data)];
  const present = new Set(all);
  const withoutShapes = analyses
    .filter((analysis) => !hasShapes(analysis))
    .flatMap(({ graphs }) => graphs.linked.unit.data);
  return {
    analyses,
    clean,
    data: given.order ? given.order.filter((uri) => present.has(uri)) : all,
    ...allResults(analyses),
    contextResults: analyses.reduce((sum, { contextResults }) => sum + contextResults.length, 0),
    inference: mostInferred([
      ...units.map(({ input }) => input.entailment?.regime ?? 'none'),
      ...clean.map(({ inference }) => inference),
    ]),
    notChecked: allNotChecked(analyses),
    problems: distinct(
      analyses.flatMap(inputProblems),
      ({ message, uri, range }) => `${message} ${uri} ${range?.start}`,
    ),
    validated: withoutShapes.length === 0 && units.every(({ data }) => data.length > 0),
    withoutShapes,
    triples: tripleCount(units, clean),
    focusNodes: sum([
      ...analyses.map(({ graphs, evaluator }) => [...reportedFocusNodes(graphs.input, evaluator)].length),
      ...clean.map(({ focusNodes }) => focusNodes),
    ]),
    named: given.named ?? present,
    supporting,
  };
}

/** The triples of all data and context files, each file once. */
function tripleCount(units: readonly UnitGraphs[], clean: readonly CleanUnit[]): number {
  const read = units.flatMap(({ data, context }) => [...data, ...context]);
  const counts = new Map([
    ...clean.flatMap(({ triples }) => triples),
    ...read.map(({ uri, graph }) => [uri, graph.size] as const),
  ]);
  return sum([...counts.values()]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mostInferred(regimes: readonly Inference[]): Inference {
  return inferences.findLast((inference) => regimes.includes(inference)) ?? 'none';
}

export function hasErrors({ problems }: Pick<ValidationRun, 'problems'>): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function allResults(analyses: readonly UnitAnalysis[]): Pick<ValidationRun, 'results' | 'suppressed'> {
  const results: (ValidationRunResult & Partial<SuppressedResult>)[] = [];
  const seenBefore = new Map<string, UnitAnalysis[]>();
  for (const analysis of analyses) {
    const keys = new StableKeys(analysis.graphs.input);
    const seenHere = new Map<string, UnitAnalysis[]>();
    const found: readonly (PlacedViolation & Partial<SuppressedResult>)[] = [
      ...analysis.placed,
      ...analysis.suppressed,
    ];
    for (const { violation, place, suppression, restsOn } of found) {
      const key = whileAnnounced({ analysis, violation }, () => keys.key(violation));
      const occurrence = `${key} ${place?.document.uri} ${place?.range.start}`;
      const finders = seenBefore.get(occurrence) ?? [];
      seenHere.set(occurrence, finders);
      if (finders.length === 0)
        results.push({
          key,
          violation,
          place,
          analysis,
          analyses: finders,
          ...(suppression && { suppression }),
          ...(restsOn !== undefined && { restsOn }),
        });
    }
    for (const [occurrence, finders] of seenHere) {
      finders.push(analysis);
      seenBefore.set(occurrence, finders);
    }
  }
  // Keys are numbered together, so that ignoring one result does not rename another.
  const all = withDistinctKeys(inReadingOrder(results, analyses));
  return {
    results: all.filter((result) => !isSuppressed(result)),
    suppressed: all.filter(isSuppressed),
  };
}

/** True for a result that a comment ignores. */
export function isSuppressed(
  result: ValidationRunResult & Partial<SuppressedResult>,
): result is SuppressedResult {
  return result.suppression !== undefined;
}

/** By file in the order of the command line, then by place. */
export function inReadingOrder<Result extends ValidationRunResult>(
  results: readonly Result[],
  analyses: readonly UnitAnalysis[],
): Result[] {
  const documents = analyses.flatMap(({ graphs }) => [...graphs.data, ...graphs.shapes, ...graphs.context]);
  const rank = new Map<TurtleDocument | undefined, number>();
  for (const document of documents) if (!rank.has(document)) rank.set(document, rank.size);
  const fileRank = ({ place }: ValidationRunResult) => rank.get(place?.document) ?? rank.size;
  return [...results].sort(
    (a, b) => fileRank(a) - fileRank(b) || (a.place?.range.start ?? 0) - (b.place?.range.start ?? 0),
  );
}

/** Numbers the results that have the same key. */
function withDistinctKeys<Result extends ValidationRunResult>(results: readonly Result[]): readonly Result[] {
  const counts = new Map<string, number>();
  return results.map((result) => {
    const count = (counts.get(result.key) ?? 0) + 1;
    counts.set(result.key, count);
    return count === 1 ? result : { ...result, key: `${result.key}-${count}` };
  });
}

function allNotChecked(analyses: readonly UnitAnalysis[]): readonly PlacedNotChecked[] {
  return distinct(
    analyses.flatMap(placedNotChecked),
    ({ reason, uri, range }) => `${reason} ${uri} ${range?.start}`,
  );
}

/** The first item for each key. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
