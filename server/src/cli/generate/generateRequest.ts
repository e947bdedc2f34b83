import { UserError } from '../../base/userError.ts';
import { defaultMistakeProfile } from '../../vio/mistakes/mistakeProfile.ts';
import {
  defaultGenerateOptions,
  defaultMaxCases,
  type GenerateMode,
  type GenerateOptions,
  isMixed,
  type Mix,
} from '../../vio/vioCase.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { choice, count, givenInference, givenStore, readOptions } from '../input/options.ts';
import {
  askingOptions,
  helpOption,
  linkOptions,
  type OptionTable,
  optionsHelp,
} from '../input/optionTable.ts';
import { refuseTimeBudget } from '../input/timeBudget.ts';
import type { GivenFiles } from '../input/workspace.ts';

/** The request that a command line makes of `generate`. */
export interface GenerateRequest extends GivenFiles {
  readonly inference: ReturnType<typeof givenInference>;
  /** The triple store that data are drawn from, and how many focus nodes; undefined when there is a data file. */
  readonly store: { readonly address: StoreAddress; readonly sample: number } | undefined;
  /** The folder, as given. */
  readonly out: string;
  /** Undefined to use the name of the data file. */
  readonly name: string | undefined;
  /** The name of the graph among those of the data set. */
  readonly graph: string | undefined;
  readonly options: GenerateOptions;
  /** The file, as given, that specifies how often to make which mistakes. */
  readonly profile: string | undefined;
  readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
  /** The model that names new nodes; undefined to number them. */
  readonly namer: { readonly id: string; readonly baseUrl: string | undefined } | undefined;
  /** Whether constraints are removed to see which of them the suite would miss. */
  readonly mutates: boolean;
  readonly format: 'text' | 'json';
}

export const generateOptions = {
  ...linkOptions,
  endpoint: {
    type: 'string',
    value: 'URL',
    help: 'instead of DATA: focus nodes of a triple store, drawn with --seed, and what the verdicts about them rest on; see docs/store-changes.md',
  },
  sample: { type: 'string', value: 'N', help: 'with --endpoint: how many focus nodes are drawn' },
  'if-invalid': {
    type: 'string',
    value: 'WHAT',
    help: 'when DATA violates its shapes: refuse (default); repair: make the graph valid first, DATA itself stays as it is; restrict: use only the part that is not violated yet',
  },
  out: {
    heading: 'What is written',
    type: 'string',
    value: 'FOLDER',
    help: 'where the suite goes; an earlier suite there is replaced, nothing else is',
  },
  name: { type: 'string', value: 'ID', help: 'what the data set is called (default: the name of DATA)' },
  graph: {
    type: 'string',
    value: 'ID',
    help: 'what this graph is called, if the data set has several; all of them have the same --name',
  },
  format: { type: 'string', short: 'f', value: 'FORMAT', help: 'text (default), json: of the summary' },
  mode: {
    heading: 'Which cases',
    type: 'string',
    value: 'MODE',
    help: 'cover (default): until all constraints are covered; exhaustive: every case there is, or random ones where there are more than --max-cases; sample:N: up to N random cases for each constraint of a targeted shape and focus node; per-focus: each focus node at least once',
  },
  mistakes: {
    type: 'boolean',
    help: 'instead of violations of every constraint: mistakes as people make them, such as a misspelt class, a decimal comma, or a date as it is written locally',
  },
  profile: {
    type: 'string',
    value: 'FILE',
    help: 'with --mistakes: how often each kind is made; see docs/benchmarks.md',
  },
  combine: {
    type: 'string',
    value: 'N',
    help: 'N changes with different focus nodes in each case (default 1)',
  },
  seed: {
    type: 'string',
    value: 'N',
    help: 'chooses among the possible cases (default 1); the same seed gives the same bytes',
  },
  'max-cases': {
    type: 'string',
    value: 'N',
    help: 'no more cases than that, but in mode cover (default 10000; 200 with --mistakes)',
  },
  'max-edits': {
    type: 'string',
    value: 'N',
    help: 'no change of more triples than that (default 12); with --combine, of each change in a case',
  },
  'ontology-nodes': {
    type: 'boolean',
    help: 'also change what is said about nodes that only ontologies describe',
  },
  mix: {
    type: 'string',
    value: 'D:I:R',
    help: 'how many cases should delete, insert and replace statements, in relation to each other in the modes cover and per-focus (default 1:1:1; cover adds cases at other places for that); any: as few cases as cover all',
  },
  unlikely: {
    type: 'boolean',
    help: 'also changes that nobody would make by mistake: a link from a node to itself, statements about terms of a vocabulary, a property that nodes of other types have, and none of the type',
  },
  'cross-check': {
    type: 'string',
    value: 'WHAT',
    help: 'all (default): ask rdf-validate-shacl about each case, which takes most of the time; none',
  },
  namer: {
    type: 'string',
    value: 'model:ID',
    help: 'ask a model for the names of new nodes, which are numbered otherwise; the key is taken from OPENAI_API_KEY. Names may differ from run to run',
  },
  'base-url': askingOptions['base-url'],
  'mutate-shapes': {
    type: 'boolean',
    help: 'also remove each constraint in turn, and say how many removals neither a case nor the valid graph would reveal',
  },
  help: helpOption,
} as const satisfies OptionTable;

