import { jsonText } from '../../base/jsonText.ts';
import { UserError } from '../../base/userError.ts';
import { engineAgreement } from '../../report/engineAgreement.ts';
import { reportPieces } from '../../report/reportText.ts';
import type { ReportOptions } from '../../report/validationJson.ts';
import type { ValidationRun } from '../../report/validationRun.ts';
import { allowableReasons, runVerdict } from '../../report/verdict.ts';
import { verdictText } from '../../report/verdictText.ts';
import { severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { Command } from '../command.ts';
import { choice, count, givenInference, readOptions } from '../input/options.ts';
import { displayPath } from '../input/paths.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { printerFor, printPieces } from '../output/print.ts';
import { inputText, noTargetsText, validationText } from '../output/textReport.ts';
import { readBaseline } from './readBaseline.ts';
import { sarifLog } from './sarifLog.ts';

/**
 * `shacl-repair validate`: 0 when all data conforms, 1 when results remain, 2 when some input is no good, 3 when it is not
 * decided.
 */
export const validate: Command = async (args, io) => {
  const request = readArguments(args);
  if (request === 'help') {
    io.stdout.write(help);
    return 0;
  }
  const start = performance.now();
  const baseline = request.baseline === undefined ? undefined : await readBaseline(request.baseline, io);
  const workspace = await Workspace.open(io, request.inference);
  const engine = request.engine ?? workspace.settings.engine;
  const run = await workspace.check(request, engine === 'both' ? 'builtin' : engine);
  if (engine === 'both') io.probe?.step('comparing the engines');
  const agreement = engine === 'both' ? await engineAgreement(run.analyses, unaborted) : undefined;
  const verdict = runVerdict(run, { failOn: request.failOn, baseline, allowed: request.allowed });
  const options: ReportOptions = { engine, ms: performance.now() - start, baseline, agreement, verdict };

  io.probe?.step(`printing the results as ${request.format}`);
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  io.stderr.write(noTargetsText(verdict, printerFor(io.stderr, io)));
  await printPieces(io.stdout, report(run, request, options, io));
  if (request.format === 'turtle' && verdict.conforms === undefined) {
    const why = verdictText(verdict, (uri) => displayPath(io.cwd, uri));
    io.stderr.write(`No sh:ValidationReport is written, because not everything was judged. ${why}.\n`);
  }
  return verdict.exitCode;
};

function report(
  run: ValidationRun,
  { format, maxResults }: Exclude<ReturnType<typeof readArguments>, 'help'>,
  options: ReportOptions,
  io: CommandIo,
): Iterable<string> {
  switch (format) {
    case 'text':
      return validationText(run, printerFor(io.stdout, io), { ...options, maxResults });
    case 'sarif':
      return jsonText(sarifLog(run, { cwd: io.cwd, baseline: options.baseline, verdict: options.verdict }));
    default:
      return reportPieces(run, format, {
        ...options,
        maxResults,
        nameOf: (uri) => displayPath(io.cwd, uri),
      });
  }
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = readOptions(args, {
    options: {
      shapes: { type: 'string', multiple: true },
      context: { type: 'string', multiple: true },
      engine: { type: 'string' },
      inference: { type: 'string' },
      'fail-on': { type: 'string' },
      allow: { type: 'string', multiple: true },
      baseline: { type: 'string' },
      format: { type: 'string' },
      'max-results': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  if (positionals.length === 0)
    throw new UserError('give at least one Turtle file, or - for standard input.');
  return {
    data: positionals,
    shapes: values.shapes ?? [],
    context: values.context ?? [],
    engine: choice('engine', values.engine, ['builtin', 'rdf-validate-shacl', 'both']),
    inference: givenInference(values.inference),
    failOn: choice('fail-on', values['fail-on'], severityLevels) ?? 'info',
    allowed: new Set((values.allow ?? []).map((reason) => choice('allow', reason, allowableReasons)!)),
    baseline: values.baseline,
    format: choice('format', values.format, ['text', 'json', 'turtle', 'markdown', 'sarif']) ?? 'text',
    maxResults: maxResults(values['max-results']),
  };
}

/** How many results are shown to people; undefined for all of them. */
function maxResults(value: string | undefined): number | undefined {
  return value === '0' ? undefined : (count('max-results', value) ?? 1000);
}

const help = `Usage: shacl-repair validate DATA... [options]

Checks Turtle files against SHACL shapes. With --shapes, all DATA is validated together with just the files given.
Without, the shapes and ontologies of each file are found as in the editor: '# shapes: path' and '# context: path' at
the top of the file, sh:shapesGraph and owl:imports among the Turtle files of the working directory, and
shaclRepair.links in its .vscode/settings.json. DATA may be - for standard input.

  --shapes FILE     shapes; several times for several files
  --context FILE    an ontology that classes and values are looked up in, itself not judged; several times
  --engine ENGINE   builtin (default), rdf-validate-shacl, or both: shows where they differ, goes by builtin
  --inference WHAT  none (default), rdfs (classes, properties, domains, ranges) or rdfs+inverse (and owl:inverseOf,
                    owl:SymmetricProperty): what follows from data and context is validated too; shapes ask for
                    rdfs by sh:entailment
  --fail-on LEVEL   exit with 1 from this severity up: info (default), warning, violation
  --allow REASON    accept that this leaves the verdict open; several times: not-checked (constraints that were not
                    evaluated), link (shapes or ontologies that could not be read), no-targets, unlinked (no shapes)
  --baseline FILE   an earlier report in JSON: its results are shown as known and do not count for the exit code
  --format FORMAT   text (default), json, turtle (a sh:ValidationReport), markdown, sarif
  --max-results N   list at most N results in text and markdown: 1000 (default), 0 for all; json, turtle and
                    sarif have all
  -h, --help

Exit codes: 0 conforms, 1 results remain, 2 could not run or could not read the files given, 3 undecided: no results, but
not everything was judged.
`;
