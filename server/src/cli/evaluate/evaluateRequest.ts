import { UserError } from '../../base/userError.ts';
import { orList } from '../../base/wordSearch.ts';
import { type AgentToolset, agentTools, isAgentTools } from '../../lab/evaluation/systems/agentSystem.ts';
import type { ResponseFormat } from '../../lab/evaluation/systems/modelSystem.ts';
import { plainSystems } from '../../lab/evaluation/systems/plainSystems.ts';
import { readSystem, type SystemSpec } from '../../lab/evaluation/systems/systemSpec.ts';
import type { PromptTemplate } from '../../repair/llm/prompt/prompt.ts';
import { isStrategy, type Strategy, strategies } from '../../repair/llm/prompt/strategy.ts';
import type { Shard } from '../../shacl/firstLook.ts';
import { modelId } from '../input/modelOptions.ts';
import { choice, count, decimal, givenShard, readOptions } from '../input/options.ts';
import {
  askingOptions,
  helpOption,
  type OptionTable,
  optionsHelp,
  runOptions,
} from '../input/optionTable.ts';
import { refuseTimeBudget } from '../input/timeBudget.ts';
import type { Environment } from '../io.ts';

/** The request that a command line makes of `evaluate`. */
export interface EvaluateRequest {
  /** The folder, as given. */
  readonly suite: string;
  readonly systems: readonly SystemSpec[];
  /** The folder, as given; undefined to keep nothing. */
  readonly out: string | undefined;
  readonly resume: boolean;
  readonly repeat: number;
  readonly shard: Shard;
  /** Undefined to use the setting, or 1 if no model is asked. */
  readonly concurrency: number | undefined;
  /** Undefined to use the setting. */
  readonly requestsPerMinute: number | undefined;
  readonly includeFragile: boolean;
  readonly crossCheck: 'all' | 'none';
  readonly strategies: readonly Strategy[];
  readonly template: PromptTemplate;
  readonly responseFormat: ResponseFormat | undefined;
  readonly rounds: number;
  readonly temperature: number;
  /** The maximum number of tokens of an answer. */
  readonly maxTokens: number | undefined;
  readonly seed: number | undefined;
  /** How models are reached. */
  readonly model: {
    readonly baseUrl: string | undefined;
    /** What the whole run may cost, in USD. */
    readonly maxCost: number | undefined;
    readonly prices: string | undefined;
    readonly answers: string | undefined;
  };
  /** What the input of a request may cost on average, in USD, for a cell to be run. */
  readonly maxInputCost: number | undefined;
  /** The folder of a run whose answers are taken instead of asking. */
  readonly replay: string | undefined;
  readonly dryRun: boolean;
  /** The folder to which prompts are written, and from which answers are read, instead of asking. */
  readonly exportPrompts: string | undefined;
  /** The folder of the files that people edit. */
  readonly exportCases: string | undefined;
  /** Whether these files are linked to their shapes, so that editors show violations. */
  readonly linkShapes: boolean;
  /** Models are asked through the Batch API of the endpoint. */
  readonly batch: boolean;
  /** How long a program may take for a case, in seconds. */
  readonly commandTimeout: number;
  /** The tools of agents, and how many requests each agent may make for a case. */
  readonly agent: { readonly tools: readonly AgentToolset[]; readonly turns: number };
  readonly format: 'text' | 'json';
}

