import { UserError } from '../base/userError.ts';
import { version } from '../base/version.ts';
import { escapeInvisibleLine } from '../base/visibleText.ts';
import type { PipedBytes } from '../platform/files/pipeSpool.ts';
import type { CliCommand } from './command.ts';
import { defaultMaxFileSize, takeMaxFileSize } from './input/maxFileSize.ts';
import { type DescribedCommand, type OptionTable, optionsHelp } from './input/optionTable.ts';
import type { CommandIo, Environment, ExitCode, ProgramIo } from './io.ts';
import { cleanIo } from './output/cleanOutput.ts';
import { displayPath, uriOf } from './output/paths.ts';
import { crashText } from './process/crashText.ts';

interface CommandEntry {
  readonly summary: string;
  /** Loads the command only when it runs: the language server needs no validator, and the validator no language server. */
  readonly load: () => Promise<CliCommand>;
  /** Its options, for its help, the completion of shells, and docs/options.md. */
  readonly options: () => Promise<OptionTable>;
}

/** All subcommands. */
const commands: Readonly<Record<string, CommandEntry>> = {
  validate: {
    summary: 'check Turtle files against SHACL shapes',
    load: async () => (await import('./validate/validate.ts')).validate,
    options: async () => (await import('./validate/validateOptions.ts')).validateOptions,
  },
  repair: {
    summary: 'list verified repairs of the violations in a Turtle file, or apply them',
    load: async () => (await import('./repair/repair.ts')).repair,
    options: async () => (await import('./repair/repair.ts')).repairOptions,
  },
  lint: {
    summary: 'say what is wrong with shapes files, without data',
    load: async () => (await import('./lint/lint.ts')).lint,
    options: async () => (await import('./lint/lint.ts')).lintOptions,
  },
  draft: {
    summary: 'draft shapes that data conforms to, with the support for each constraint',
    load: async () => (await import('./draft/draft.ts')).draft,
    options: async () => (await import('./draft/draft.ts')).draftOptions,
  },
  init: {
    summary: 'write a project file that links the shapes of a folder to its data',
    load: async () => (await import('./project/init.ts')).init,
    options: async () => (await import('./project/init.ts')).initOptions,
  },
  config: {
    summary: 'print the settings that count, with where each comes from',
    load: async () => (await import('./project/config.ts')).config,
    options: async () => (await import('./project/config.ts')).configOptions,
  },
  imports: {
    summary: 'list the ontologies that files import and the folder lacks, or download them',
    load: async () => (await import('./imports/imports.ts')).imports,
    options: async () => (await import('./imports/imports.ts')).importsOptions,
  },
  infer: {
    summary: 'write what the rules of shapes, or RDFS, infer from Turtle files',
    load: async () => (await import('./infer/infer.ts')).infer,
    options: async () => (await import('./infer/infer.ts')).inferOptions,
  },
  format: {
    summary: 'format Turtle files, or check that they are formatted',
    load: async () => (await import('./format/format.ts')).format,
    options: async () => (await import('./format/format.ts')).formatOptions,
  },
  convert: {
    summary: 'write JSON-LD, RDF/XML, TriG or N-Quads as Turtle or N-Triples',
    load: async () => (await import('./convert/convert.ts')).convert,
    options: async () => (await import('./convert/convert.ts')).convertOptions,
  },
  explain: {
    summary: 'say what a constraint component asks for, with an example',
    load: async () => (await import('./explain/explain.ts')).explain,
    options: async () => (await import('./explain/explain.ts')).explainOptions,
  },
  generate: {
    summary: 'write a benchmark of violations with known repairs from a valid graph and its shapes',
    load: async () => (await import('./generate/generate.ts')).generate,
    options: async () => (await import('./generate/generateRequest.ts')).generateOptions,
  },
  suite: {
    summary: 'verify such a benchmark',
    load: async () => (await import('./suite/suite.ts')).suite,
    options: async () => (await import('./suite/suite.ts')).suiteOptions,
  },
  evaluate: {
    summary: 'measure repair systems and models on a benchmark',
    load: async () => (await import('./evaluate/evaluate.ts')).evaluate,
    options: async () => (await import('./evaluate/evaluateRequest.ts')).evaluateOptions,
  },
  report: {
    summary: 'show what evaluations came to, merged and side by side',
    load: async () => (await import('./evaluate/report.ts')).report,
    options: async () => (await import('./evaluate/report.ts')).reportOptions,
  },
  'model-check': {
    summary: 'find out how well a model speaks Turtle',
    load: async () => (await import('./modelCheck/modelCheck.ts')).modelCheck,
    options: async () => (await import('./modelCheck/modelCheckRequest.ts')).modelCheckOptions,
  },
  guard: {
    summary: 'say what a change would do to the results of files, before a tool writes it',
    load: async () => (await import('./agents/guard.ts')).guard,
    options: async () => (await import('./agents/guard.ts')).guardOptions,
  },
  mcp: {
    summary: 'serve agents over the Model Context Protocol',
    load: async () => (await import('./agents/mcp.ts')).mcp,
    options: async () => (await import('./agents/mcp.ts')).mcpOptions,
  },
  lsp: {
    summary: 'serve an editor over the language server protocol',
    load: async () => (await import('./lsp.ts')).lsp,
    options: async () => (await import('./lsp.ts')).lspOptions,
  },
  completion: {
    summary: 'print what completes commands and options in bash, zsh or fish',
    load: async () => (await import('./completion/completion.ts')).completionOf(await describedCommands()),
    options: async () => (await import('./completion/completion.ts')).completionOptions,
  },
};

