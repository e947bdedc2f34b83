import * as z from 'zod/v4';
import { UserError } from '../../base/userError.ts';
import { shortened } from '../../service/agents/answers.ts';
import { file, type ToolCall, tool } from '../../service/agents/tool.ts';
import type { GuardedFiles } from '../agentFiles/guardedFiles.ts';
import type { CliCommand } from '../command.ts';
import type { GivenFiles } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { emptyLine } from '../output/style.ts';

/** What a tool that runs a command works with. */
export interface CommandCall extends ToolCall {
  readonly files: GuardedFiles;
  readonly io: CommandIo;
  /** What all files are judged with, as given. */
  readonly links: Pick<GivenFiles, 'shapes' | 'context'>;
}

const output = z.object({ report: z.string(), notes: z.array(z.string()) });
const seed = z
  .int()
  .min(0)
  .max(2 ** 31)
  .default(1);

/** Tools that make benchmarks and score repairs on them: the commands of these names, without programs and models. */
export const benchmarkTools = {
  generate_benchmark: tool({
    title: 'Generate a benchmark of violations',
    description:
      'Writes a suite of violations with known repairs, derived from a valid data file and its shapes, into a folder, whose earlier suite is replaced.',
    input: z.object({
      file: file.describe('The data file'),
      folder: file.describe('Where the suite goes'),
      mistakes: z.boolean().default(false).describe('Mistakes as people make them instead'),
      maxCases: z.int().min(1).max(10_000).default(200),
      seed,
    }),
    output,
    writes: true,
    async run({ file, folder, mistakes, maxCases, seed }, call: CommandCall) {
      const { generate } = await import('../generate/generate.ts');
      const args = [
        await call.files.pathOf(file),
        `--out=${await call.files.pathOf(folder)}`,
        `--seed=${seed}`,
        `--max-cases=${maxCases}`,
        ...(mistakes ? ['--mistakes'] : []),
        ...call.links.shapes.map((each) => `--shapes=${each}`),
        ...call.links.context.map((each) => `--context=${each}`),
      ];
      return answerOf(generate, args, call);
    },
  }),
  evaluate: tool({
    title: 'Score repairs on a benchmark',
    description:
      'How well the built-in repairs do on the cases of a suite. Nothing is written, and no model is asked.',
    input: z.object({ folder: file.describe('The folder of the suite') }),
    output,
    writes: false,
    async run({ folder }, call: CommandCall) {
      const { evaluate } = await import('../evaluate/evaluate.ts');
      return answerOf(evaluate, [await call.files.pathOf(folder), '--system=symbolic'], call);
    },
  }),
};

/** Runs a command, and returns what it prints for people. */
async function answerOf(command: CliCommand, args: readonly string[], { io, signal }: CommandCall) {
  const printed = { stdout: '', stderr: '' };
  const keeping = (name: keyof typeof printed) => {
    const write = (text: string) => {
      printed[name] += text;
    };
    return { write, writeExact: write, drained: async () => {} };
  };
  const telling = (text: string) => {
    const line = text.replace(emptyLine, '').trim();
    if (line !== '') io.probe?.step(line);
  };
  const progress = {
    write: telling,
    writeExact: telling,
    drained: async () => {},
    isTTY: true,
    columns: 200,
  };
  const outputs = { stdout: keeping('stdout'), stderr: keeping('stderr'), progress };
  const { confirm, ...others } = io;
  const code = await command(args, { ...others, ...outputs, signal, isUnwatched: true });
  const notes = printed.stderr.split('\n').filter((line) => line !== '');
  if (code !== 0) throw new UserError(shortened(notes.join('\n')));
  return {
    report: shortened(printed.stdout, maxReport),
    notes: notes.slice(0, 20).map((note) => shortened(note)),
  };
}

const maxReport = 8000;
