import { UserError } from '../base/userError.ts';
import { version } from '../base/version.ts';
import { escapeInvisibleLine } from '../base/visibleText.ts';
import type { PipedBytes } from '../platform/files/pipeSpool.ts';
import type { CliCommand } from './command.ts';
import { takeMaxFileSize } from './input/maxFileSize.ts';
import { takeNoColor } from './input/noColor.ts';
import type { CommandIo, ExitCode, ProgramIo } from './io.ts';
import { cleanIo } from './output/cleanOutput.ts';
import { crashText } from './process/crashText.ts';

interface CommandEntry {
  readonly summary: string;
  /** Loads the command only when it runs: the language server needs no validator, and the validator no language server. */
  readonly load: () => Promise<CliCommand>;
}

/** All subcommands. */
const commands: Readonly<Record<string, CommandEntry>> = {
  validate: {
    summary: 'check Turtle files against SHACL shapes',
    load: async () => (await import('./validate/validate.ts')).validate,
  },
  repair: {
    summary: 'list verified repairs of the violations in a Turtle file, or apply them',
    load: async () => (await import('./repair/repair.ts')).repair,
  },
  infer: {
    summary: 'write what the rules of shapes, or RDFS, infer from Turtle files',
    load: async () => (await import('./infer/infer.ts')).infer,
  },
  format: {
    summary: 'format Turtle files, or check that they are formatted',
    load: async () => (await import('./format/format.ts')).format,
  },
  explain: {
    summary: 'say what a constraint component asks for, with an example',
    load: async () => (await import('./explain/explain.ts')).explain,
  },
  generate: {
    summary: 'write a benchmark of violations with known repairs from a valid graph and its shapes',
    load: async () => (await import('./generate/generate.ts')).generate,
  },
  suite: {
    summary: 'verify such a benchmark',
    load: async () => (await import('./suite/suite.ts')).suite,
  },
  evaluate: {
    summary: 'measure repair systems and models on a benchmark',
    load: async () => (await import('./evaluate/evaluate.ts')).evaluate,
  },
  report: {
    summary: 'show what evaluations came to, merged and side by side',
    load: async () => (await import('./evaluate/report.ts')).report,
  },
  'model-check': {
    summary: 'find out how well a model speaks Turtle',
    load: async () => (await import('./modelCheck/modelCheck.ts')).modelCheck,
  },
  lsp: {
    summary: 'serve an editor over the language server protocol',
    load: async () => (await import('./lsp.ts')).lsp,
  },
};

/** Runs the program with the arguments after its name. Never throws: errors are printed on stderr. */
export async function runCommandLine(args: readonly string[], program: ProgramIo): Promise<ExitCode> {
  const io = cleanIo(program);
  const [name, ...rest] = args;
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
    if (!command)
      throw new UserError(`unknown command '${name}'. Commands: ${Object.keys(commands).join(', ')}.`);
    const colors = takeNoColor(rest, io.env);
    const { maxFileSize, others } = takeMaxFileSize(colors.others);
    const fileSystem = maxFileSize === undefined ? io.fileSystem : io.openFileSystem(maxFileSize);
    io.probe?.step(`running ${name}`);
    return await (await command.load())(others, {
      ...withoutJudges(io, maxFileSize),
      ...(maxFileSize !== undefined && limitedPipes(io, maxFileSize)),
      env: colors.env,
      fileSystem,
    });
  } catch (error) {
    io.stderr.write(`${onItsLine(explain(error, name, io), args)}\n`);
    return 2;
  }
}

/** Pipes that give no more than a number of bytes. */
function limitedPipes(
  { readStdin, readPipe }: CommandIo,
  maxFileSize: number,
): Pick<CommandIo, 'readStdin' | 'readPipe'> {
  const limited = (name: string, bytes: PipedBytes) => {
    const size = 'descriptor' in bytes ? bytes.size : bytes.length;
    if (size > maxFileSize)
      throw new UserError(`${name} gives ${size} bytes, and --max-file-size allows ${maxFileSize}.`);
    return bytes;
  };
  return {
    readStdin: async () => limited('standard input', await readStdin()),
    readPipe: async (path) => limited(path, await readPipe(path)),
  };
}

/** Other threads know the usual limit for the size of files only. */
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

Every command that reads files takes --max-file-size SIZE: larger ones are not read (2GB).
Every command takes --no-color: no colours on terminals, as with NO_COLOR. FORCE_COLOR asks for them elsewhere.
`;
