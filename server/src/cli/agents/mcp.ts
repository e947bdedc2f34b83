import { UserError } from '../../base/userError.ts';
import type { CliCommand } from '../command.ts';
import { count, givenInference, givenVersions, readOptions } from '../input/options.ts';
import {
  helpOption,
  linkOptions,
  type OptionTable,
  optionsHelp,
  versionOptions,
} from '../input/optionTable.ts';
import { uriOf } from '../output/paths.ts';

export const mcpOptions = {
  'allow-writes': {
    type: 'boolean',
    help: 'offer tools that write files: apply_change, for changes that were verified before. Without it, nothing is written',
  },
  root: {
    type: 'string',
    multiple: true,
    value: 'FOLDER',
    help: 'the folder that files have to be in; can be repeated. Unless given, the folders that the client names, or else the working directory',
  },
  'time-budget': {
    type: 'string',
    value: 'SECONDS',
    help: 'how long a tool may work (default 60); the rest is reported as not checked',
  },
  ...linkOptions,
  ...versionOptions,
  help: helpOption,
} as const satisfies OptionTable;

/** `shacl-repair mcp`: a server of the Model Context Protocol on standard input and output, until the client closes them. */
export const mcp: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: mcpOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0)
    throw new UserError(`takes no files, but was given '${positionals[0]}': the client names them.`);
  const { serveAgents } = await import('./serveAgents.ts');
  serveAgents(io, {
    shapes: values.shapes ?? [],
    context: values.context ?? [],
    given: { ...givenInference(values.inference), ...givenVersions(values) },
    roots: values.root?.map((folder) => uriOf(io.cwd, folder)),
    allowsWrites: values['allow-writes'] === true,
    seconds: count('time-budget', values['time-budget']) ?? 60,
  });
  return 0;
};

const help = `Usage: shacl-repair mcp [options]

Serves agents over the Model Context Protocol, on standard input and output: tools that validate files, explain results, propose
proven repairs, and say what a change would do before it is written. Files outside the client's folders are refused.

${optionsHelp(mcpOptions)}
`;
