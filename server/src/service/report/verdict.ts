import {
  type ResultLevel,
  reaches,
  resultLevels,
  type SeverityLevel,
} from '../../shacl/shapesGraph/severityLevel.ts';
import { knownInBaselines } from '../../workspace/project/baseline.ts';
import { gapsBehindResults } from '../../workspace/project/linkFinding.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import { isAllowed, judgedVerdict, judgingOf, type UnitJudging } from '../ide/judging.ts';
import type { UndecidedReason, VerdictWithReasons } from '../ide/verdict.ts';
import type { StaleEntry } from './baseline.ts';
import type { ResultTally } from './resultTally.ts';
import {
  baselineResults,
  filesOf,
  isRecord,
  levelOf,
  placeOf,
  type RunResult,
  type RunUnit,
  type ValidationRun,
} from './validationRun.ts';

/** The options of a command line for what counts towards a verdict; by default, the project files decide. */
export interface VerdictOptions extends Partial<UnitJudging> {
  /** How many warnings do not count; with one more, warnings count like violations. */
  readonly maxWarnings?: number | undefined;
  /** Keys of known results, which do not count. */
  readonly baseline?: ReadonlySet<string> | undefined;
  /** Entries of the baseline whose results are gone. */
  readonly stale?: readonly StaleEntry[];
}

/** The verdict about everything that a command checked. All outputs agree with it. */
export interface RunVerdict extends VerdictWithReasons {
  /** 0 conforms or allowed, 1 violates, 2 bad input, 3 undecided. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /**
   * The value of sh:conforms: whether there are no results that count, of a severity that conformance disallows. Undefined when
   * a SHACL processor signals a failure, because not everything was evaluated and that was not allowed.
   */
  readonly conforms: boolean | undefined;
  /**
   * The least severity that conformance disallows (sh:conformanceDisallows of SHACL 1.2): any, unless all files fail on a
   * higher one.
   */
  readonly disallows: SeverityLevel;
  /** Entries of the baseline whose results are gone. They fail the run, whatever the verdict on the data. */
  readonly stale: readonly StaleEntry[];
  /** Keys of known results, which do not count; undefined without a baseline. */
  readonly baseline: ReadonlySet<string> | undefined;
  /** True for a result of the run that counts. */
  isCounted(result: RunResult): boolean;
  /** In the order of the run, without the records of units that have no results. */
  readonly units: readonly UnitVerdict[];
  /** How many units conform besides. */
  readonly clean: number;
}

export interface UnitVerdict extends VerdictWithReasons {
  readonly data: readonly string[];
  readonly isAllowed: boolean;
}

/** Computes the verdict about a run (contracts, "Verdicts"). */
export function runVerdict(run: ValidationRun, given: VerdictOptions = {}): RunVerdict {
  const baseline = given.baseline ?? projectBaseline(run);
  const counted = run.results.filter((result) => !baseline?.has(result.key) && levelOf(result) !== 'debug');
  const judgings = new Map(
    run.units.map((unit) => [unit, judgingOf(isRecord(unit) ? unit : unit.graphs.linked, given)]),
  );
  const { printed } = run;
  const hasManyWarnings =
    given.maxWarnings !== undefined &&
    tallyOf({ ...run, results: counted }).levels.warning > given.maxWarnings;
  const levelCountsIn = (unit: RunUnit, level: ResultLevel) =>
    reaches(level, judgings.get(unit)?.failOn ?? 'info') || (hasManyWarnings && level === 'warning');
  const countsIn = (unit: RunUnit, result: RunResult) =>
    !baseline?.has(result.key) && levelCountsIn(unit, levelOf(result));
  const violating = new Set([
    ...run.results.flatMap((result) => result.units.filter((unit) => countsIn(unit, result))),
    // Only the results of a single unit are printed before the verdict is known.
    ...run.units.filter((unit) =>
      resultLevels.some((level) => printed?.levels[level] && levelCountsIn(unit, level)),
    ),
  ]);
  const hasFocusNodes = run.focusNodes > 0;
  const judged = run.units.filter((unit) => !isRecord(unit) || unit.results.length > 0);
  const units = judged.map((unit): UnitVerdict => {
    const verdict = verdictOf(unit, violating.has(unit), judgings.get(unit)!);
    return { ...verdict, data: filesOf(unit).data, isAllowed: isAllowed(verdict, judgings.get(unit)!) };
  });
  const openUnits = new Set(
    judged.filter((unit, i) => hasOpenResults(unit) && units[i]!.kind !== 'violates'),
  );
  const isCertain = (those: readonly RunUnit[]) => those.some((unit) => !openUnits.has(unit));
  const [level = 'info', ...levels] = new Set([...judgings.values()].map(({ failOn }) => failOn));
  // A permitted number of warnings does not affect conformance.
  const disallows = levels.length === 0 && given.maxWarnings === undefined ? level : 'info';
  const hasPrinted = resultLevels.some((each) => printed?.levels[each] && reaches(each, disallows));
  const disallowed = counted.filter((result) => reaches(levelOf(result), disallows));
  const hasCertain =
    disallowed.some((result) => isCertain(result.units)) || (hasPrinted && isCertain(run.units));
  const hasNone = disallowed.length === 0 && !hasPrinted;
  const { stale = [] } = given;
  const exitCode = exitCodeOf(run, { units, stale, hasFocusNodes });
  const isWhole = units.every(
    ({ kind, isAllowed }) => kind !== 'unlinked' && (kind !== 'undecided' || isAllowed),
  );
  return {
    kind: worstKind(units, hasFocusNodes),
    reasons: distinct(units.flatMap(({ reasons }) => reasons)),
    exitCode,
    stale,
    baseline,
    isCounted: (result) => result.units.some((unit) => countsIn(unit, result)),
    conforms: conformsBy(hasCertain, hasNone && isWhole && !hasBadInput(run)),
    disallows,
    units,
    clean: run.units.length - judged.length,
  };
}

