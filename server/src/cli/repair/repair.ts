import { unifiedDiff } from '../../base/diff.ts';
import { UserError } from '../../base/userError.ts';
import type { EditedText } from '../../rdf/edits/editedText.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { provenSuggestions } from '../../service/report/provenSuggestions.ts';
import { repairJson, rounded } from '../../service/report/repairJson.ts';
import { type SuggestedRepairs, suggestAll } from '../../service/report/suggestedRepairs.ts';
import {
  type AnalysedRun,
  hasErrors,
  type ValidationRunResult,
  validationRunOf,
} from '../../service/report/validationRun.ts';
import { runVerdict } from '../../service/report/verdict.ts';
import type { CliCommand } from '../command.ts';
import {
  givenModel,
  modelOptions,
  modelRequest,
  type RequestedModel,
  systemOf,
} from '../input/modelOptions.ts';
import { choice, count, givenContext, givenInference, givenVersions, readOptions } from '../input/options.ts';
import {
  dataOptions,
  helpOption,
  linkOptions,
  type OptionTable,
  optionsHelp,
  versionOptions,
} from '../input/optionTable.ts';
import { deadlineOf, timeBudgetOption } from '../input/timeBudget.ts';
import { dataReading, openLinkedStores, unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo, Environment, ExitCode } from '../io.ts';
import { diffPath, displayPath } from '../output/paths.ts';
import { printerFor, printJson, printPieces } from '../output/print.ts';
import { inputText, noTargetsText } from '../output/textReport.ts';
import { type AppliedRepairs, applyBest, withTexts } from './applyBest.ts';
import type { ModelSystem } from './modelSystem.ts';
import { applicationText, keysOf, leftText, suggestionsText, totalText } from './repairText.ts';
import { isForStore } from './store/storeRepairRequest.ts';

export const repairOptions = {
  ...linkOptions,
  ...versionOptions,
  ...dataOptions,
  'allow-store': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: "ask the stores at this host that files name, as with 'shacl-repair validate'",
  },
  only: {
    heading: 'Which repairs',
    type: 'string',
    value: 'KEY',
    help: 'just the result with this key, as lists and reports show it',
  },
  max: {
    type: 'string',
    value: 'N',
    help: 'at most N repairs for each result (default: shaclRepair.repair.maxSuggestions, 5)',
  },
  system: {
    type: 'string',
    value: 'SYSTEM',
    help: 'where repairs come from: symbolic (default), or a language model: model:ID, or choose:ID, which is shown the symbolic ones to take one or write a better one; without :ID the model that OPENAI_MODEL names',
  },
  plan: {
    type: 'boolean',
    help: 'one plan for all results of a file: of the repairs that were proven, those that hold together, end the most results and cost the least. Lists its steps, and names conflicts; --apply makes those that are certain, proven as a whole',
  },
  relax: {
    type: 'boolean',
    help: 'change the shapes instead of the data: lists the changes that remove all results of a constraint, with the evidence for them. --apply corrects misspelt names, --apply=likely also relaxes constraints where the shape is probably wrong',
  },
  suite: {
    type: 'string',
    value: 'FOLDER',
    help: 'with --relax: says which cases of this suite a change no longer catches',
  },
  apply: {
    heading: 'What is changed',
    type: 'boolean',
    help: "apply the repair of each result that is certain, one after the other, and write the files; a file that can't be read or written does not stop the others. --apply=likely: also the best one that is likely; says which were guessed",
  },
  'accept-placeholders': {
    type: 'boolean',
    help: 'with --apply, also those that need input, with their default values',
  },
  'dry-run': {
    type: 'boolean',
    help: 'show what --apply would change, as a diff, and write nothing; with a model, show what it would be sent and about how many tokens that is, and send nothing',
  },
  'time-budget': timeBudgetOption,
  format: {
    heading: 'What is printed',
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    help: 'text (default), json, diff (of all that --apply would change)',
  },
  help: helpOption,
  ...modelOptions,
} as const satisfies OptionTable;

