import { UserError } from '../../base/userError.ts';
import type { GraphChoice } from '../../rdf/turtle/textFormat.ts';
import type { FirstLook } from '../../shacl/firstLook.ts';
import { severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import { type AllowableReason, allowableReasons } from '../../workspace/project/linkReason.ts';
import {
  choice,
  count,
  givenContext,
  givenInference,
  givenShard,
  givenVersions,
  readOptions,
} from '../input/options.ts';
import {
  dataOptions,
  helpOption,
  linkOptions,
  type OptionTable,
  optionsHelp,
  versionOptions,
} from '../input/optionTable.ts';
import { timeBudgetOption } from '../input/timeBudget.ts';
import { dataReading, type InputReading } from '../input/workspace.ts';
import { givenChange } from './changeOfStore.ts';
import { readEndpointRequest } from './endpointRequest.ts';
import { formatNames, formatsHelp, type ValidationFormat } from './validationFormats.ts';

/** What `validate` was asked to do. */
export type ValidateRequest = Exclude<ReturnType<typeof readValidateArguments>, 'help'>;

export const validateOptions = {
  ...linkOptions,
  'shapes-only': {
    type: 'boolean',
    help: 'instead of data, say what is wrong with the shapes files that are given, as lint does, with its options',
  },
  context: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: "an ontology in which classes and values are looked up, and which is not judged itself; can be repeated. The address of a SPARQL endpoint ('https://…', or 'https://… FROM <GRAPH>' for a named graph) stands for the graph behind it, of which only what the shapes look up is asked for",
  },
  inference: {
    type: 'string',
    value: 'WHAT',
    help: 'none (default), rdfs (classes, properties, domains, ranges), rdfs+inverse (and owl:inverseOf, owl:SymmetricProperty), rules (sh:rule of the shapes) or rules+rdfs: what follows from data and context is validated too; shapes ask for rdfs or rules by sh:entailment',
  },
  ...versionOptions,
  engine: {
    type: 'string',
    value: 'ENGINE',
    help: 'builtin (default), rdf-validate-shacl, or both: shows where they differ; builtin decides',
  },
  graph: {
    type: 'string',
    multiple: true,
    value: 'IRI',
    help: "of N-Quads (.nq, .nquads) and TriG (.trig), only the statements of this graph count, 'default' for those that name none; can be repeated for their union. 'each' validates each graph on its own, and lists the results of each. Without it, the union of all graphs is validated",
  },
  ...dataOptions,
  staged: {
    type: 'boolean',
    help: 'read all files as the index of Git has them, and validate only the data that depends on a staged file: of DATA, or of the working directory if none is given',
  },
  watch: {
    type: 'boolean',
    help: 'validate again whenever a file changes that the result depends on, until Ctrl-C',
  },
  jobs: {
    type: 'string',
    value: 'N',
    help: 'have large files of N-Triples and N-Quads parsed by N threads, for machines with more than two processors; results are the same',
  },
  format: {
    heading: 'What is printed',
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    help: formatsHelp,
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'write the report to this file, as a whole or not at all, and nothing to standard output',
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    help: 'print only what makes the command fail, or would without --exit-zero: no warnings, and nothing at all where nothing fails; formats other than text are complete',
  },
  'max-results': {
    type: 'string',
    value: 'N',
    help: 'list at most N results in text and markdown: 1000 (default), 0 for all; the other formats have all',
  },
  'show-grouped': {
    type: 'boolean',
    help: 'in text and markdown, list each of the results that have one cause, such as a namespace which no linked file describes, not only how many they are',
  },
  fix: {
    type: 'boolean',
    help: "the same as 'shacl-repair repair --apply': make the repairs that are certain, and print what is left",
  },
  fixes: {
    type: 'boolean',
    help: 'with --format sarif: also the proven repairs of each result that counts, as fixes; takes as long as repair',
  },
  'fail-on': {
    heading: 'What makes the command fail',
    type: 'string',
    value: 'LEVEL',
    help: 'exit with 1 from this severity up: info (default), warning, violation',
  },
  'exit-zero': {
    type: 'boolean',
    help: 'exit with 0 also when results remain or the verdict is open; 2 stays for what could not run',
  },
  'max-warnings': {
    type: 'string',
    value: 'N',
    help: 'fail if there are more than N warnings; violations fail anyway unless --fail-on says otherwise',
  },
  allow: {
    type: 'string',
    multiple: true,
    value: 'REASON',
    help: 'accept that this leaves the verdict open; can be repeated: not-checked (constraints that were not evaluated), link (shapes or ontologies that could not be read), no-targets, unlinked (no shapes)',
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    help: 'an earlier report in JSON: its results are shown as known and do not count for the exit code',
  },
  'changed-since': {
    type: 'string',
    value: 'REV',
    help: 'only results count that are new against this Git revision, such as origin/main; the others are shown as known. With a store as --context, the same as --change from what DATA was then, also under another name',
  },
  'time-budget': timeBudgetOption,
  'fail-fast': {
    type: 'boolean',
    help: 'end at the first result that counts (see --fail-on), and say what was not judged',
  },
  sample: {
    type: 'string',
    value: 'N',
    help: 'for a first look, judge only N focus nodes, drawn at random, and estimate how many of the others have results that count; the verdict is undecided then, unless there are such results',
  },
  'no-suppressions': {
    type: 'boolean',
    help: "results count although a comment '# shacl-repair-ignore' in a file ignores them: for files from people you don't trust",
  },
  'explain-links': {
    heading: 'What explains the result',
    type: 'boolean',
    help: 'first list the files that are linked to each data file, and each comment, setting or import that links them; on stderr with other formats than text',
  },
  why: {
    type: 'string',
    value: 'RESULT',
    help: 'instead of the report, say what one result rests on, down to the statements in the files: its key (in brackets in the list), or FILE:LINE (text and json)',
  },
  coverage: {
    type: 'boolean',
    help: 'say which statements the shapes judge, which classes and properties no shape mentions, and which shapes have nothing to judge (text, markdown and json)',
  },
  'coverage-html': {
    type: 'string',
    value: 'FILE',
    help: 'write the same as a page that shows the statements in their files',
  },
  'allow-store': {
    heading: 'Triple stores',
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: "ask the stores at this host, such as example.org or localhost:3030, that files name as '# context: <https://…>' or the project file does; can be repeated, or SHACL_REPAIR_ALLOW_STORE with commas. Without it they are not asked, which leaves the verdict open",
  },
  endpoint: {
    type: 'string',
    value: 'URL',
    help: "instead of DATA: validate the whole graph behind a SPARQL endpoint ('https://…', or 'https://… FROM <GRAPH>' for a named graph), with --shapes; prints text or json while it goes",
  },
  shard: {
    type: 'string',
    value: 'I/N',
    help: 'only the I-th of N parts of the focus nodes, of files or of --endpoint, so that several processes share the work',
  },
  resume: {
    type: 'string',
    value: 'FOLDER',
    help: 'with --endpoint: keep results in this folder, and continue from them after an interruption',
  },
  since: {
    type: 'string',
    value: 'FOLDER',
    help: 'with --endpoint: ask only about shapes that read what has changed since the last run with this folder, which keeps the results of the others; the first run asks everything',
  },
  'by-severity': {
    type: 'boolean',
    help: 'with --endpoint: print violations as they are found, and behind them the other results, the gravest first',
  },
  'scratch-graph': {
    type: 'string',
    value: 'IRI',
    help: "with --endpoint 'URL FROM <GRAPH>': let the store itself apply the rules of the shapes, by updates that write what they infer into a named graph of this run, whose name begins with the IRI, and which is cleared in the end; with --yes, or after asking on a terminal",
  },
  yes: { type: 'boolean', help: 'with --scratch-graph, consent to these updates' },
  'update-endpoint': {
    type: 'string',
    value: 'URL',
    help: 'with --scratch-graph, where updates are sent, if not to the same address',
  },
  'judge-all': {
    type: 'boolean',
    help: 'with --endpoint: fetch and judge all focus nodes here. Without it, the store is asked by conditions in SPARQL which nodes may have results, and only those and a sample are',
  },
  'explain-plan': {
    type: 'boolean',
    help: 'with --endpoint: print to stderr how the store is asked about each constraint, with numbers of nodes and requests',
  },
  change: {
    type: 'string',
    value: 'BASE..DATA',
    help: 'judge a change of a file that a store holds, instead of DATA. The first --context https://… is the store that holds the file; others are context, before and after the change. What is removed from BASE and added to DATA is removed from and added to the graph of the store, and all its nodes count to which this may matter. Results are new, known or gone, and only new ones count. DATA alone is all new',
  },
  help: helpOption,
} as const satisfies OptionTable;