/** @throws UserError when options contradict each other. */
export function generateRequest(args: readonly string[]): GenerateRequest | 'help' {
  refuseTimeBudget(
    args,
    'the same seed has to make the same suite, however fast the machine is. --max-cases N limits the work.',
  );
  const { values, positionals } = readOptions(args, { options: generateOptions });
  if (values.help) return 'help';
  const [data, ...more] = positionals;
  const store = drawnFrom(values, data);
  if (data === undefined && store === undefined)
    throw new UserError('give a Turtle file, or - for standard input.');
  if (more.length > 0)
    throw new UserError('takes one data file; give the other files of its graph as --context.');
  if (values.out === undefined || values.out === '')
    throw new UserError('give the folder of the suite: --out FOLDER.');
  const { combine, crossCheck, maxEdits } = defaultGenerateOptions;
  const mode = requestedMode(values);
  if (values.mix !== undefined && !isMixed(mode))
    throw new UserError(
      '--mix is for the modes cover and per-focus, which choose what is changed: leave it out.',
    );
  return {
    data: data === undefined ? [] : [data],
    store,
    shapes: values.shapes ?? [],
    context: values.context ?? [],
    inference: givenInference(values.inference),
    out: values.out,
    name: values.name,
    graph: values.graph,
    options: {
      mode,
      combine: count('combine', values.combine) ?? combine,
      seed: givenSeed(values.seed),
      crossCheck: choice('cross-check', values['cross-check'], ['all', 'none']) ?? crossCheck,
      maxCases: count('max-cases', values['max-cases']) ?? defaultMaxCases(mode),
      maxEdits: count('max-edits', values['max-edits']) ?? maxEdits,
      ontologyNodes: values['ontology-nodes'] ?? false,
      unlikely: values.unlikely ?? false,
      mix: givenMix(values.mix),
    },
    profile: values.profile,
    ifInvalid: choice('if-invalid', values['if-invalid'], ['refuse', 'repair', 'restrict']) ?? 'refuse',
    namer: givenNamer(values.namer, values['base-url']),
    mutates: values['mutate-shapes'] ?? false,
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
  };
}

interface StoreOptions {
  readonly endpoint?: string | undefined;
  readonly sample?: string | undefined;
  readonly shapes?: readonly string[] | undefined;
}