/**
 * `shacl-repair repair`: 0 when nothing is left to repair, 1 when something is, 2 when the input can't be used, 3 when
 * there are no results but not everything was judged. Files are changed with --apply only.
 */
export const repair: CliCommand = async (args, io) => {
  if (isForStore(args)) return (await import('./store/repairStore.ts')).repairStore(args, io);
  const request = readArguments(args, io.env);
  if (request === 'help') {
    io.stdout.write(help);
    return 0;
  }
  const start = performance.now();
  const deadline = deadlineOf(request.timeBudget, io);
  const limited = { ...io, ...(deadline !== undefined && { deadline }) };
  const workspace = await Workspace.open(limited, request.inference, request.reading);
  const stores = {
    stores: request.storeAddresses.map(io.openStore),
    ...openLinkedStores(request.allowedStores, io),
  };
  const run = await workspace.check({ ...request, ...stores }, 'builtin');
  const stderr = printerFor(io.stderr, io);
  io.stderr.write(inputText(run, workspace.problems, stderr) + noTargetsText(runVerdict(run), stderr));
  if (request.only !== undefined && !hasErrors(run)) requireKey(run, request.only);
  const max = request.max ?? workspace.settings.maxSuggestions;
  if (request.relaxes) {
    const { relaxShapes } = await import('./relaxShapes.ts');
    return (await relaxShapes(run, request, workspace, io)) || withoutResults(run);
  }
  if (request.plans && !request.applies) {
    const { listPlans } = await import('./repairPlans.ts');
    return (await listPlans(run, request, io)) || withoutResults(run);
  }
  const asked = request.model && (await modelRequest(request.model, workspace.model, max, io));
  if (asked && request.showsPrompts) return showPrompts(run, request, asked, io);
  const model = asked && (await openModel(asked, io));
  const session: Session = { request, workspace, io, model, max, start };
  const code = await (request.applies ? applyAll(run, session) : list(run, session));
  if (model) io.stderr.write(model.spendingLine());
  if (!model?.failure) return code;
  io.stderr.write(`${model.failure.message}\n`);
  return 2;
};

/** Loaded only when a model is asked. */
async function openModel(request: RequestedModel, io: CommandIo): Promise<ModelSystem> {
  const { ModelSystem } = await import('./modelSystem.ts');
  return ModelSystem.open(request, io);
}

type Request = Exclude<ReturnType<typeof readArguments>, 'help'>;

interface Session {
  readonly request: Request;
  readonly workspace: Workspace;
  readonly io: CommandIo;
  /** Undefined when repairs are searched for. */
  readonly model: ModelSystem | undefined;
  /** The maximum number of repairs found for a result without a model. */
  readonly max: number;
  /** When the work began. */
  readonly start: number;
}

/** Finds the repairs of some results, and shows its progress. */
function suggestShowing(
  results: readonly ValidationRunResult[],
  { model, max, workspace }: Session,
): Promise<readonly SuggestedRepairs[]> {
  return suggestAll(
    results,
    model?.suggest ?? provenSuggestions(workspace, max, unaborted),
    workspace.describingFiles,
    unaborted,
    (done) => workspace.tell('finding repairs', done, results.length),
  );
}

/** Prints the repairs of each result. */
async function list(run: AnalysedRun, session: Session): Promise<ExitCode> {
  const { request, io } = session;
  const suggested = await suggestShowing(asked(run.results, request), session);
  io.probe?.step(`printing the repairs as ${request.format}`);
  switch (request.format) {
    case 'text':
      await printPieces(io.stdout, suggestionsText(run, suggested, printerFor(io.stdout, io)));
      break;
    case 'json':
      await printJson(io, repairJson(run, suggested, factsOf(session)));
      break;
    case 'diff':
      // Without an applied repair there is no difference.
      break;
  }
  if (hasErrors(run)) return 2;
  return suggested.length > 0 ? 1 : withoutResults(run);
}

