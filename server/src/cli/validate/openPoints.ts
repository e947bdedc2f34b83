import type { Position } from '../../base/lineIndex.ts';
import type { UndecidedReason } from '../../service/ide/verdict.ts';
import { staleMessage } from '../../service/report/baseline.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import { isAccepted, isBadInput, type RunVerdict } from '../../service/report/verdict.ts';

export type OpenPointKind = UndecidedReason['kind'] | 'literal' | 'suppression' | 'stale';

/**
 * Something besides results that people have to know: bad input, what leaves the verdict open, comments and
 * entries of the baseline whose results are gone.
 */
export interface OpenPoint {
  readonly kind: OpenPointKind;
  readonly message: string;
  readonly uri: string | undefined;
  readonly start: Position | undefined;
  /** Whether the run fails because of it. */
  readonly isFailure: boolean;
}

/** The problems of the input and the reasons of the verdict, each once. */
export function openPoints(run: ValidationRun, { units, stale }: RunVerdict): readonly OpenPoint[] {
  const failing = new Map<string, boolean>();
  const reasons = new Map<string, UndecidedReason>();
  for (const unit of units) {
    const isFine = isAccepted(unit, run.focusNodes > 0);
    for (const reason of unit.reasons) {
      failing.set(reason.message, !isFine || failing.get(reason.message) === true);
      // Several files may lack the same thing.
      const name = reason.uri ?? unit.data[0];
      reasons.set(`${reason.message} ${name}`, { ...reason, uri: name });
    }
  }
  const problems = run.problems.map((problem): OpenPoint => {
    const { kind, message, uri, document, range, position } = problem;
    return {
      kind: kind === 'file' ? 'link' : kind,
      message,
      uri,
      start: document && range ? document.lines.positionAt(range.start) : position,
      isFailure: isBadInput(problem, run.named) || failing.get(message) === true,
    };
  });
  const told = new Set(run.problems.map(({ message }) => message));
  const others = [...reasons.values()]
    // Syntax errors are among the problems, each at its place.
    .filter(({ kind, message }) => kind !== 'syntax' && !told.has(message))
    .map(({ kind, message, uri }) => ({
      kind,
      message,
      uri,
      start: undefined,
      isFailure: failing.get(message) === true,
    }));
  const gone = stale.map(
    (entry): OpenPoint => ({
      kind: 'stale',
      message: staleMessage(entry),
      uri: entry.uri,
      start: undefined,
      isFailure: true,
    }),
  );
  return [...problems, ...others, ...gone];
}