function drawnFrom(
  { endpoint, sample, shapes }: StoreOptions,
  data: string | undefined,
): GenerateRequest['store'] {
  const number = count('sample', sample);
  if (endpoint === undefined) {
    if (sample !== undefined) throw new UserError('--sample is for stores: give --endpoint URL with it.');
    return undefined;
  }
  if (data !== undefined) throw new UserError('give a data file or --endpoint, not both.');
  const address = givenStore('endpoint', endpoint);
  if (number === undefined)
    throw new UserError('say how many focus nodes to draw from the store: --sample N.');
  if (shapes === undefined)
    throw new UserError('give the shapes that the store is judged by: --shapes FILE.');
  return { address, sample: number };
}

function givenNamer(value: string | undefined, baseUrl: string | undefined): GenerateRequest['namer'] {
  if (value === undefined) {
    if (baseUrl !== undefined)
      throw new UserError('--base-url is for models: give --namer model:ID with it.');
    return undefined;
  }
  const id = /^model:(.+)$/s.exec(value)?.[1];
  if (id === undefined)
    throw new UserError(`--namer can't be '${value}': give model:ID, such as model:gpt-4o.`);
  return { id, baseUrl };
}

interface ModeOptions {
  readonly mode?: string | undefined;
  readonly mistakes?: boolean | undefined;
  readonly profile?: string | undefined;
  readonly combine?: string | undefined;
  readonly namer?: string | undefined;
}

function requestedMode({ mode, mistakes, profile, combine, namer }: ModeOptions): GenerateMode {
  if (!mistakes) {
    if (profile !== undefined) throw new UserError('--profile is for mistakes: give --mistakes with it.');
    return givenMode(mode);
  }
  const other = { mode, combine, namer };
  for (const [name, value] of Object.entries(other)) {
    if (value !== undefined)
      throw new UserError(`--${name} is not for mistakes: leave it out, or --mistakes.`);
  }
  return { kind: 'mistakes', frequencies: defaultMistakeProfile.frequencies };
}

function givenMode(value: string | undefined): GenerateMode {
  switch (value) {
    case undefined:
      return defaultGenerateOptions.mode;
    case 'cover':
    case 'exhaustive':
    case 'per-focus':
      return { kind: value };
  }
  const number = /^sample:([1-9][0-9]{0,8})$/.exec(value)?.[1];
  if (number !== undefined) return { kind: 'sample', count: Number(number) };
  throw new UserError(`--mode can't be '${value}': give cover, exhaustive, sample:N or per-focus.`);
}

function givenMix(value: string | undefined): Mix | undefined {
  if (value === undefined) return defaultGenerateOptions.mix;
  if (value === 'any') return undefined;
  const [, deletions, insertions, replacements] =
    /^(\d{1,4}):(\d{1,4}):(\d{1,4})$/.exec(value)?.map(Number) ?? [];
  if (deletions !== undefined && deletions + insertions! + replacements! > 0)
    return { delete: deletions, insert: insertions!, replace: replacements! };
  throw new UserError(
    `--mix can't be '${value}': give the shares of deletions, insertions and replacements, such as 1:1:2, or any.`,
  );
}

function givenSeed(value: string | undefined): number {
  if (value === undefined) return defaultGenerateOptions.seed;
  if (/^[0-9]{1,10}$/.test(value) && Number(value) < 2 ** 32) return Number(value);
  throw new UserError(`--seed can't be '${value}': give a whole number from 0 to 4294967295.`);
}

export const generateHelp = `Usage: shacl-repair generate DATA --out FOLDER [options]
       shacl-repair generate --endpoint URL --sample N --shapes FILE --out FOLDER [options]

Writes a benchmark of violations with known repairs: small changes of a valid graph, each of which makes it violate
its shapes, until every constraint that can be violated is. Each case is applied and validated before it is written,
and checked by a second engine. Shapes and ontologies are found as by 'shacl-repair validate'. DATA may be - for
standard input.

${optionsHelp(generateOptions)}

An interrupted run leaves FOLDER as it was; the same command goes on from there.
Exit codes: 0 done, also when nothing can be violated; 2 could not run, nothing was written.
`;