/** The exit code of a run without a result to repair: as for `validate` where not everything was judged. */
function withoutResults(run: AnalysedRun): ExitCode {
  return runVerdict(run).exitCode === 3 ? 3 : 0;
}

/** Applies the best repairs unit by unit, writes the files if requested, and prints what was done. */
async function applyAll(run: AnalysedRun, session: Session): Promise<ExitCode> {
  const { request, io } = session;
  const done: AppliedRepairs[] = [];
  const untouched: UnitAnalysis[] = [];
  const stderr = printerFor(io.stderr, io);
  let isFailed = false;
  const others = new Map<string, EditedText>();
  const keyOf = keysOf(run);
  const surroundings = { others, isOneOfMany: run.analyses.length > 1, keyOf };
  const checkedAs = new Map<UnitAnalysis, UnitAnalysis>();
  for (const checked of run.analyses) {
    const application = await applyTo(checked, surroundings, session);
    if (application === 'badInput') {
      untouched.push(checked);
      isFailed = true;
      continue;
    }
    done.push(application);
    for (const each of application.after.analyses) checkedAs.set(each, checked);
    for (const { document, text } of application.files)
      if (text.edits.length > 0) others.set(document.uri, text);
    try {
      await finish(application, session);
    } catch (error) {
      // The other files are still to be repaired.
      if (!(error instanceof UserError) || run.analyses.length === 1) throw error;
      io.stderr.write(`${stderr.style.red('error')}: ${error.message}\n`);
      isFailed = true;
    }
  }
  if (done.length === 0) return list(run, session);
  const units = [...done.flatMap(({ after }) => after.analyses), ...untouched];
  const after = await validationRunOf(units, { named: run.named, supporting: run.supporting });
  const { only } = request;
  // Results that are equal have other numbers once one of them is gone.
  const left = after.results.filter(
    ({ violation, analysis }) =>
      only === undefined || keyOf(violation, checkedAs.get(analysis) ?? analysis) === only,
  );
  if (request.format === 'json') await printApplications(after, left, done, session);
  else if (done.length > 1) {
    const output = request.format === 'text' && request.writes ? io.stdout : io.stderr;
    output.write(totalText(done, printerFor(output, io)));
  }
  if (isFailed) return 2;
  return left.length > 0 ? 1 : withoutResults(after);
}

interface Surroundings {
  /** The texts that were already repaired, by uri. */
  readonly others: ReadonlyMap<string, EditedText>;
  readonly isOneOfMany: boolean;
  /** The keys of results among those of all units. */
  readonly keyOf: ReturnType<typeof keysOf>;
}

/** Applies the best repairs to a unit in memory. */
async function applyTo(
  checked: UnitAnalysis,
  { others, isOneOfMany, keyOf }: Surroundings,
  { request: { only, least, acceptPlaceholders, plans }, workspace, io, model }: Session,
): Promise<AppliedRepairs | 'badInput'> {
  const { linked, data } = checked.graphs;
  const names = linked.unit.data.map((uri) => displayPath(io.cwd, uri)).join(', ');
  io.probe?.step(`applying repairs to ${names}`);
  // Another file of the unit may just have been repaired.
  const isStale = [...linked.documents.keys()].some((uri) => others.has(uri));
  const start = isStale ? await workspace.analyse(await withTexts(linked, others), 'builtin') : checked;
  if (data.length === 0 || hasErrors(await validationRunOf([start]))) {
    const where = isOneOfMany ? `${names}: ` : '';
    io.stderr.write(`${where}Nothing is applied while there are errors in the input.\n`);
    return 'badInput';
  }
  const suggest = model && ((unit: UnitAnalysis) => model.suggestFor(unit));
  const isAsked = ({ violation }: ValidationRunResult) =>
    only === undefined || keyOf(violation, checked) === only;
  const options = { isAsked, least, acceptPlaceholders, isOneOfMany, suggest, byPlan: plans };
  const application = await workspace.proven(start, async (analysis, whyUnproven) =>
    applyBest(await validationRunOf([analysis]), analysis, workspace, { ...options, whyUnproven }),
  );
  const applied = application.applied.map((each) => {
    const key = keyOf(each.result.violation, checked) ?? each.result.key;
    return { ...each, result: { ...each.result, key } };
  });
  return { ...application, applied };
}