export const evaluateOptions = {
  system: {
    heading: 'What is measured',
    type: 'string',
    multiple: true,
    value: 'SYSTEM',
    help: `a repair system; can be repeated for several:
symbolic: the repairs that are found without a model
model:ID: a language model, asked as in the paper; without :ID the one that OPENAI_MODEL names
choose:ID: the same, shown the symbolic repairs to take one or write a better one
agent:ID: a language model that works on a file by itself: see --tools
command:PATH: your own program: reads JSON (graph, shapes, result, prefixes) on standard input, writes {"update": "INSERT DATA …"}
person:NAME: a person, who edits files: see --export-cases
noop: changes nothing
oracle: takes the case back: the best that can be done
delete-focus: takes nodes out of their target: shows what the semantic tier alone is worth`,
  },
  repeat: { type: 'string', value: 'N', help: 'attempt each case N times (default 1)' },
  shard: {
    type: 'string',
    value: 'I/N',
    help: "only the I-th of N parts of the cases; 'shacl-repair report' merges them",
  },
  'include-fragile': { type: 'boolean', help: 'also cases that the engines judge differently' },
  'cross-check': {
    type: 'string',
    value: 'WHAT',
    help: 'all (default): ask rdf-validate-shacl about each repaired graph; none',
  },
  'command-timeout': {
    type: 'string',
    value: 'S',
    help: 'how long a program may take for a case, in seconds (default 60)',
  },
  ...runOptions,
  strategy: {
    heading: 'How models are asked',
    type: 'string',
    multiple: true,
    value: 'STRATEGY',
    help: 'what a prompt shows: M, S or Sn of the shapes with G, F or F+ of the data (default SF+); can be repeated, with commas, or all',
  },
  rounds: {
    type: 'string',
    value: 'N',
    help: 'let a model answer up to N times, telling it what is wrong (default 1); of an agent with tools, how many requests a case may take (default 10)',
  },
  tools: {
    type: 'string',
    multiple: true,
    value: 'TOOLS',
    help: 'what an agent has: none (default): its answer is written as it is; validate: it writes what it likes, and may validate; verify: it writes only what was verified to introduce no result; can be repeated, with commas, or all',
  },
  template: {
    type: 'string',
    value: 'NAME',
    help: "replication (default): the paper's words, answers count only in exactly the form asked for, with the lenient reading beside; product: those of 'shacl-repair repair'",
  },
  'response-format': {
    type: 'string',
    value: 'F',
    help: "none: the prompt's words alone ask for JSON (default with replication); json: also a schema",
  },
  'max-tokens': {
    type: 'string',
    value: 'N',
    help: "of an answer (default: none with the paper's template, but 2000 with --max-cost; else 2000)",
  },
  ...askingOptions,
  'max-input-cost': {
    type: 'string',
    value: 'USD',
    help: 'leave out strategies whose input costs more on average (default 0.50, as in the paper; for models without a price, those with more than 200,000 tokens)',
  },
  replay: { type: 'string', value: 'FOLDER', help: 'take all answers from the run in this folder, offline' },
  batch: {
    type: 'boolean',
    help: "submit all requests through the endpoint's Batch API, which takes up to a day and usually costs half (--prices has to say so); --resume continues to wait",
  },
  'export-prompts': {
    heading: 'Answers from elsewhere',
    type: 'string',
    value: 'DIR',
    help: 'ask no model: write each prompt to DIR, in requests.jsonl (the format of batches) and as HASH.prompt.txt; answers in DIR/answers.jsonl (what a batch returns, or {"custom_id": HASH, "answer": TEXT}) or HASH.answer.txt are scored with --resume',
  },
  'export-cases': {
    type: 'string',
    value: 'DIR',
    help: 'for --system person:NAME: write each case to DIR as a Turtle file, linked to its shapes, for a person to edit; changed files are scored with --resume',
  },
  'no-shapes': {
    type: 'boolean',
    help: 'with --export-cases: do not link the shapes, so that editors show no violations',
  },
  help: helpOption,
} as const satisfies OptionTable;

/** @throws UserError when options contradict each other. */
export function evaluateRequest(args: readonly string[], env: Environment): EvaluateRequest | 'help' {
  refuseTimeBudget(
    args,
    'a run with --out can be stopped at any time, for example by timeout(1); the same command with --resume continues it.',
  );
  const { values, positionals } = readOptions(args, { options: evaluateOptions });
  if (values.help) return 'help';
  const [suite, ...more] = positionals;
  if (suite === undefined || more.length > 0)
    throw new UserError('give one folder: of a suite, or of the suites of a data set.');
  const request: EvaluateRequest = {
    suite,
    systems: givenSystems(values.system, env),
    out: values.out,
    resume: values.resume === true,
    repeat: count('repeat', values.repeat, 10_000) ?? 1,
    shard: givenShard(values.shard),
    concurrency: count('concurrency', values.concurrency, 1000),
    requestsPerMinute: count('requests-per-minute', values['requests-per-minute']),
    includeFragile: values['include-fragile'] === true,
    crossCheck: choice('cross-check', values['cross-check'], ['all', 'none']) ?? 'all',
    strategies: givenStrategies(values.strategy),
    template: choice('template', values.template, ['replication', 'product']) ?? 'replication',
    responseFormat: choice('response-format', values['response-format'], ['none', 'json']),
    rounds: count('rounds', values.rounds, 20) ?? 1,
    temperature: decimal('temperature', values.temperature, '0.7') ?? 0,
    maxTokens: count('max-tokens', values['max-tokens']),
    seed: values.seed === undefined ? undefined : decimal('seed', values.seed, '1'),
    model: {
      baseUrl: values['base-url'],
      maxCost: decimal('max-cost', values['max-cost'], '5.00'),
      prices: values.prices,
      answers: values.answers,
    },
    maxInputCost: decimal('max-input-cost', values['max-input-cost'], '0.50'),
    replay: values.replay,
    dryRun: values['dry-run'] === true,
    exportPrompts: values['export-prompts'],
    exportCases: values['export-cases'],
    linkShapes: values['no-shapes'] !== true,
    batch: values.batch === true,
    agent: { tools: givenTools(values.tools), turns: count('rounds', values.rounds, 20) ?? 10 },
    commandTimeout: decimal('command-timeout', values['command-timeout'], '30') ?? 60,
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
  };
  requireFolder(request);
  requireAgents(request, values.tools);
  return request;
}