/** More would only wait for each other. */
const mostThreads = 64;

const formatsWithCoverage: readonly ValidationFormat[] = ['text', 'markdown', 'json'];

/** Reads the arguments after `validate`. */
export function readValidateArguments(args: readonly string[]) {
  const { values, positionals } = readOptions(args, { options: validateOptions });
  if (values.help) return 'help';
  for (const option of [
    'resume',
    'since',
    'judge-all',
    'explain-plan',
    'by-severity',
    'scratch-graph',
    'yes',
    'update-endpoint',
  ] as const) {
    if (values[option] !== undefined && values.endpoint === undefined)
      throw new UserError(`--${option} is for --endpoint.`);
  }
  if (values.jobs !== undefined && values.endpoint !== undefined)
    throw new UserError('--jobs is for files. --shard divides the work with --endpoint.');
  const change = values.change === undefined ? undefined : givenChange(values.change);
  if (change !== undefined && positionals.length > 0)
    throw new UserError(`--change names the data, so '${positionals[0]}' can't be given as well.`);
  if (change !== undefined && values.endpoint !== undefined)
    throw new UserError("--change can't be used with --endpoint: give the address as --context.");
  if (change === undefined && positionals.length === 0 && values.endpoint === undefined && !values.staged)
    throw new UserError(
      'give the data: files, folders (. for this one) or patterns, or - for standard input.',
    );
  if (values.staged) refuseBesideStaged(values, positionals);
  const format = choice('format', values.format, formatNames) ?? 'text';
  if (values.coverage && !formatsWithCoverage.includes(format)) {
    throw new UserError(
      `--coverage is for the formats ${formatsWithCoverage.join(', ')}; ${format} can't show it. --coverage-html FILE writes a page.`,
    );
  }
  if (values.why !== undefined && !formatsWithWhy.includes(format))
    throw new UserError(`--why is for the formats ${formatsWithWhy.join(' and ')}.`);
  if (values.why !== undefined && values.engine !== undefined && values.engine !== 'builtin')
    throw new UserError(`--why explains the results of the built-in engine, not those of ${values.engine}.`);
  if (values.fixes && format !== 'sarif')
    throw new UserError(
      "--fixes is for --format sarif. 'shacl-repair repair' lists repairs in other formats.",
    );
  const { context, storeAddresses } = givenContext(values.context);
  if (change !== undefined && storeAddresses.length === 0)
    throw new UserError('--change needs the address of the store that holds the file: --context https://…');
  const changes =
    change !== undefined || (values['changed-since'] !== undefined && storeAddresses.length > 0);
  if (changes) refuseBesideChange(values, format);
  if (!changes && values['changed-since'] !== undefined && values['allow-store'] !== undefined)
    throw new UserError(
      "--changed-since can't be used with --allow-store, unless --context https://… is the store that holds the data.",
    );
  for (const option of ['engine', 'watch'] as const) {
    if (values[option] === undefined || values[option] === 'builtin') continue;
    if (storeAddresses.length > 0)
      throw new UserError(`--${option} can't be used with the address of a store as --context.`);
    if (values['allow-store'] !== undefined)
      throw new UserError(`--${option} can't be used with --allow-store.`);
  }
  const eachGraph = values.graph?.includes('each') === true;
  if (eachGraph) refuseBesideEachGraph(values, positionals, format);
  const reading = eachGraph ? dataReading(values) : givenReading(values);
  const look = givenLook(values);
  const failOn = choice('fail-on', values['fail-on'], severityLevels);
  const maxWarnings = values['max-warnings'] === '0' ? 0 : count('max-warnings', values['max-warnings']);
  if (maxWarnings !== undefined && failOn !== undefined && failOn !== 'violation')
    throw new UserError(`--max-warnings has no effect with --fail-on ${failOn}, which fails at any warning.`);
  if (values.watch && positionals.includes('-'))
    throw new UserError('--watch needs files: standard input does not change.');
  const request = {
    data: change === undefined ? positionals : [change.data],
    staged: values.staged === true,
    exitZero: values['exit-zero'] === true,
    change,
    shapes: values.shapes ?? [],
    context,
    reading,
    eachGraph,
    storeAddresses,
    allowedStores: values['allow-store'] ?? [],
    engine: choice('engine', values.engine, ['builtin', 'rdf-validate-shacl', 'both']),
    inference: { ...givenInference(values.inference), ...givenVersions(values) },
    judging: {
      ...(maxWarnings !== undefined && { failOn: 'violation' as const }),
      ...(failOn !== undefined && { failOn }),
      ...(values.allow && { allowed: new Set(values.allow.map(allowable)) }),
    },
    maxWarnings,
    baseline: values.baseline,
    changedSince: values['changed-since'],
    fixes: values.fixes === true,
    noSuppressions: values['no-suppressions'] === true,
    explainLinks: values['explain-links'] === true,
    why: values.why,
    coverage: values.coverage === true,
    coverageHtml: values['coverage-html'],
    format,
    output: values.output,
    quiet: values.quiet === true,
    watch: values.watch === true,
    timeBudget: values['time-budget'],
    jobs: count('jobs', values.jobs, mostThreads) ?? 1,
    look,
    maxResults: maxResults(values['max-results']),
    showGrouped: values['show-grouped'] === true,
  };
  const { endpoint } = values;
  return {
    ...request,
    endpoint: endpoint === undefined ? undefined : readEndpointRequest(request, { ...values, endpoint }),
  };
}