/** Writes the repaired files of a unit, and prints what was done to them. */
async function finish(application: AppliedRepairs, { request, io }: Session): Promise<void> {
  for (const { document, text } of application.files) {
    if (request.writes && text.text !== document.text) {
      await io.writeFile(document.uri, document.text, text.text);
    }
  }
  // When there are many files, those with nothing to do are only counted.
  const isShown = !application.isOneOfMany || application.before.results.length > 0;
  if (!isShown || request.format === 'json') return;
  io.probe?.step(`printing the repairs as ${request.format}`);
  if (request.format === 'text' && request.writes) {
    io.stdout.write(applicationText(application, printerFor(io.stdout, io)));
  } else {
    printDiff(application, io);
  }
}

/** Prints what was done to all units as one JSON document, with the remaining results. */
async function printApplications(
  after: AnalysedRun,
  left: readonly ValidationRunResult[],
  done: readonly AppliedRepairs[],
  session: Session,
): Promise<void> {
  const { io, model } = session;
  const whyLeft = new Map(
    done.flatMap(({ after: { results }, left }) =>
      results.map(({ violation, key }) => [violation, left.get(key)] as const),
    ),
  );
  const suggested = model
    ? // A model has been asked about what is left.
      left.map((result) => {
        const why = whyLeft.get(result.violation);
        const uncertainty = why === undefined ? undefined : { why, remedies: [] };
        return { result, repairs: [], rejected: [], uncertainty, remedies: [] };
      })
    : await suggestShowing(left, session);
  const applied = done.flatMap((application) =>
    application.applied.map(({ result, chosen: { repair, likelihood, certainty }, kind }) => ({
      key: result.key,
      title: repair.title,
      update: repair.update,
      likelihood: rounded(likelihood),
      certainty,
      kind: kind ?? null,
    })),
  );
  const diff = done.map((application) => diffOf(application, io)).join('');
  await printJson(io, repairJson(after, suggested, { ...factsOf(session), done: { applied, diff } }));
}

/** Prints what the model would be sent about each result, and sends nothing. */
async function showPrompts(
  run: AnalysedRun,
  request: Request,
  model: RequestedModel,
  io: CommandIo,
): Promise<ExitCode> {
  const { promptsFor, promptsJson, promptsText } = await import('./modelSystem.ts');
  const prompts = await promptsFor(asked(run.results, request), model);
  if (request.format === 'json') await printJson(io, promptsJson(run, prompts, model));
  else io.stdout.write(promptsText(prompts, model, printerFor(io.stdout, io)));
  if (hasErrors(run)) return 2;
  return prompts.length > 0 ? 1 : 0;
}

function factsOf({ request, model, start }: Session) {
  return {
    system: request.model ? systemOf(request.model) : 'symbolic',
    ...(model && { model: model.spendingJson() }),
    ms: performance.now() - start,
  };
}

/** Prints the diff on standard output for programs, and the rest on standard error for people. */
function printDiff(application: AppliedRepairs, io: CommandIo): void {
  io.stdout.writeExact(diffOf(application, io));
  io.stderr.write(leftText(application, printerFor(io.stderr, io)));
}

function diffOf({ files }: AppliedRepairs, { cwd }: CommandIo): string {
  return files
    .map(({ document, text }) => unifiedDiff(diffPath(cwd, document.uri), document.text, text.edits))
    .join('');
}

function asked(results: readonly ValidationRunResult[], { only }: Request): readonly ValidationRunResult[] {
  return only === undefined ? results : results.filter(({ key }) => key === only);
}