/** The options of all commands. */
const commonOptions = {
  'max-file-size': {
    heading: 'All commands',
    type: 'string',
    value: 'SIZE',
    help: 'do not read files that are larger than this (default 2GB)',
  },
  'no-color': {
    type: 'boolean',
    help: 'no colours on terminals, as with NO_COLOR. FORCE_COLOR asks for them elsewhere',
  },
} as const satisfies OptionTable;

/** All commands with their options. */
export async function describedCommands(): Promise<readonly DescribedCommand[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, options }]) => ({
      name,
      summary,
      options: { ...(await options()), ...commonOptions },
    })),
  );
}

/** Runs the program with the arguments after its name. Never throws: errors are printed on stderr. */
export async function runCommandLine(args: readonly string[], program: ProgramIo): Promise<ExitCode> {
  const io = cleanIo(program);
  const [name, ...rest] = args[0] === 'help' && args.length > 1 ? [args[1]!, '--help'] : args;
  switch (name) {
    case undefined:
      io.stderr.write(overview);
      return 2;
    case '--help':
    case '-h':
    case 'help':
      io.stdout.write(overview);
      return 0;
    case '--version':
    case '-v':
      io.stdout.write(`${version}\n`);
      return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) {
      const { similarName } = await import('./input/options.ts');
      const similar = similarName(name, Object.keys(commands));
      const hint =
        similar === undefined ? `Commands: ${Object.keys(commands).join(', ')}.` : `Did you mean ${similar}?`;
      throw new UserError(`unknown command '${name}'. ${hint}`);
    }
    const colors = takeNoColor(rest, io.env);
    const { maxFileSize, others } = takeMaxFileSize(colors.others);
    const fileSystem = maxFileSize === undefined ? io.fileSystem : io.openFileSystem(maxFileSize);
    io.probe?.step(`running ${name}`);
    return await (await command.load())(others, {
      ...withoutJudges(io, maxFileSize),
      ...packedFiles(io, maxFileSize),
      env: colors.env,
      fileSystem,
    });
  } catch (error) {
    io.stderr.write(`${onItsLine(explain(error, name, io), args)}\n`);
    return 2;
  }
}

/** Pipes and gzip files, limited to a number of bytes; gzip files are not written. */
function packedFiles(
  { readStdin, readPipe, writeFile, cwd }: CommandIo,
  maxFileSize: number = defaultMaxFileSize,
): Pick<CommandIo, 'readStdin' | 'readPipe' | 'writeFile'> {
  const read = async (name: string, bytes: PipedBytes) => {
    const size = 'descriptor' in bytes ? bytes.size : bytes.length;
    if (size > maxFileSize)
      throw new UserError(`${name} gives ${size} bytes, and --max-file-size allows ${maxFileSize}.`);
    // Most runs don't read from a pipe.
    const { isPacked, unpacked } = await import('../platform/files/pipeSpool.ts');
    if (!isPacked(bytes)) return bytes;
    const { largeFrom } = await import('../platform/reading/fileSystem.ts');
    try {
      return await unpacked(bytes, { inMemory: largeFrom, maxSize: maxFileSize });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`${name} can't be unpacked: ${error.message}.`, { cause: error });
    }
  };
  return {
    readStdin: async () => read('standard input', await readStdin()),
    readPipe: async (path) => read(displayPath(cwd, uriOf(cwd, path)), await readPipe(path)),
    async writeFile(uri, before, after) {
      if (/\.gz$/i.test(uri))
        throw new UserError(`${displayPath(cwd, uri)} is packed, and only read. Unpack it to change it.`);
      await writeFile(uri, before, after);
    },
  };
}

/** Other threads only know the default limit on file sizes. */
function withoutJudges({ judgeFiles, ...io }: CommandIo, maxFileSize: number | undefined): CommandIo {
  return maxFileSize === undefined && judgeFiles ? { ...io, judgeFiles } : io;
}

function explain(error: unknown, name: string, { env }: CommandIo): string {
  if (error instanceof UserError) {
    const program = Object.hasOwn(commands, name) ? `shacl-repair ${name}` : 'shacl-repair';
    return `${program}: ${error.message}\nSee '${program} --help'.`;
  }
  return crashText(error, env);
}

/** The message, with line breaks escaped in the arguments that it quotes. */
function onItsLine(message: string, args: readonly string[]): string {
  const lines = args.filter((arg) => /[\r\n]/.test(arg));
  return lines.reduce((text, arg) => text.replaceAll(arg, escapeInvisibleLine(arg)), message);
}

const names = Object.entries(commands);
const widest = Math.max(...names.map(([name]) => name.length));

const overview = `SHACL Repair ${version}: SHACL violations in Turtle files, with repairs that are proven before they are offered.

Usage: shacl-repair <command> [options]

${names.map(([name, { summary }]) => `  ${name.padEnd(widest)} ${summary}`).join('\n')}

  shacl-repair <command> --help    what a command takes
  shacl-repair --version

${optionsHelp(commonOptions)}
`;

/** Takes `--no-color` out of a command line, since every command prints. It takes precedence over the environment. */
function takeNoColor(
  args: readonly string[],
  env: Environment,
): { readonly env: Environment; readonly others: readonly string[] } {
  const end = args.indexOf('--');
  const at = args.indexOf(option);
  if (at < 0 || (end >= 0 && at > end)) return { env, others: args };
  return { env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined }, others: args.toSpliced(at, 1) };
}

const option = '--no-color';
