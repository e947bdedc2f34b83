import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import { lazy } from '../../base/lazy.ts';
import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import { KeyNumbers } from '../../shacl/results/resultKeys.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import { type ResultLevel, resultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { Baseline, KeyedResult } from '../../workspace/project/baseline.ts';
import { inferences } from '../../workspace/project/settings.ts';
import {
  type InputProblem,
  inputProblems,
  type PlacedNotChecked,
  placedNotChecked,
} from '../ide/diagnostics/inputProblems.ts';
import type { PlacedViolation } from '../ide/diagnostics/placedViolation.ts';
import type { Suppression } from '../ide/suppressions/readSuppressions.ts';
import type { ReportedUnit, UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { UnitGraphs } from '../ide/unitGraphs.ts';
import { hasShapes } from '../ide/verdict.ts';
import { type ResultRecord, StableKeys, type UnitRecord } from './resultRecord.ts';
import type { ResultTally } from './resultTally.ts';

/** Everything that a command found out about its files, ready for printing in any format. */
export interface ValidationRun {
  /** In the order of the command line. */
  readonly units: readonly RunUnit[];
  /** The units that were analysed in this thread. */
  readonly analyses: readonly UnitAnalysis[];
  /** The others. */
  readonly records: readonly UnitRecord[];
  /** The data files of all units, in the order of the command line. */
  readonly data: readonly string[];
  /** In order of files and places. */
  readonly results: readonly RunResult[];
  /** The results that comments ignore; they are not among the others. */
  readonly suppressed: readonly SuppressedRunResult[];
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
  /** Those of the project files. */
  readonly baselines: readonly Baseline[];
  /** Triples of data and context. */
  readonly triples: number;
  /** Nodes of the data files that are targets of shapes, counted in each file. */
  readonly focusNodes: number;
  /** The files that the user named. */
  readonly named: ReadonlySet<string>;
  /** The data files that were not judged on their own, because they are only shapes or context of others. */
  readonly supporting: readonly string[];
  /** For a change of a store: its results that the change removes. */
  readonly gone?: readonly GoneResult[];
  /** The results that were printed while others were still being searched for. They are not among `results`. */
  readonly printed?: ResultTally;
}

/** A result that existed before a change. */
export interface GoneResult extends Pick<ValidationRunResult, 'key' | 'violation' | 'analysis'> {}

/** A run of which all units were analysed in this thread. */
export interface AnalysedRun extends ValidationRun {
  readonly results: readonly ValidationRunResult[];
}

export type RunUnit = UnitAnalysis | UnitRecord;

export type RunResult = ValidationRunResult | RecordedResult;

interface FoundResult {
  /** Stable across runs. */
  readonly key: string;
  /** All units that have the result. */
  readonly units: readonly RunUnit[];
  readonly restsOn?: string;
}

/** A result that was found in this thread. */
export interface ValidationRunResult extends FoundResult, PlacedViolation {
  readonly key: string;
  readonly restsOn?: string;
  readonly analysis: UnitAnalysis;
}

/** The parts of a result found in this thread that reports use. */
export interface ReportableResult extends PlacedViolation {
  /** Stable across runs. */
  readonly key: string;
  readonly analysis: ReportedUnit;
}

/** A result that was found in another thread. */
export interface RecordedResult extends FoundResult {
  readonly record: ResultRecord;
  /** The index of its report contents. */
  readonly reports: UnitRecord['reports'];
  readonly index: number;
}

/** A result that a comment ignores. */
export interface SuppressedRunResult extends ValidationRunResult {
  readonly suppression: Suppression;
}

/**
 * Processes a result while its constraint is announced, so that the constraint is skipped the next time if the work
 * never ends.
 */
export function withProbe<T>(
  result: Pick<ReportableResult, 'analysis' | 'violation'> | RecordedResult,
  work: () => T,
): T {
  return 'record' in result
    ? work()
    : result.analysis.evaluator.attributeTo(result.violation.constraint, work);
}

interface RunParts {
  /** The baselines that recorded units name, by uri. */
  readonly baselines?: ReadonlyMap<string, Baseline>;
  readonly supporting?: readonly string[];
  /** The files that the user named; by default all data files. */
  readonly named?: ReadonlySet<string>;
  /** The data files in the order of the command line; by default in that of the units. */
  readonly order?: readonly string[];
  /** What is not checked, besides the entries of the units. */
  readonly notChecked?: readonly PlacedNotChecked[];
  /** The numbers already given to keys of results that are not among those of the units. */
  readonly numbers?: KeyNumbers | undefined;
}

/** Combines all units. A result that several of them have is listed once. */
export async function validationRunOf(units: readonly UnitAnalysis[], parts?: RunParts): Promise<AnalysedRun>;
export async function validationRunOf(units: readonly RunUnit[], parts?: RunParts): Promise<ValidationRun>;
export async function validationRunOf(
  units: readonly RunUnit[],
  { baselines = new Map(), supporting = [], ...given }: RunParts = {},
): Promise<ValidationRun> {
  const analyses = units.filter(isAnalysis);
  const records = units.filter(isRecord);
  const graphs = analyses.map((analysis) => analysis.graphs);
  const all = units.flatMap((unit) => filesOf(unit).data);
  const present = new Set(all);
  // Who compares runs does not ask.
  const focusNodes = lazy(() =>
    sum([...analyses.map(focusNodesOf), ...records.map((record) => record.focusNodes)]),
  );
  const withoutShapes = analyses
    .filter((analysis) => !hasShapes(analysis))
    .flatMap(({ graphs }) => graphs.linked.unit.data);
  return {
    units,
    analyses,
    records,
    data: given.order ? given.order.filter((uri) => present.has(uri)) : all,
    ...(await allResults(units, given.numbers ?? new KeyNumbers())),
    contextResults: analyses.reduce((sum, { contextResults }) => sum + contextResults.length, 0),
    inference: mostInferred([
      ...graphs.map(({ input }) => input.entailment?.regime ?? 'none'),
      ...records.map(({ inference }) => inference),
    ]),
    notChecked: [...allNotChecked(analyses), ...(given.notChecked ?? [])],
    problems: distinct(
      analyses.flatMap(inputProblems),
      ({ message, uri, range }) => `${message} ${uri} ${range?.start}`,
    ),
    validated: withoutShapes.length === 0 && graphs.every(({ data }) => data.length > 0),
    withoutShapes,
    baselines: allBaselines(units, baselines),
    triples: tripleCount(graphs, records),
    get focusNodes() {
      return focusNodes();
    },
    named: given.named ?? present,
    supporting,
  };
}

function focusNodesOf({ graphs, evaluator }: UnitAnalysis): number {
  return graphs.focuses?.length ?? [...reportedFocusNodes(graphs.input, evaluator)].length;
}

export function isRecord(unit: RunUnit): unit is UnitRecord {
  return !isAnalysis(unit);
}

function isAnalysis(unit: RunUnit): unit is UnitAnalysis {
  return 'graphs' in unit;
}

/** The files of a unit by role. */
export function filesOf(unit: RunUnit): Pick<UnitRecord, 'data' | 'shapes' | 'context'> {
  return isRecord(unit) ? unit : unit.graphs.linked.unit;
}

/** The baselines of the project files, each once. */
function allBaselines(
  units: readonly RunUnit[],
  recorded: ReadonlyMap<string, Baseline>,
): readonly Baseline[] {
  const found = units.map((unit) =>
    isRecord(unit) ? recorded.get(unit.baseline ?? '') : unit.graphs.linked.baseline,
  );
  return [...new Set(found.filter((baseline) => baseline !== undefined))];
}

/** The triples of all data and context files, each file once. */
function tripleCount(units: readonly UnitGraphs[], records: readonly UnitRecord[]): number {
  const read = units.flatMap(({ data, context }) => [...data, ...context]);
  const counts = new Map([
    ...records.flatMap(({ triples }) => triples),
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

async function allResults(
  units: readonly RunUnit[],
  numbers: KeyNumbers,
): Promise<Pick<ValidationRun, 'results' | 'suppressed'>> {
  const results: (RunResult & Partial<SuppressedRunResult>)[] = [];
  /** For each file, the units that have a result at a place in it. */
  const seen = new Map<string | undefined, Map<string, RunUnit[]>>();
  for (const unit of units) {
    for (const result of isRecord(unit) ? recordedResults(unit) : keyedResults(unit)) {
      if (heldUpFor()) await yieldToEventLoop();
      const place = placeOf(result);
      const inFile = seen.get(place?.uri) ?? new Map<string, RunUnit[]>();
      seen.set(place?.uri, inFile);
      const occurrence = `${result.key} ${place?.offset}`;
      const finders = inFile.get(occurrence) ?? [unit];
      inFile.set(occurrence, finders);
      // Of several results at one place, a unit lists all, and the next units none.
      if (finders[0] === unit) results.push({ ...result, units: finders });
      else if (finders.at(-1) !== unit) finders.push(unit);
    }
  }
  // Keys are numbered together, so that ignoring one result does not rename another.
  const all = withDistinctKeys(inReadingOrder(results, units), numbers);
  return {
    results: all.filter((result) => !isSuppressed(result)),
    suppressed: all.filter(isSuppressed),
  };
}

function recordedResults({ results, reports }: UnitRecord): Iterable<Omit<RecordedResult, 'units'>> {
  return results.map((record, index) => ({ key: record.key, record, reports, index }));
}

/** The results of a unit with their own keys. */
export function* keyedResults(
  analysis: UnitAnalysis,
): Iterable<Omit<ValidationRunResult & Partial<SuppressedRunResult>, 'units'>> {
  const keys = new StableKeys(analysis.graphs.input);
  const found: readonly (PlacedViolation & Partial<Pick<SuppressedRunResult, 'suppression'>>)[] = [
    ...analysis.placed,
    ...analysis.suppressed,
  ];
  for (const { violation, place, suppression, restsOn } of found) {
    yield {
      key: withProbe({ analysis, violation }, () => keys.key(violation)),
      violation,
      place,
      analysis,
      ...(suppression && { suppression }),
      ...(restsOn !== undefined && { restsOn }),
    };
  }
}

/** How severe a result is. */
export function levelOf(
  result: Pick<ValidationRunResult, 'violation'> | Pick<RecordedResult, 'record'>,
): ResultLevel {
  return 'record' in result ? result.record.level : resultLevel(result.violation.severity);
}

type PlacedResult = Pick<ValidationRunResult, 'place'> | Pick<RecordedResult, 'record'>;

/** The results as baselines know them. */
export function baselineResults({ results }: Pick<ValidationRun, 'results'>): readonly KeyedResult[] {
  return results.map((result) => ({ key: result.key, uri: placeOf(result)?.uri }));
}

/** The file that a result is in, and where; undefined when no file mentions it. */
export function placeOf(result: PlacedResult): ResultRecord['place'] {
  if ('record' in result) return result.record.place;
  const { place } = result;
  return place && { uri: place.document.uri, offset: place.range.start };
}

/** True for a result that a comment ignores. */
export function isSuppressed(
  result: RunResult & Partial<Pick<SuppressedRunResult, 'suppression'>>,
): result is SuppressedRunResult {
  return result.suppression !== undefined;
}

/** By file in the order of the command line, then by place. */
export function inReadingOrder<Result extends RunResult>(
  results: readonly Result[],
  units: readonly RunUnit[],
): Result[] {
  return readingOrder(units.map(filesOf))(results);
}

/** What puts results in reading order. */
export function readingOrder(
  units: readonly Pick<UnitRecord, 'data' | 'shapes' | 'context'>[],
): <Result extends PlacedResult>(results: readonly Result[]) => Result[] {
  const rank = new Map<string, number>();
  for (const { data, shapes, context } of units) {
    for (const uri of [...data, ...shapes, ...context]) if (!rank.has(uri)) rank.set(uri, rank.size);
  }
  return (results) => {
    const placed = results.map((result) => {
      const place = placeOf(result);
      return { result, file: rank.get(place?.uri ?? '') ?? rank.size, offset: place?.offset ?? 0 };
    });
    return placed.sort((a, b) => a.file - b.file || a.offset - b.offset).map(({ result }) => result);
  };
}

/** Numbers the results that have the same key. */
function withDistinctKeys<Result extends RunResult>(
  results: readonly Result[],
  numbers: KeyNumbers,
): readonly Result[] {
  return results.map((result) => {
    const key = numbers.numbered(result.key);
    return key === result.key ? result : { ...result, key };
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

/** A run as if its files had no comments that ignore results. */
export function withoutSuppressions(run: AnalysedRun): AnalysedRun;
export function withoutSuppressions(run: ValidationRun): ValidationRun;
export function withoutSuppressions(run: ValidationRun): ValidationRun {
  const isInFile = ({ suppression, units }: SuppressedRunResult) =>
    units.some((unit) => !isRecord(unit) && unit.graphs.linked.documents.has(suppression.document.uri));
  return {
    ...run,
    results: inReadingOrder([...run.results, ...run.suppressed.filter(isInFile).map(unignored)], run.units),
    suppressed: run.suppressed.filter((result) => !isInFile(result)),
    problems: run.problems.filter(({ kind }) => kind !== 'suppression'),
  };
}

function unignored({ suppression: _, ...result }: SuppressedRunResult): ValidationRunResult {
  return result;
}
