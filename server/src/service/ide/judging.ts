import {
  type ResultLevel,
  reaches,
  resultLevel,
  type SeverityLevel,
  severityLevel,
} from '../../shacl/shapesGraph/severityLevel.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { KeyedResult } from '../../workspace/project/baseline.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { type AllowableReason, allowableNames } from '../../workspace/project/linkReason.ts';
import type { ProjectFile } from '../../workspace/project/projectFile.ts';
import type { PlacedViolation } from './diagnostics/placedViolation.ts';
import { type JudgedUnit, unitVerdict, type VerdictWithReasons } from './verdict.ts';

/** What counts towards the verdict of a unit. */
export interface UnitJudging {
  /** The lowest severity that counts. */
  readonly failOn: SeverityLevel;
  readonly allowed: ReadonlySet<AllowableReason>;
}

/** The settings of a unit's project file; without one, everything counts. A command line may override them. */
export function judgingOf(
  { project }: { readonly project: Pick<ProjectFile, 'failOn' | 'allow'> | undefined },
  given: Partial<UnitJudging> = {},
): UnitJudging {
  return {
    failOn: given.failOn ?? project?.failOn ?? 'info',
    allowed: given.allowed ?? new Set(project?.allow),
  };
}

/** True when every reason that leaves the verdict undecided is allowed. */
export function isAllowed({ reasons }: VerdictWithReasons, { allowed }: UnitJudging): boolean {
  return reasons.every(({ kind }) => kind !== 'syntax' && allowed.has(allowableNames[kind]));
}

/** The verdict about a unit by its user's rules: where the reasons for being undecided are allowed, the results decide. */
export function judgedVerdict(unit: JudgedUnit, results: number, judging: UnitJudging): VerdictWithReasons {
  const verdict = unitVerdict(unit, results);
  return results > 0 && isAllowed(verdict, judging) ? { kind: 'violates', reasons: [] } : verdict;
}

/** The results of a unit that the baseline of its project file has. */
export async function knownResults(
  placed: readonly PlacedViolation[],
  { baseline }: LinkedUnit,
  input: ValidationInput,
): Promise<ReadonlySet<PlacedViolation>> {
  if (!baseline || placed.length === 0) return nothing;
  const { KeyNumbers, ResultKeys } = await import('../../shacl/results/resultKeys.ts');
  const keys = new ResultKeys(input);
  // As in reports.
  const numbers = new KeyNumbers();
  const keyed: (KeyedResult & { readonly result: PlacedViolation })[] = [];
  for (const result of placed) {
    const key = numbers.numbered(await keys.key(result.violation));
    keyed.push({ key, uri: result.place?.document.uri, result });
  }
  const { knownInBaselines } = await import('../../workspace/project/baseline.ts');
  const known = knownInBaselines(keyed, [baseline]);
  return new Set(keyed.filter(({ key }) => known.has(key)).map(({ result }) => result));
}

const nothing: ReadonlySet<PlacedViolation> = new Set();

/** The results that do not count: known ones, and those that are not severe enough. */
export function uncountedResults(
  placed: readonly PlacedViolation[],
  known: ReadonlySet<PlacedViolation>,
  { failOn }: UnitJudging,
): readonly PlacedViolation[] {
  return placed.filter(
    (result) => known.has(result) || !reaches(resultLevel(result.violation.severity), failOn),
  );
}

/** How many of the results that count have each severity, including those that were taken. */
export function countedSeverities(
  placed: readonly PlacedViolation[],
  uncounted: readonly PlacedViolation[],
  taken: readonly (readonly [ResultLevel, number])[] = [],
): Readonly<Record<SeverityLevel, number>> {
  const left = new Set(uncounted);
  const counts = { violation: 0, warning: 0, info: 0 };
  for (const [level, count] of taken) if (level !== 'debug') counts[level] += count;
  for (const result of placed) if (!left.has(result)) counts[severityLevel(result.violation.severity)]++;
  return counts;
}
