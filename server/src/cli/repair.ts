import { type Checked, type CheckedResult, hasErrors } from '../report/checked.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type Application, applyBest } from './applyRepairs.ts';
import type { Command } from './command.ts';
import { unifiedDiff } from './diff.ts';
import { CommandError, type CommandIo, type ExitCode } from './io.ts';
import { choice, count, givenInference, readOptions } from './options.ts';
import { displayPath } from './paths.ts';
import { printerFor } from './print.ts';
import { repairJson } from './repairJson.ts';
import { applicationText, leftText, suggestionsText } from './repairText.ts';
import { suggestAll } from './suggestedRepairs.ts';
import { inputText } from './textReport.ts';
import { Workspace } from './workspace.ts';

/**
 * `shacl-repair repair`: 0 when nothing is left to repair, 1 when something is, 2 when some input is no good. Files
 * change with --apply only.
 */
export const repair: Command = async (args, io) => {
  const request = readArguments(args);
  if (request === 'help') {
    io.stdout.write(help);
    return 0;
  }
  const start = performance.now();
  const workspace = await Workspace.open(io, request.inference);
  const run = await workspace.check(request, 'builtin');
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  if (request.only !== undefined && !hasErrors(run)) requireKey(run, request.only);
  const [document] = run.analyses.flatMap(({ graphs }) => graphs.data);
  const session: Session = { request, workspace, io, start };
  if (document && request.applies && !hasErrors(run)) return applyAll(run, document, session);
  if (request.applies) io.stderr.write('Nothing is applied while there are errors in the input.\n');
  return list(run, session);
};

type Request = Exclude<ReturnType<typeof readArguments>, 'help'>;

interface Session {
  readonly request: Request;
  readonly workspace: Workspace;
  readonly io: CommandIo;
  /** When the work began. */
  readonly start: number;
}

/** Prints the repairs of each result. */
async function list(run: Checked, { request, workspace, io, start }: Session): Promise<ExitCode> {
  const max = request.max ?? workspace.settings.maxSuggestions;
  const suggested = await suggestAll(asked(run.results, request), max);
  switch (request.format) {
    case 'text':
      io.stdout.write(suggestionsText(run, suggested, printerFor(io.stdout, io)));
      break;
    case 'json':
      printJson(io, repairJson(run, suggested, { ms: performance.now() - start }));
      break;
    case 'diff':
      // Where nothing was applied there is no difference.
      break;
  }
  if (hasErrors(run)) return 2;
  return suggested.length > 0 ? 1 : 0;
}

/** Applies the best repairs, prints what was done, and writes the file if it is to be written. */
async function applyAll(before: Checked, document: TurtleDocument, session: Session): Promise<ExitCode> {
  const { request, workspace, io, start } = session;
  const { only, acceptPlaceholders } = request;
  const application = await applyBest(before, document, workspace, { only, acceptPlaceholders });
  const { text, after } = application;
  if (request.writes && text.text !== document.text) {
    await io.writeFile(document.uri, document.text, text.text);
  }
  const diff = unifiedDiff(displayPath(io.cwd, document.uri), document.text, text.edits);
  switch (request.format) {
    case 'text':
      if (request.writes) io.stdout.write(applicationText(application, printerFor(io.stdout, io)));
      else printDiff(application, diff, io);
      break;
    case 'diff':
      printDiff(application, diff, io);
      break;
    case 'json': {
      const left = await suggestAll(
        asked(after.results, request),
        request.max ?? workspace.settings.maxSuggestions,
      );
      const applied = application.applied.map(({ result, repair }) => ({
        key: result.key,
        title: repair.title,
        update: repair.update,
      }));
      printJson(io, repairJson(after, left, { ms: performance.now() - start, done: { applied, diff } }));
      break;
    }
  }
  return asked(after.results, request).length > 0 ? 1 : 0;
}

/** The diff where programs read it, the rest where people do. */
function printDiff(application: Application, diff: string, io: CommandIo): void {
  io.stdout.write(diff);
  io.stderr.write(leftText(application, printerFor(io.stderr, io)));
}

function printJson(io: CommandIo, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function asked(results: readonly CheckedResult[], { only }: Request): readonly CheckedResult[] {
  return only === undefined ? results : results.filter(({ key }) => key === only);
}

function requireKey({ results }: Checked, only: string): void {
  if (results.some(({ key }) => key === only)) return;
  const keys = results.slice(0, 5).map(({ key }) => key);
  const there =
    keys.length === 0
      ? 'There are no results.'
      : `There are ${keys.join(', ')}${results.length > 5 ? ', …' : ''}`;
  throw new CommandError(`no result has the key '${only}'. ${there}`);
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = readOptions(args, {
    options: {
      shapes: { type: 'string', multiple: true },
      context: { type: 'string', multiple: true },
      inference: { type: 'string' },
      system: { type: 'string' },
      only: { type: 'string' },
      max: { type: 'string' },
      apply: { type: 'boolean' },
      'accept-placeholders': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      format: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const [data, ...others] = positionals;
  if (data === undefined) throw new CommandError('give a Turtle file, or - for standard input.');
  if (others.length > 0)
    throw new CommandError(`repairs one file at a time, but was also given '${others[0]}'.`);
  if (values.system !== undefined && values.system !== 'symbolic') {
    throw new CommandError(`--system ${values.system} is not available yet: give symbolic.`);
  }
  const format = choice('format', values.format, ['text', 'json', 'diff']) ?? 'text';
  const writes = values.apply === true && values['dry-run'] !== true;
  if (writes && data === '-') {
    throw new CommandError("--apply can't change standard input: use --format diff, or give a file.");
  }
  return {
    data: [data],
    shapes: values.shapes ?? [],
    context: values.context ?? [],
    inference: givenInference(values.inference),
    only: values.only,
    max: count('max', values.max),
    acceptPlaceholders: values['accept-placeholders'] === true,
    format,
    /** Whether the best repairs are carried out, be it in memory only. */
    applies: values.apply === true || values['dry-run'] === true || format === 'diff',
    writes,
  };
}

const help = `Usage: shacl-repair repair DATA [options]

Lists the violations in a Turtle file with verified repairs: each was applied to a copy, removes the violation and
causes no other. Shapes and ontologies are found as by 'shacl-repair validate'. DATA may be - for standard input.

  --shapes FILE          shapes; several times for several files
  --context FILE         an ontology that classes and values are looked up in; several times
  --inference WHAT       none (default), rdfs or rdfs+inverse, as of 'shacl-repair validate'
  --system symbolic      where repairs come from (the only one for now)
  --only KEY             just the result with this key, as lists and reports show it
  --max N                at most N repairs for each result (default: shaclRepair.repair.maxSuggestions, 5)
  --apply                apply the best repair of each result, one after the other, and write the file
  --accept-placeholders  also those that need input, with their default values
  --dry-run              show what --apply would change, as a diff, and write nothing
  --format FORMAT        text (default), json, diff (of all that --apply would change)
  -h, --help

Never applied: repairs that only take a node out of the shape's target.
Exit codes: 0 nothing is left to repair, 1 results are left, 2 could not run or could not read all data and shapes.
`;