/** @throws UserError when the options do not allow agents to be asked. */
function requireAgents(
  { systems, batch, exportPrompts, strategies: shown }: EvaluateRequest,
  tools: readonly string[] | undefined,
): void {
  if (!systems.some(({ kind }) => kind === 'agent')) {
    if (tools) throw new UserError('--tools is for agents: give --system agent:ID.');
    return;
  }
  if (batch) throw new UserError('agents make one request after the other: leave --batch out.');
  if (exportPrompts !== undefined)
    throw new UserError('agents make one request after the other: leave --export-prompts out.');
  if (shown.length > 1) throw new UserError('agents are shown one thing: give one --strategy.');
}

/** Results that cost money or hours must be kept. */
function requireFolder(request: EvaluateRequest): void {
  const { systems, out, resume, replay, dryRun, batch, exportPrompts, exportCases, repeat } = request;
  const people = systems.filter(({ kind }) => kind === 'person').length;
  if (people > 0) {
    if (exportCases === undefined)
      throw new UserError('people edit files: give their folder by --export-cases DIR.');
    if (people > 1) throw new UserError('give one person: each edits their own files.');
    if (repeat > 1) throw new UserError('a person answers a case once: leave --repeat out.');
    if (out === undefined && !dryRun)
      throw new UserError('give the folder for the answers of people: --out FOLDER.');
    if (exportCases === out) throw new UserError('give --export-cases another folder than --out.');
  } else if (exportCases !== undefined) {
    throw new UserError('--export-cases is for people: give --system person:NAME.');
  }
  if (exportPrompts !== undefined) {
    if (batch) throw new UserError('--export-prompts asks no model: leave --batch out.');
    if (replay !== undefined) throw new UserError('give either --export-prompts or --replay.');
    if (exportPrompts === out) throw new UserError('give --export-prompts another folder than --out.');
  }
  if (batch && replay !== undefined) throw new UserError('--replay asks no model: leave --batch out.');
  if (out !== undefined || dryRun) return;
  if (resume) throw new UserError('--resume continues the run in a folder: give --out FOLDER.');
  const asksModels = systems.some((system) => 'model' in system);
  if (asksModels && replay === undefined) {
    throw new UserError('give the folder that answers of models are kept in: --out FOLDER.');
  }
}

function givenSystems(given: readonly string[] = [], env: Environment): readonly SystemSpec[] {
  const names = [
    ...Object.keys(plainSystems),
    'model:ID',
    'choose:ID',
    'agent:ID',
    'command:PATH',
    'person:NAME',
  ];
  if (given.length === 0) throw new UserError(`give a system: --system ${orList(names)}.`);
  const specs = given.map((system): SystemSpec => {
    const spec = readSystem(system);
    if (spec) return spec;
    const [kind] = system.split(':', 1);
    if (kind === 'command') {
      throw new UserError('--system command needs a program, such as command:./repair.py.');
    }
    if (kind === 'person') throw new UserError('--system person needs a name, such as person:ada.');
    if (kind === 'model' || kind === 'choose' || kind === 'agent')
      return { kind, model: modelId(kind, '', env) };
    throw new UserError(`--system can't be '${system}': give ${orList(names)}.`);
  });
  // `model` and `model:ID` may be the same.
  return [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
}

function givenTools(given: readonly string[] = ['none']): readonly AgentToolset[] {
  const all = given.flatMap((each): readonly string[] => (each === 'all' ? agentTools : each.split(',')));
  return [...new Set(all)].map((each) => {
    if (isAgentTools(each)) return each;
    throw new UserError(`--tools can't be '${each}': give ${orList([...agentTools, 'all'])}.`);
  });
}

function givenStrategies(given: readonly string[] = ['SF+']): readonly Strategy[] {
  const all = given.flatMap((each): readonly string[] => (each === 'all' ? strategies : each.split(',')));
  return [...new Set(all)].map((each) => {
    if (isStrategy(each)) return each;
    throw new UserError(`--strategy can't be '${each}': give ${orList([...strategies, 'all'])}.`);
  });
}

export const evaluateHelp = `Usage: shacl-repair evaluate SUITE --system SYSTEM [options]

Has repair systems attempt the cases of a benchmark that 'shacl-repair generate' wrote, and scores their answers: is
it an update (syntactic), are all results gone (semantic), is the graph as before but for literals (relaxed), is it
exactly as before (isomorphic). Each tier counts only where those before it hold.

SUITE may also be the folder with the suites of a data set of several graphs (equal --name, different --graph): each
graph is evaluated, with a run in a folder of its name below --out, and one table is printed for all of them.

${optionsHelp(evaluateOptions)}

A run may be killed at any time; the same command with --resume goes on from there.
Exit codes: 0 done, 2 could not run, or stopped before the end.
`;
