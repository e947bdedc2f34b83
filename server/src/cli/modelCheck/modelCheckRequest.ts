import { UserError } from '../../base/userError.ts';
import { orList } from '../../base/wordSearch.ts';
import { tasks } from '../../lab/tasks/index.ts';
import { type GraphSyntax, graphSyntaxes } from '../../lab/tasks/syntax/graphSyntax.ts';
import { type TaskId, type TaskWording, taskWordings } from '../../lab/tasks/task.ts';
import type { ModelEndpointRequest } from '../evaluate/evaluatedModels.ts';
import { choice, count, decimal, readOptions } from '../input/options.ts';
import {
  askingOptions,
  helpOption,
  type OptionTable,
  optionsHelp,
  runOptions,
} from '../input/optionTable.ts';
import type { Environment } from '../io.ts';

/** The request that a command line makes of `model-check`. */
export interface ModelCheckRequest extends ModelEndpointRequest {
  readonly models: readonly string[];
  readonly tasks: readonly TaskId[];
  readonly repeat: number;
  /** In bytes; undefined for the sizes that the tasks define. */
  readonly sizes: readonly number[] | undefined;
  readonly fixtures: number;
  readonly wording: TaskWording;
  readonly syntax: GraphSyntax;
  /** The folder with the files of the published tasks. */
  readonly originals: string | undefined;
  readonly resume: boolean;
  readonly rounds: number;
  /** If there are several, the repeats use them in turn. */
  readonly temperature: number | readonly number[];
  readonly maxTokens: number;
  readonly seed: number | undefined;
  readonly dryRun: boolean;
  readonly format: 'text' | 'json';
}

/** Enough for the largest graph that is asked for. */
const defaultMaxTokens = 8000;

export const modelCheckOptions = {
  model: {
    heading: 'What is asked',
    type: 'string',
    multiple: true,
    value: 'ID',
    help: 'the model (default: OPENAI_MODEL); can be repeated for several',
  },
  tasks: {
    type: 'string',
    value: 'LIST',
    help: `which ones (default: all), separated by commas:\n${tasks.map(({ id, title }) => `${id} ${title}`).join('\n')}`,
  },
  repeat: { type: 'string', value: 'N', help: 'ask each question N times (default 20)' },
  sizes: {
    type: 'string',
    value: 'LIST',
    help: 'of the graphs of T3 and T4, in bytes (default 1000,2000, … 8000)',
  },
  fixtures: { type: 'string', value: 'N', help: 'other names and graphs (default 0)' },
  wording: {
    type: 'string',
    value: 'WORDS',
    help: 'own (default), paper: as published, with what makes the tasks hard',
  },
  syntax: {
    type: 'string',
    value: 'SYNTAX',
    help: 'turtle (default), ntriples, jsonld: of the graphs in questions and answers; T2L is about Turtle only',
  },
  originals: {
    type: 'string',
    value: 'DIR',
    help: 'ask T1, T2 and T5 with the files of your copy of the published tasks, and the others as published',
  },
  ...runOptions,
  rounds: {
    heading: 'How models are asked',
    type: 'string',
    value: 'N',
    help: 'let a model answer up to N times (at most 3), telling it what is wrong (default 1)',
  },
  ...askingOptions,
  temperature: {
    type: 'string',
    value: 'T',
    help: '0 (default) for the most likely answer; several, separated by commas: repeats take turns',
  },
  'max-tokens': { type: 'string', value: 'N', help: `of an answer (default ${defaultMaxTokens})` },
  help: helpOption,
} as const satisfies OptionTable;

/** @throws UserError when options contradict each other. */
export function modelCheckRequest(
  args: readonly string[],
  { OPENAI_MODEL }: Environment,
): ModelCheckRequest | 'help' {
  const { values, positionals } = readOptions(args, { options: modelCheckOptions });
  if (values.help) return 'help';
  if (positionals.length > 0) throw new UserError(`no file is needed: leave ${positionals[0]} out.`);
  const models = [...new Set((values.model ?? [OPENAI_MODEL ?? '']).map((each) => each.trim()))].filter(
    (each) => each !== '',
  );
  if (models.length === 0)
    throw new UserError('give the id of a model, such as --model gpt-4o, or set OPENAI_MODEL.');
  const syntax = choice('syntax', values.syntax, graphSyntaxes) ?? 'turtle';
  const { originals } = values;
  if (originals !== undefined && (values.wording === 'own' || syntax !== 'turtle')) {
    throw new UserError(
      '--originals asks in the words and in the Turtle of its files: leave out --wording and --syntax.',
    );
  }
  const dryRun = values['dry-run'] === true;
  if (values.out === undefined && !dryRun) {
    throw new UserError('give the folder that answers are kept in: --out FOLDER.');
  }
  return {
    models,
    tasks: givenTasks(values.tasks, syntax),
    repeat: count('repeat', values.repeat, 1000) ?? 20,
    sizes: givenSizes(values.sizes),
    fixtures: decimal('fixtures', values.fixtures, '7') ?? 0,
    wording: choice('wording', values.wording, taskWordings) ?? (originals === undefined ? 'own' : 'paper'),
    syntax,
    originals,
    out: values.out,
    resume: values.resume === true,
    rounds: count('rounds', values.rounds, 3) ?? 1,
    temperature: givenTemperatures(values.temperature),
    maxTokens: count('max-tokens', values['max-tokens']) ?? defaultMaxTokens,
    seed: decimal('seed', values.seed, '1'),
    concurrency: count('concurrency', values.concurrency, 1000),
    requestsPerMinute: count('requests-per-minute', values['requests-per-minute']),
    model: {
      baseUrl: values['base-url'],
      maxCost: decimal('max-cost', values['max-cost'], '5.00'),
      prices: values.prices,
      answers: values.answers,
    },
    replay: undefined,
    batch: false,
    dryRun,
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
  };
}

function givenTasks(given: string | undefined, syntax: GraphSyntax): readonly TaskId[] {
  const all = tasks.filter((each) => syntax === 'turtle' || !each.turtleOnly).map(({ id }) => id);
  if (given === undefined) return all;
  const chosen = given.split(',').map((each) => {
    const found = all.find((id) => id === each.trim().toUpperCase());
    if (found === undefined) throw new UserError(`--tasks can't be '${given}': give ${orList(all)}.`);
    return found;
  });
  return all.filter((id) => chosen.includes(id));
}

function givenTemperatures(given: string | undefined): number | readonly number[] {
  const [first = 0, ...others] = (given?.split(',') ?? []).map(
    (each) => decimal('temperature', each.trim(), '0.7') ?? 0,
  );
  return others.length === 0 ? first : [first, ...others];
}

function givenSizes(given: string | undefined): readonly number[] | undefined {
  if (given === undefined) return undefined;
  const sizes = given.split(',').map((each) => {
    if (/^[1-9]\d{2,4}$/.test(each.trim())) return Number(each);
    throw new UserError(`--sizes can't be '${given}': give bytes from 100 to 99999, such as 1000,4000.`);
  });
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

export const modelCheckHelp = `Usage: shacl-repair model-check --model ID --out FOLDER [options]

Finds out how well a model speaks Turtle: six tasks with known answers, each asked several times, each answer read as
it is (strict), without the text around it (lenient), and as far as it can be read at all (recovered). Says whether
its answers can be taken as they are.

${optionsHelp(modelCheckOptions)}

A run may be killed at any time; the same command with --resume goes on from there.
Exit codes: 0 done, 2 could not run, or stopped before the end.
`;