/** @throws UserError when an option asks for more than a report for each graph. */
function refuseBesideEachGraph(
  values: { readonly [option: string]: unknown },
  positionals: readonly string[],
  format: ValidationFormat,
): void {
  if ((values.graph as readonly string[]).length > 1)
    throw new UserError('--graph each validates all graphs: leave the other values of --graph out.');
  for (const each of ['change', 'changed-since', 'endpoint', 'staged', 'watch', 'coverage-html', 'baseline'])
    if (values[each] !== undefined) throw new UserError(`--graph each can't be used with --${each}.`);
  if (format !== 'text' && format !== 'json')
    throw new UserError(`--graph each prints text or json, not ${format}.`);
  if (positionals.includes('-'))
    throw new UserError('--graph each needs files: standard input can be read only once.');
}

/** @throws UserError when an option asks for more than the nodes that a change of a store may affect. */
function refuseBesideChange(values: { readonly [option: string]: unknown }, format: ValidationFormat): void {
  const option = ['change', 'changed-since'].filter((each) => values[each] !== undefined);
  if (option.length > 1) throw new UserError('give --change or --changed-since, not both.');
  if (format === 'turtle')
    throw new UserError(`--${option[0]} has no sh:ValidationReport, as only a part of the store is judged.`);
  for (const each of ['baseline', 'coverage', 'coverage-html', 'fixes', 'why'])
    if (values[each] !== undefined)
      throw new UserError(`--${each} can't be used with --${option[0]} and a store.`);
}

