import { UserError } from '../../base/userError.ts';

/** How large the files that commands read may be, in bytes. */
export const defaultMaxFileSize = 2 * 1024 ** 3;

/**
 * Takes `--max-file-size` out of a command line, because every command that reads files has it.
 * @throws UserError when its value is not a size.
 */
export function takeMaxFileSize(args: readonly string[]): {
  readonly maxFileSize: number | undefined;
  readonly others: readonly string[];
} {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  const at = options.findIndex((each) => each === option || each.startsWith(`${option}=`));
  if (at < 0) return { maxFileSize: undefined, others: args };
  const given = args[at]!;
  const isApart = given === option;
  const value = isApart ? args[at + 1] : given.slice(option.length + 1);
  const others = args.toSpliced(at, isApart ? 2 : 1);
  return { maxFileSize: sizeOf(value), others };
}

const option = '--max-file-size';

function sizeOf(value: string | undefined): number {
  if (value === undefined) throw new UserError(`${option} needs a value.`);
  const match = /^([1-9]\d{0,12})\s*(B|KB?|MB?|GB?)?$/i.exec(value);
  if (!match) throw new UserError(`${option} can't be '${value}': give a size such as 200MB or 2GB.`);
  const power = 'BKMG'.indexOf((match[2] ?? 'B')[0]!.toUpperCase());
  return Number(match[1]) * 1024 ** power;
}
