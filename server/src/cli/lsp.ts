import { UserError } from '../base/userError.ts';
import type { CliCommand } from './command.ts';
import { readOptions } from './input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from './input/optionTable.ts';

export const lspOptions = {
  stdio: { type: 'boolean', help: 'speak over standard input and output' },
  clientProcessId: {
    type: 'string',
    value: 'ID',
    help: "the process of the editor, which VS Code's language client adds",
  },
  help: helpOption,
} as const satisfies OptionTable;

/** `shacl-repair lsp --stdio`: the language server, until the client sends exit. */
export const lsp: CliCommand = async (args, { stdout }) => {
  const { values, positionals } = readOptions(args, { options: lspOptions });
  if (values.help) {
    stdout.write(help);
    return 0;
  }
  if (positionals.length > 0) throw new UserError(`takes no files, but was given '${positionals[0]}'.`);
  if (!values.stdio) throw new UserError('give --stdio: the messages go over standard input and output.');
  await import('../languageServer/lsp/main.ts');
  return 0;
};

const help = `Usage: shacl-repair lsp --stdio

Serves an editor over standard input and output: diagnostics, hovers and verified quick fixes.
Settings are read from the client as shaclRepair.*, or from initializationOptions: { "shaclRepair": { … } }.

${optionsHelp(lspOptions)}
`;