/** The options that can't be combined with a first look, because they need all results. */
const refusedWithLook = [
  'baseline',
  'changed-since',
  'change',
  'coverage',
  'coverage-html',
  'fixes',
  'no-suppressions',
  'watch',
  'why',
];

/** @throws UserError when a report would look complete. */
function givenLook(values: {
  readonly [option: string]: unknown;
  readonly 'fail-fast'?: boolean | undefined;
  readonly sample?: string | undefined;
  readonly format?: string | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly endpoint?: string | undefined;
  readonly shard?: string | undefined;
}): FirstLook | undefined {
  const sample = count('sample', values.sample);
  // Whole stores are divided otherwise.
  const shard =
    values.shard !== undefined && values.endpoint === undefined ? givenShard(values.shard) : undefined;
  if (!values['fail-fast'] && sample === undefined && shard === undefined) return undefined;
  const look: FirstLook = {
    ...(values['fail-fast'] && { failFast: true }),
    ...(sample !== undefined && { sample }),
    ...(shard && { shard }),
  };
  const option = lookOption(look);
  if (values['fail-fast'] && sample !== undefined)
    throw new UserError('give --fail-fast or --sample, not both.');
  if (sample !== undefined && shard)
    throw new UserError('give --sample or --shard, not both: nodes are drawn from all of the data.');
  if (values.format === 'turtle')
    throw new UserError(`${option} has no sh:ValidationReport, as only a part of the data is judged.`);
  const refused = refusedWithLook.find((name) => values[name] !== undefined);
  if (refused !== undefined) throw new UserError(`${option} can't be used with --${refused}.`);
  if (sample !== undefined && values.allow?.includes('not-checked'))
    throw new UserError(
      "--sample can't be used with --allow not-checked: nodes that were not looked at would count as conforming.",
    );
  return look;
}

