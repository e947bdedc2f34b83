import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { unitVerdict, type Verdict, type VerdictReason } from '../ide/verdict.ts';
import { type AllowableReason, allowableNames } from '../project/allowableReasons.ts';
import { reaches, type SeverityLevel, severityLevel } from '../shacl/shapesGraph/severityLevel.ts';
import type { StaleEntry } from './baseline.ts';
import type { ValidationRun } from './validationRun.ts';

/** What counts towards a verdict. */
export interface Judging {
  /** The lowest severity that counts. */
  readonly failOn: SeverityLevel;
  /** How many warnings do not count; with one more, warnings count like violations. */
  readonly maxWarnings?: number | undefined;
  /** Keys of known results, which do not count. */
  readonly baseline?: ReadonlySet<string> | undefined;
  /** Entries of the baseline whose results are gone. */
  readonly stale?: readonly StaleEntry[];
  readonly allowed: ReadonlySet<AllowableReason>;
}

/** The default: everything counts. */
export const strict: Judging = { failOn: 'info', allowed: new Set() };

/** The verdict about everything that a command checked. All outputs agree with it. */
export interface RunVerdict extends Verdict {
  /** 0 conforms or allowed, 1 violates, 2 bad input, 3 undecided. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /**
   * The value of sh:conforms: whether there are no results that count, of any severity. Undefined when a SHACL
   * processor signals a failure, because not everything was evaluated and that was not allowed.
   */
  readonly conforms: boolean | undefined;
  /** The lowest severity that counts, after the warnings were counted. */
  readonly failOn: SeverityLevel;
  /** Entries of the baseline whose results are gone. They fail the run, whatever the verdict on the data. */
  readonly stale: readonly StaleEntry[];
  /** In the order of the analyses. */
  readonly units: readonly UnitVerdict[];
}

export interface UnitVerdict extends Verdict {
  readonly analysis: UnitAnalysis;
  readonly isAllowed: boolean;
}

/** Computes the verdict about a run (contracts, "Verdicts"). */
export function runVerdict(run: ValidationRun, judging: Judging = strict): RunVerdict {
  const counted = run.results.filter(({ key }) => !judging.baseline?.has(key));
  const failOn = failsFrom(counted, judging);
  const violating = new Set(
    counted
      .filter(({ violation }) => reaches(severityLevel(violation.severity), failOn))
      .flatMap(({ analyses }) => analyses),
  );
  const hasFocusNodes = run.focusNodes > 0;
  const units = run.analyses.map((analysis): UnitVerdict => {
    const isViolating = violating.has(analysis);
    // Computed already where there is no result, and at once where there is one that counts.
    const isKnown = analysis.placed.length === 0 && !isViolating;
    const verdict = isKnown ? analysis.verdict : unitVerdict(analysis, isViolating ? 1 : 0);
    return { ...verdict, analysis, isAllowed: verdict.reasons.every((reason) => isAllowed(reason, judging)) };
  });
  const { stale = [] } = judging;
  const exitCode = exitCodeOf(run, { units, stale, hasFocusNodes });
  const isWhole = units.every(
    ({ kind, isAllowed }) => kind !== 'unlinked' && (kind !== 'undecided' || isAllowed),
  );
  return {
    kind: worstKind(units, hasFocusNodes),
    reasons: distinct(units.flatMap(({ reasons }) => reasons)),
    exitCode,
    failOn,
    stale,
    conforms: counted.length > 0 ? false : isWhole && !hasBadInput(run) ? true : undefined,
    units,
  };
}

/** True when a file that the user named could not be read completely. */
export function hasBadInput({ problems, named }: Pick<ValidationRun, 'problems' | 'named'>): boolean {
  return problems.some((problem) => isBadInput(problem, named));
}

/** True when a problem keeps a file from being read as a whole that the user named. */
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
  const isFine = ({ kind, isAllowed }: UnitVerdict) =>
    isAllowed || (kind === 'nothingToCheck' && hasFocusNodes);
  return units.every(isFine) ? 0 : 3;
}

function worstKind(units: readonly UnitVerdict[], hasFocusNodes: boolean): Verdict['kind'] {
  const kinds = new Set(units.map(({ kind }) => kind));
  if (kinds.has('violates')) return 'violates';
  if (kinds.has('undecided')) return 'undecided';
  if (kinds.has('unlinked')) return 'unlinked';
  return kinds.has('nothingToCheck') && !hasFocusNodes ? 'nothingToCheck' : 'conforms';
}

function failsFrom(counted: ValidationRun['results'], { failOn, maxWarnings }: Judging): SeverityLevel {
  if (maxWarnings === undefined || reaches('warning', failOn)) return failOn;
  const warnings = counted.filter(({ violation }) => severityLevel(violation.severity) === 'warning');
  return warnings.length > maxWarnings ? 'warning' : failOn;
}

function isAllowed({ kind }: VerdictReason, { allowed }: Judging): boolean {
  return kind !== 'syntax' && allowed.has(allowableNames[kind]);
}

function distinct(reasons: readonly VerdictReason[]): readonly VerdictReason[] {
  const byText = new Map(reasons.map((reason) => [`${reason.kind} ${reason.message} ${reason.uri}`, reason]));
  return [...byText.values()];
}