function requireKey({ results }: AnalysedRun, only: string): void {
  if (results.some(({ key }) => key === only)) return;
  const keys = results.slice(0, 5).map(({ key }) => key);
  const there =
    keys.length === 0
      ? 'There are no results.'
      : `There are ${keys.join(', ')}${results.length > 5 ? ', …' : ''}`;
  throw new UserError(`no result has the key '${only}'. ${there}`);
}

function readArguments(args: readonly string[], env: Environment) {
  const { least, rest } = readLeast(args);
  const { values, positionals } = readOptions(rest, { options: repairOptions });
  if (values.help) return 'help';
  if (positionals.length === 0) throw new UserError('give a Turtle file, or - for standard input.');
  const model = givenModel(values.system, values, env);
  const format = choice('format', values.format, ['text', 'json', 'diff']) ?? 'text';
  const writes = values.apply === true && values['dry-run'] !== true;
  if (writes && positionals.includes('-')) {
    throw new UserError("--apply can't change standard input: use --format diff, or give a file.");
  }
  const dryRun = values['dry-run'] === true;
  if (model && dryRun && format === 'diff') {
    throw new UserError('--dry-run shows prompts with --system model: give --format text or json.');
  }
  if (values.relax && model)
    throw new UserError('--relax finds its changes without a model: leave --system out.');
  if (values.plan && (model || values.relax))
    throw new UserError(
      `--plan is made of repairs of the data that are searched for: leave ${model ? '--system' : '--relax'} out.`,
    );
  if (values.suite !== undefined && !values.relax)
    throw new UserError(
      '--suite lists the cases that a change of shapes no longer catches: give --relax with it.',
    );
  return {
    data: positionals,
    reading: dataReading(values),
    shapes: values.shapes ?? [],
    ...givenContext(values.context),
    allowedStores: values['allow-store'] ?? [],
    inference: { ...givenInference(values.inference), ...givenVersions(values) },
    only: values.only,
    max: count('max', values.max),
    timeBudget: values['time-budget'],
    least,
    acceptPlaceholders: values['accept-placeholders'] === true,
    format,
    /** Whether the best repairs are applied, even if only in memory. */
    applies: values.apply === true || dryRun || format === 'diff',
    writes,
    relaxes: values.relax === true,
    plans: values.plan === true,
    suite: values.suite,
    model,
    /** Instead of asking the model. */
    showsPrompts: dryRun,
  };
}

/** `--apply` may have a value, which Node's parser does not know. */
function readLeast(args: readonly string[]): {
  readonly least: 'certain' | 'likely';
  readonly rest: readonly string[];
} {
  const given = args.filter((arg) => arg.startsWith('--apply=')).at(-1);
  const least = choice('apply', given?.slice('--apply='.length), ['certain', 'likely']) ?? 'certain';
  return { least, rest: args.map((arg) => (arg.startsWith('--apply=') ? '--apply' : arg)) };
}

const help = `Usage: shacl-repair repair DATA... [options]
       shacl-repair repair --endpoint URL ...     nodes of a triple store; --endpoint URL --help says more

Lists the violations in Turtle files with verified repairs: each was applied to a copy, removes the violation and
causes no other. DATA are files, folders and patterns, or - for standard
input; shapes and ontologies are found as by 'shacl-repair validate'.

${optionsHelp(repairOptions)}

A model's key is taken from OPENAI_API_KEY only, and how it is asked (not which, and where) from .vscode/settings.json
as well: model.strategy, candidates, maxRounds, temperature, timeout, concurrency, requestsPerMinute. What it answers
is verified like any other repair.
Never applied: repairs that only take a node out of the shape's target.
Exit codes: 0 nothing is left to repair, 1 results are left, 2 could not run or could not read all data and shapes,
3 no results, but not everything was judged: no shapes, no targets, or something that was not checked.
`;