function conformsBy(hasResults: boolean, hasNone: boolean): boolean | undefined {
  return hasResults ? false : hasNone ? true : undefined;
}

/** True when the results of a unit may rest on what is missing. */
function hasOpenResults(unit: RunUnit): boolean {
  return !isRecord(unit) && gapsBehindResults(unit.graphs.linked).length > 0;
}

function verdictOf(unit: RunUnit, isViolating: boolean, judging: UnitJudging): VerdictWithReasons {
  if (isRecord(unit)) return { kind: isViolating ? 'violates' : 'conforms', reasons: [] };
  // Already computed if there is no result, and immediately if there is one that counts.
  const isKnown = unit.placed.length === 0 && !isViolating;
  return isKnown ? unit.verdict : judgedVerdict(unit, isViolating ? 1 : 0, judging);
}

/** True when a file that the user named could not be read completely. */
export function hasBadInput({ problems, named }: Pick<ValidationRun, 'problems' | 'named'>): boolean {
  return problems.some((problem) => isBadInput(problem, named));
}

/** True when a problem prevents a file that the user named from being read completely. */
export function isBadInput({ severity, kind, uri }: InputProblem, named: ReadonlySet<string>): boolean {
  return severity === 'error' && kind !== 'link' && uri !== undefined && named.has(uri);
}

function exitCodeOf(
  run: ValidationRun,
  { units, stale, hasFocusNodes }: Pick<RunVerdict, 'units' | 'stale'> & { readonly hasFocusNodes: boolean },
): RunVerdict['exitCode'] {
  if (hasBadInput(run)) return 2;
  if (stale.length > 0) return 1;
  if (units.some(({ kind }) => kind === 'violates')) return 1;
  return units.every((unit) => isAccepted(unit, hasFocusNodes)) ? 0 : 3;
}

/**
 * True when the reasons of a unit's verdict do not make the run fail.
 *
 * @param hasFocusNodes whether any unit of the run has focus nodes.
 */
export function isAccepted({ kind, isAllowed }: UnitVerdict, hasFocusNodes: boolean): boolean {
  return isAllowed || (kind === 'nothingToCheck' && hasFocusNodes);
}

function worstKind(units: readonly UnitVerdict[], hasFocusNodes: boolean): VerdictWithReasons['kind'] {
  const kinds = new Set(units.map(({ kind }) => kind));
  if (kinds.has('violates')) return 'violates';
  if (kinds.has('undecided')) return 'undecided';
  if (kinds.has('unlinked')) return 'unlinked';
  return kinds.has('nothingToCheck') && !hasFocusNodes ? 'nothingToCheck' : 'conforms';
}

/** The results in the baselines of all project files; undefined where there is none. */
function projectBaseline(run: ValidationRun): ReadonlySet<string> | undefined {
  return run.baselines.length === 0 ? undefined : knownInBaselines(baselineResults(run), run.baselines);
}

function distinct(reasons: readonly UndecidedReason[]): readonly UndecidedReason[] {
  const byText = new Map(reasons.map((reason) => [`${reason.kind} ${reason.message} ${reason.uri}`, reason]));
  return [...byText.values()];
}

/** Counts the results of a run, with those that were printed before. */
export function tallyOf({ results, printed }: Pick<ValidationRun, 'results' | 'printed'>): ResultTally {
  const levels = { violation: 0, warning: 0, info: 0, debug: 0, ...printed?.levels };
  for (const result of results) levels[levelOf(result)]++;
  return { levels, files: new Set([...(printed?.files ?? []), ...filesOfResults(results)]) };
}

function* filesOfResults(results: readonly RunResult[]): Iterable<string | undefined> {
  for (const result of results) yield placeOf(result)?.uri;
}
