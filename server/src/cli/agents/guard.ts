import { counted } from '../../base/counted.ts';
import { looksLikePatch } from '../../base/patch.ts';
import { UserError } from '../../base/userError.ts';
import { changeAnswer } from '../../service/agents/answers.ts';
import type { VerifiedChange } from '../../service/agents/verifyChange.ts';
import { GuardedFiles } from '../agentFiles/guardedFiles.ts';
import type { CliCommand } from '../command.ts';
import { choice, givenInference, givenVersions, readOptions } from '../input/options.ts';
import {
  helpOption,
  linkOptions,
  type OptionTable,
  optionsHelp,
  versionOptions,
} from '../input/optionTable.ts';
import { deadlineOf, timeBudgetOption } from '../input/timeBudget.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { diffPath } from '../output/paths.ts';
import { printerFor, printJson } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { resultText } from '../output/textReport.ts';

export const guardOptions = {
  change: {
    type: 'boolean',
    help: 'read the change from standard input: a unified diff, as of git diff, or a SPARQL Update of DATA',
  },
  ...linkOptions,
  ...versionOptions,
  'time-budget': timeBudgetOption,
  format: {
    heading: 'What is printed',
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    help: 'text (default) or json',
  },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair guard`: 0 when a change causes no result, 1 when it does, 2 when it can't be read or applied, 3 when it
 * causes no result but less is judged than before. Nothing is written.
 */
export const guard: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: guardOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (!values.change) throw new UserError('give --change, and the change on standard input.');
  const format = choice('format', values.format, ['text', 'json']) ?? 'text';
  const bytes = await io.readStdin();
  if ('descriptor' in bytes) throw new UserError(`the change is too long: it has ${bytes.size} bytes.`);
  const change = new TextDecoder().decode(bytes);
  if (change.trim() === '') throw new UserError('standard input has no change.');
  const isPatch = looksLikePatch(change);
  if (!isPatch && positionals.length === 0)
    throw new UserError('give the data file that the update is of, or a diff on standard input.');
  const deadline = deadlineOf(values['time-budget'], io) ?? Number.POSITIVE_INFINITY;
  const files = new GuardedFiles(io, {
    shapes: values.shapes ?? [],
    context: values.context ?? [],
    given: { ...givenInference(values.inference), ...givenVersions(values) },
    roots: () => undefined,
    ignoresOtherFiles: true,
    signal: () => unaborted,
    deadline: () => deadline,
  });
  const verified = await files.verify({
    files: positionals,
    ...(isPatch ? { patch: change } : { update: change }),
  });
  const nameOf = (uri: string) => files.nameOf(uri);
  if (format === 'json') {
    const pathOf = (uri: string) => diffPath(io.cwd, uri);
    await printJson(io, { format: 1, ...changeAnswer(verified, { nameOf, pathOf, limit: maxTold }) });
  } else io.stdout.write(changeText(verified, io));
  return exitCodes[verified.verdict];
};

const exitCodes = { holds: 0, introduces: 1, refused: 2, undecided: 3 } as const satisfies Record<
  VerifiedChange['verdict'],
  ExitCode
>;

/** How many results of a kind are printed. */
const maxTold = 100;

function changeText(change: VerifiedChange, io: CommandIo): string {
  const printer = printerFor(io.stdout, io);
  const { introduced, fixed, unchanged, noLongerJudged, reasons, verdict } = change;
  const lines = [
    ...introduced.slice(0, maxTold).flatMap((result) => [...resultText(result, printer, false), '']),
    ...reasons.map(printable),
    `${verdict}: ${counted(introduced.length, 'result')} introduced, ${fixed.length} fixed, ${unchanged} unchanged${
      noLongerJudged.length > 0 ? `, ${counted(noLongerJudged.length, 'node')} no longer judged` : ''
    }`,
  ];
  return `${lines.join('\n')}\n`;
}

const help = `Usage: shacl-repair guard --change [DATA...] [options] < CHANGE

Says what a change would do to the validation results of files, before a tool writes it. CHANGE is a unified diff, as of git
diff, whose files are judged, and DATA as well; or a SPARQL Update of the first DATA. Files of a diff that are not RDF are not
judged. A diff that has been applied already is judged against the files as they were before. Nothing is written.

${optionsHelp(guardOptions)}

Exit codes: 0 no result comes with the change, 1 results do, 2 it could not be read or made, 3 no result comes, but less is judged
than before, or nothing.
`;