/** The option that makes the report partial. */
export function lookOption({ failFast, sample }: FirstLook): string {
  return failFast ? '--fail-fast' : sample === undefined ? '--shard' : '--sample';
}

/** @throws UserError when an option needs what only the working tree or a store has, not the index. */
function refuseBesideStaged(values: { readonly [option: string]: unknown }, data: readonly string[]): void {
  if (data.includes('-')) throw new UserError('--staged reads what is staged: leave - out.');
  for (const each of ['change', 'changed-since', 'endpoint', 'watch'])
    if (values[each] !== undefined) throw new UserError(`--staged can't be used with --${each}.`);
}

function allowable(reason: string): AllowableReason {
  return choice('allow', reason, allowableReasons)!;
}

/** How many results are shown to people; undefined for all of them. */
function maxResults(value: string | undefined): number | undefined {
  return value === '0' ? undefined : (count('max-results', value) ?? 1000);
}

/** The formats that can explain results. */
const formatsWithWhy = ['text', 'json'];

export const validateHelp = () => `Usage: shacl-repair validate DATA... [options]
       shacl-repair validate --staged [DATA...] [options]
       shacl-repair validate --change [BASE..]DATA --context https://… [options]
       shacl-repair validate --endpoint URL --shapes FILE [options]

Checks Turtle files against SHACL shapes. With --shapes, all DATA is validated together with just the files given.
Without, the shapes and ontologies of each file are found as in the editor: '# shapes: path' and '# context: path' at
the top of the file, sh:shapesGraph and owl:imports among the Turtle files of the working directory, and the nearest
shacl-repair.jsonc upwards, or where there is none, shaclRepair.links in .vscode/settings.json. Options win over the
project file. DATA are files, folders (all Turtle and TriG files in them, but not in hidden folders and node_modules),
patterns such as 'data/**/*.ttl', or - for standard input.

${optionsHelp(validateOptions)}

--no-color and --max-file-size: see 'shacl-repair --help'.
Exit codes: 0 conforms, 1 results remain, 2 could not run or could not read the files given, 3 undecided: no results, but
not everything was judged.
`;

/** The values of `--graph`, and those that other commands accept. */
export function givenReading(values: {
  readonly graph?: readonly string[] | undefined;
  readonly 'input-format'?: string | undefined;
  readonly change?: string | undefined;
  readonly 'changed-since'?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly 'stdin-filename'?: string | undefined;
}): InputReading {
  for (const option of ['change', 'changed-since', 'endpoint'] as const) {
    if (values.graph !== undefined && values[option] !== undefined)
      throw new UserError(`--graph can't be used with --${option}.`);
  }
  return { ...dataReading(values), ...(values.graph && { graphs: chosen(values.graph) }) };
}

function chosen(graphs: readonly string[]): GraphChoice {
  const named = graphs.filter((graph) => graph !== 'default').map((graph) => graph.replace(/^<(.*)>$/, '$1'));
  const relative = named.find((graph) => !/^[a-z][a-z0-9+.-]*:/i.test(graph));
  if (relative !== undefined)
    throw new UserError(
      `--graph can't be '${relative}': give the whole IRI of a graph, such as http://example.org/graph, or default.`,
    );
  return { unnamed: graphs.includes('default'), named };
}
