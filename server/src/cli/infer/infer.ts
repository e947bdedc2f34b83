import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { inferredTurtle } from '../../service/ide/inferredTurtle.ts';
import { inferences } from '../../workspace/project/settings.ts';
import type { CliCommand } from '../command.ts';
import { choice, readOptions } from '../input/options.ts';
import { dataOptions, helpOption, linkOptions, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { deadlineOf, timeBudgetOption } from '../input/timeBudget.ts';
import { dataReading, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { printerFor } from '../output/print.ts';
import { printToFile } from '../output/reportOutput.ts';
import { inputText } from '../output/textReport.ts';

export const inferOptions = {
  ...linkOptions,
  ...dataOptions,
  inference: {
    type: 'string',
    value: 'WHAT',
    help: 'rules (default: sh:rule of the shapes), rules+rdfs, rdfs or rdfs+inverse',
  },
  'time-budget': timeBudgetOption,
  out: {
    heading: 'What is written',
    type: 'string',
    value: 'FILE',
    help: 'the Turtle file to write, as a whole or not at all; - for standard output',
  },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair infer`: writes what is inferred from data. 0 when everything that follows was inferred, 2 when some
 * input is invalid, 3 when a rule could not be run or the rules did not come to an end.
 */
export const infer: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: inferOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length === 0)
    throw new UserError(
      'give the data: files, folders (. for this one) or patterns, or - for standard input.',
    );
  const { out } = values;
  if (out === undefined) throw new UserError('give --out FILE, or --out - for standard output.');
  const inference =
    choice(
      'inference',
      values.inference,
      inferences.filter((each) => each !== 'none'),
    ) ?? 'rules';
  const deadline = deadlineOf(values['time-budget'], io);
  const limited = { ...io, ...(deadline !== undefined && { deadline }) };
  const workspace = await Workspace.open(limited, { inference }, dataReading(values));
  const given = { data: positionals, shapes: values.shapes ?? [], context: values.context ?? [] };
  const run = await workspace.check(given, 'builtin');
  const printer = printerFor(io.stderr, io);
  io.stderr.write(inputText({ ...run, withoutShapes: [] }, workspace.problems, printer));
  if (run.problems.some(({ severity }) => severity === 'error')) return 2;
  if (inference.startsWith('rules')) {
    for (const uri of run.withoutShapes)
      io.stderr.write(`${displayPath(io.cwd, uri)}: warning: ${noRules}\n`);
  }
  const units = run.analyses.map(({ graphs }) => graphs);
  const inferred = await inferredTurtle(units);
  const print = async (to: CommandIo) => {
    to.stdout.write(inferred.text);
  };
  await (out === '-' ? print(io) : printToFile(out, io, print));
  const { gaps } = inferred;
  for (const gap of gaps) io.stderr.write(`${gap}\n`);
  if (inferred.unnameable > 0) {
    io.stderr.write(
      `Left out: ${counted(inferred.unnameable, 'triple')} about blank nodes of the data, which another file can't name.\n`,
    );
  }
  const made = inferred.newNodes > 0 ? `, with ${counted(inferred.newNodes, 'new blank node')}` : '';
  if (out !== '-') io.stderr.write(`${out}: ${counted(inferred.triples, 'triple')} inferred${made}.\n`);
  return gaps.length > 0 ? 3 : 0;
};

const noRules =
  "No shapes are linked, so no rules were applied. Give --shapes, or write '# shapes: path' at the top of the file. --inference rdfs needs no shapes.";

const help = `Usage: shacl-repair infer DATA... [options]

Writes what the rules of shapes infer from Turtle files: the inferred triples only. Shapes and ontologies are found as
by 'shacl-repair validate'. The data files stay as they are.

${optionsHelp(inferOptions)}

Exit codes: 0 done, 2 could not run or could not read the files given, 3 not all that follows was inferred.
`;
