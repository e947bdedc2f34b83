import type { Environment } from '../io.ts';

/** Takes `--no-color` out of a command line, since every command prints. It goes over the environment. */
export function takeNoColor(
  args: readonly string[],
  env: Environment,
): { readonly env: Environment; readonly others: readonly string[] } {
  const end = args.indexOf('--');
  const at = args.indexOf(option);
  if (at < 0 || (end >= 0 && at > end)) return { env, others: args };
  return { env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined }, others: args.toSpliced(at, 1) };
}

const option = '--no-color';
