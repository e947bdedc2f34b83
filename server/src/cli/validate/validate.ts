import { engineAgreement } from '../../report/engineAgreement.ts';
import { runCoverage } from '../../report/runCoverage.ts';
import { runVerdict } from '../../report/verdict.ts';
import { verdictText } from '../../report/verdictText.ts';
import type { Command } from '../command.ts';
import { displayPath } from '../input/paths.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import { linksText } from '../output/linksText.ts';
import { printerFor, printPieces } from '../output/print.ts';
import { inputText, noTargetsText } from '../output/textReport.ts';
import { readBaseline } from './readBaseline.ts';
import { readValidateArguments, validateHelp } from './validateOptions.ts';
import { type FormatOptions, validationReport } from './validationFormats.ts';

/**
 * `shacl-repair validate`: 0 when all data conforms, 1 when results remain, 2 when some input is no good, 3 when it is not
 * decided.
 */
export const validate: Command = async (args, io) => {
  const request = readValidateArguments(args);
  if (request === 'help') {
    io.stdout.write(validateHelp);
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
  const options: FormatOptions = {
    engine,
    ms: performance.now() - start,
    baseline,
    agreement,
    verdict,
    coverage: request.coverage ? runCoverage(run) : undefined,
    maxResults: request.maxResults,
  };

  io.probe?.step(`printing the results as ${request.format}`);
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  io.stderr.write(noTargetsText(verdict, printerFor(io.stderr, io)));
  if (request.explainLinks) {
    const output = request.format === 'text' ? io.stdout : io.stderr;
    output.write(`${linksText(run, printerFor(output, io))}\n`);
  }
  await printPieces(io.stdout, validationReport(request.format, run, options, io));
  if (request.format === 'turtle' && verdict.conforms === undefined) {
    const why = verdictText(verdict, (uri) => displayPath(io.cwd, uri));
    io.stderr.write(`No sh:ValidationReport is written, because not everything was judged. ${why}.\n`);
  }
  return verdict.exitCode;
};
