import type { CommandIo, ExitCode } from './io.ts';

/** A subcommand, given the arguments after its name. */
export type CliCommand = (args: readonly string[], io: CommandIo) => Promise<ExitCode>;
