import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { union } from '../../service/ide/unitGraphs.ts';
import { shortForm } from '../../shacl/model/words.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { hasQueries, loadQueryEngine } from '../../shacl/sparql/queryEngine.ts';
import { WorkIsOver } from '../../shacl/watch.ts';
import { referenceCrossCheck } from '../../vio/cases/crossCheck.ts';
import { type CaseDifference, differenceTexts, ShapesComparison } from '../../vio/suite/compareShapes.ts';
import {
  type LoadedCase,
  type LoadedSuite,
  readSuite,
  type SuiteProblem,
} from '../../vio/suite/readSuite.ts';
import { mixedGraph } from '../../vio/suite/suiteJson.ts';
import { SuiteVerifier, type VerifyOptions } from '../../vio/suite/verifySuite.ts';
import type { CliCommand } from '../command.ts';
import { choice, readOptions } from '../input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { timeBudgetOption, watchOf } from '../input/timeBudget.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { type Printer, placeText, printerFor, printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { printable } from '../output/style.ts';

export const suiteOptions = {
  shapes: {
    type: 'string',
    short: 's',
    multiple: true,
    value: 'FILE',
    help: 'a shapes file to test: says which cases it judges differently from the shapes of the suite; may be repeated, and is read without its imports',
  },
  'cross-check': {
    type: 'string',
    value: 'WHAT',
    help: 'none (default), all: also ask rdf-validate-shacl about each case',
  },
  'time-budget': timeBudgetOption,
  format: { type: 'string', short: 'f', value: 'FORMAT', help: 'text (default), json' },
  help: helpOption,
} as const satisfies OptionTable;

/** `shacl-repair suite verify`: 0 when a suite holds, 1 when something differs, 2 when it can't be read, 3 when not all was checked. */
export const suite: CliCommand = async (args, io) => {
  const request = readArguments(args);
  if (request === 'help') {
    io.stdout.write(help);
    return 0;
  }
  const folder = uriOf(io.cwd, request.folder.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
  const printer = printerFor(io.stdout, io);
  const reading = await readSuite(folder, io.fileSystem, unaborted);
  if (reading.kind === 'unreadable') {
    for (const problem of reading.problems) io.stderr.write(`${problemText(problem, folder, printer)}\n`);
    if (request.format === 'json') await printJson(io, { verified: false, problems: reading.problems });
    return 2;
  }
  const { shapes, ...asked } = request;
  try {
    return shapes.length > 0
      ? await compare(reading.suite, { ...asked, folder, shapes: await givenShapes(shapes, io) }, io)
      : await verify(reading.suite, { ...asked, folder }, io);
  } catch (error) {
    if (!(error instanceof WorkIsOver)) throw error;
    io.stderr.write(`No case was checked. ${error.message}\n`);
    return 3;
  }
};

interface Request {
  readonly folder: string;
  readonly crossCheck: 'all' | 'none';
  readonly format: 'text' | 'json';
  readonly timeBudget: string | undefined;
  /** As given; empty to check the suite by itself. */
  readonly shapes: readonly string[];
}

async function verify(
  suite: LoadedSuite,
  { folder, crossCheck, format, timeBudget }: Omit<Request, 'shapes'>,
  io: CommandIo,
): Promise<ExitCode> {
  const start = performance.now();
  const printer = printerFor(io.stdout, io);
  const mixed = mixedGraph(suite.description);
  if (mixed !== undefined) io.stderr.write(`${mixed}\n`);
  const validation = watchOf(io, timeBudget);
  const verifier = await SuiteVerifier.of(suite, { validation, ...crossChecks(crossCheck) }, unaborted);
  const problems: SuiteProblem[] = [];
  const tell = (found: readonly SuiteProblem[]) => {
    problems.push(...found);
    if (format === 'text')
      for (const each of found) io.stdout.write(`${problemText(each, folder, printer)}\n`);
  };
  tell(verifier.problems);
  const unchecked = await checkCases(
    suite.cases,
    async (each) => tell(await verifier.caseProblems(each, unaborted)),
    () => counted(problems.length, 'difference'),
    io,
  );
  const ms = Math.round(performance.now() - start);
  const verified = problems.length === 0 && !unchecked;
  if (format === 'json') {
    const cases = suite.cases.length;
    await printJson(io, { verified, cases, problems, ...(unchecked && { unchecked }), stats: { ms } });
  } else if (problems.length > 0 || verified) {
    const { style } = printer;
    const cases = counted(suite.cases.length, 'case');
    const verdict = verified
      ? style.bold(style.green(`The suite holds: ${cases}`))
      : style.bold(style.red(`${counted(problems.length, 'difference')} in ${cases}`));
    const asked = crossCheck === 'all' ? ', each by both engines,' : '';
    io.stdout.write(`${verdict}${asked} checked in ${ms} ms\n`);
  }
  return problems.length > 0 ? 1 : unchecked ? 3 : 0;
}

/** Checks cases as far as there is time and memory. Returns how many are left, and why. */
async function checkCases(
  cases: LoadedSuite['cases'],
  check: (each: LoadedCase) => Promise<void>,
  found: () => string,
  io: CommandIo,
): Promise<{ readonly count: number; readonly why: string } | undefined> {
  const progress = new ProgressLine(io.progress);
  let done = 0;
  try {
    for (const each of cases) {
      await check(each);
      progress.show(`${++done} of ${counted(cases.length, 'case')}, ${found()}`);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkIsOver)) throw error;
    const count = cases.length - done;
    io.stderr.write(`${counted(count, 'case')} of ${cases.length} not checked. ${error.message}\n`);
    return { count, why: error.message };
  } finally {
    progress.end();
  }
}

/** @throws UserError when a file can't be read, or is not Turtle. */
async function givenShapes(paths: readonly string[], io: CommandIo): Promise<Graph> {
  const documents: TurtleDocument[] = [];
  const workspace = await Workspace.open(io);
  for await (const document of workspace.texts(paths, undefined, 'shapes')) {
    if ('message' in document)
      throw new UserError(`${displayPath(io.cwd, document.uri)}: ${document.message}`);
    const [error] = document.errors;
    if (error)
      throw new UserError(
        `${placeText(printerFor(io.stderr, io), document, error.range.start)}: ${error.message}`,
      );
    documents.push(document);
  }
  const shapes = union(documents);
  if (hasQueries(readShapes(shapes))) await loadQueryEngine(shapes);
  return shapes;
}

/** Reports which cases other shapes judge differently. */
async function compare(
  suite: LoadedSuite,
  { folder, format, shapes, timeBudget }: Omit<Request, 'crossCheck' | 'shapes'> & { readonly shapes: Graph },
  io: CommandIo,
): Promise<ExitCode> {
  const start = performance.now();
  const printer = printerFor(io.stdout, io);
  const comparison = await ShapesComparison.of(suite, shapes, watchOf(io, timeBudget), unaborted);
  const { valid } = comparison;
  const differences: CaseDifference[] = [];
  const unchecked = await checkCases(
    suite.cases,
    async (each) => {
      const found = await comparison.difference(each, unaborted);
      if (found) differences.push(found);
    },
    () => `${differences.length} judged differently`,
    io,
  );
  const same = differences.length + valid.lost.length + valid.found.length === 0;
  const code = !same ? 1 : unchecked ? 3 : 0;
  const ms = Math.round(performance.now() - start);
  if (format === 'json') {
    const cases = suite.cases.length;
    await printJson(io, {
      same: same && !unchecked,
      cases,
      valid,
      differences,
      ...(unchecked && { unchecked }),
      stats: { ms },
    });
    return code;
  }
  const lines = [
    ...differenceTexts(valid).map((text) => ({
      file: 'graph.ttl',
      line: undefined,
      message: `As it is, the graph ${text}.`,
    })),
    ...differences.map(({ id, line, ...difference }) => {
      const message = `${id}: ${differenceTexts(difference).join('; ').replace('caught; ', 'caught: ')}.`;
      return { file: 'cases.jsonl', line, message };
    }),
  ];
  for (const line of lines) io.stdout.write(`${problemText(line, folder, printer)}\n`);
  if (code === 3) return code;
  const { style } = printer;
  const cases = counted(suite.cases.length, 'case');
  const missed = differences.filter(({ verdict }) => verdict === 'missed').length;
  const verdict = same
    ? style.bold(style.green(`These shapes judge all as those of the suite: ${cases}`))
    : style.bold(
        style.red(`${differences.length} of ${cases} judged differently, ${missed} no longer caught`),
      );
  io.stdout.write(`${verdict}; checked in ${ms} ms\n`);
  return code;
}

function crossChecks(crossCheck: Request['crossCheck']): Pick<VerifyOptions, 'crossCheckOf'> {
  if (crossCheck === 'none') return {};
  return {
    crossCheckOf: async (recorded) => {
      const problem = { recorded, prefixes: new Map<string, string>(), term: shortForm };
      return (await referenceCrossCheck(problem, unaborted)).check;
    },
  };
}

/** `cases.jsonl:3: case-0003: …`, with the path from the working directory. */
function problemText({ file, line, message }: SuiteProblem, folder: string, { style, cwd }: Printer): string {
  const place = [displayPath(cwd, `${folder}/${file}`), ...(line === undefined ? [] : [line])].join(':');
  return `${style.blue(place)}: ${printable(message)}`;
}

function readArguments(args: readonly string[]): Request | 'help' {
  const { values, positionals } = readOptions(args, { options: suiteOptions });
  if (values.help) return 'help';
  const [verb, folder, ...more] = positionals;
  if (verb !== 'verify') throw new UserError('say what to do: suite verify FOLDER.');
  if (folder === undefined || more.length > 0) throw new UserError('give the folder of one suite.');
  if (values.shapes && values['cross-check'] !== undefined)
    throw new UserError('--cross-check is about the shapes of the suite: leave it out with --shapes.');
  return {
    folder,
    crossCheck: choice('cross-check', values['cross-check'], ['all', 'none']) ?? 'none',
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
    timeBudget: values['time-budget'],
    shapes: values.shapes ?? [],
  };
}

const help = `Usage: shacl-repair suite verify FOLDER [options]

Checks a suite that 'shacl-repair generate' wrote: its files are as they were written, its graph is valid, each case
leads to exactly the results that it records, and its inverse leads back to the graph. What messages say may differ.
With --shapes, the suite is the test of other shapes, such as an edited version of its own: each case is listed that they
judge differently, and what the valid graph violates.

${optionsHelp(suiteOptions)}

Exit codes: 0 all holds, 1 something differs, 2 the suite or a shapes file can't be read, 3 not all was checked: the time
or the memory was used up.
`;
