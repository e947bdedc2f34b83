import { UserError } from '../../base/userError.ts';
import type { Watch } from '../../shacl/watch.ts';
import type { CommandIo } from '../io.ts';
import { count } from './options.ts';
import type { OptionEntry } from './optionTable.ts';

/** In seconds; the default in CI, where nobody watches the run. */
const usualTimeBudget = 300;

export const usualTimeBudgetHelp = `Where the environment has CI, ${usualTimeBudget} if not given`;

export const timeBudgetOption = {
  type: 'string',
  value: 'SECONDS',
  help: `end after this time with the results so far; the rest is undecided. ${usualTimeBudgetHelp}, except with --endpoint and --shard`,
} as const satisfies OptionEntry;

/**
 * When a run has to end, on the clock of `performance.now()`; undefined when its time is not limited.
 *
 * @param given the value of `--time-budget`.
 * @param usual whether it has an end where the environment has CI.
 * @throws UserError for a value that is not a number of seconds.
 */
export function deadlineOf(
  given: string | undefined,
  { env, spent = 0 }: Pick<CommandIo, 'env' | 'spent'>,
  usual = true,
): number | undefined {
  const isUsual = usual && env.CI !== undefined && env.CI !== '' && env.CI !== 'false';
  const seconds = count('time-budget', given) ?? (isUsual ? usualTimeBudget : undefined);
  return seconds === undefined ? undefined : performance.now() + 1000 * seconds - spent;
}

/**
 * How a validation keeps a deadline. If the run was started again without something that was stuck, and the time is up by
 * then, it has some seconds for what it would have told before, without anything that may get stuck.
 */
export function timeLeft(
  deadline: number | undefined,
  { quarantined }: Pick<CommandIo, 'quarantined'>,
): Pick<Watch, 'isUnwatched'> & { readonly deadline?: number } {
  if (deadline === undefined) return {};
  const now = performance.now();
  if (now < deadline || !quarantined?.size) return { deadline };
  return { deadline: now + timeAfterRestart, isUnwatched: true };
}

/** In ms. */
const timeAfterRestart = 5000;

/**
 * Rejects `--time-budget` for a command that can't end by the clock.
 *
 * @param why the reason and the remedy.
 * @throws UserError if it is given.
 */
export function refuseTimeBudget(args: readonly string[], why: string): void {
  if (args.some((arg) => /^--time-budget(?:=|$)/.test(arg)))
    throw new UserError(`--time-budget is not taken here: ${why}`);
}

/** The probe for a validation that a command runs itself, and when that has to end. */
export function watchOf(io: CommandIo, timeBudget: string | undefined): Watch {
  const { probe, quarantined, whyFull } = io;
  const deadline = deadlineOf(timeBudget, io);
  return {
    ...(probe && { probe }),
    ...(quarantined && { quarantined }),
    ...(whyFull && { whyFull }),
    ...(deadline !== undefined && { deadline }),
  };
}
