import { counted } from '../../base/counted.ts';
import type { InputProblem } from '../../service/ide/diagnostics/inputProblems.ts';
import { groupCode, groupRemedy, groupSeverity } from '../../service/ide/diagnostics/undescribed.ts';
import {
  type CoverageItem,
  coverageSections,
  judgedText,
  notCheckedNote,
} from '../../service/report/coverageBlocks.ts';
import type { Agreement, ResultOfOneEngine } from '../../service/report/engineAgreement.ts';
import { reportedResult } from '../../service/report/reportedResult.ts';
import type { PrintedTerms } from '../../service/report/resultRecord.ts';
import { type ResultTally, totalOf } from '../../service/report/resultTally.ts';
import type { RunCoverage } from '../../service/report/runCoverage.ts';
import {
  type GroupingOptions,
  type RunResultGroup,
  resultsToList,
} from '../../service/report/undescribedResults.ts';
import { incompleteIn, type ReportOptions } from '../../service/report/validationJson.ts';
import {
  type GoneResult,
  hasErrors,
  levelOf,
  type ReportableResult,
  type RunResult,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import { type RunVerdict, tallyOf } from '../../service/report/verdict.ts';
import { verdictText } from '../../service/report/verdictText.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { type ResultLevel, resultLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import { hasTargetedShapes } from '../../workspace/project/targetedShapes.ts';
import { displayPath } from './paths.ts';
import { frameText, type Printer, paragraphPieces, placeFrame, placeText, positionText } from './print.ts';
import { printable, type Style } from './style.ts';

export interface TextOptions extends ReportOptions {
  /** How many results are shown; all by default. */
  readonly maxResults?: number | undefined;
  /** Whether only the causes of a failure of the command are printed. */
  readonly quiet?: boolean;
}

/**
 * What `validate` prints for people: each result where it is, what was not checked, and a line that sums it up. Results
 * that were printed before are only counted.
 */
export function validationText(run: ValidationRun, printer: Printer, options: TextOptions): Iterable<string> {
  return paragraphPieces(validationBlocks(run, printer, options));
}

function* validationBlocks(
  run: ValidationRun,
  printer: Printer,
  options: TextOptions,
): Iterable<readonly string[]> {
  const {
    baseline,
    agreement,
    coverage,
    quiet = false,
    verdict,
    maxResults = Number.POSITIVE_INFINITY,
  } = options;
  if (quiet && verdict.exitCode === 0) return;
  const counting = quiet ? run.results.filter((result) => verdict.isCounted(result)) : run.results;
  const { groups, results } = resultsToList(counting, options);
  for (const group of groups) yield groupText(group, printer, options);
  const before = totalOf(run.printed);
  for (const result of results.slice(0, Math.max(0, maxResults - before))) {
    yield withProbe(result, () => resultText(result, printer, baseline?.has(result.key) === true));
  }
  const more = before + results.length - maxResults;
  if (more > 0)
    yield [printer.style.yellow(`… and ${counted(more, 'more result')}; --max-results 0 shows all.`)];
  if (run.gone && !quiet) yield goneText(run.gone, printer, maxResults);
  if (agreement) yield agreementText(agreement, printer);
  if (!quiet || verdict.kind === 'undecided') yield notCheckedText(run, printer);
  if (coverage) yield coverageText(coverage, printer, run.notChecked.length > 0);
  yield summaryText(run, printer, options);
}

/** The results with one cause, as one. */
export function groupText(
  group: RunResultGroup,
  printer: Printer,
  { showGrouped = false }: GroupingOptions,
): readonly string[] {
  const { style } = printer;
  const { document, range } = group.place;
  const level = groupSeverity(group);
  const paint = paintFor(style, level);
  return [
    `${paint(style.bold(level))}${style.bold(`[${groupCode(group)}]`)}: ${style.bold(printable(group.message))}`,
    `  ${groupRemedy(group)}`,
    `  ${style.dim('-->')} ${style.blue(placeText(printer, document, range.start))}`,
    ...frameText(printer, document, range, paint),
    ...(showGrouped ? [] : [`  ${style.dim('=')} --show-grouped lists them one by one.`]),
  ];
}

/** The results that a change of a store removes. */
function goneText(gone: readonly GoneResult[], { style }: Printer, maxResults: number): readonly string[] {
  const lines = gone
    .slice(0, maxResults)
    .map(
      ({ key, violation, analysis }) =>
        `${style.green('gone')}: ${printable(termsText(violation, analysis.print))} ${style.dim(`[${key}]`)}`,
    );
  const more = gone.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more that are gone; --max-results 0 shows all.`] : lines;
}

/** One result: what is wrong, where, and which constraint it violates. */
export function resultText(
  result: RunResult | ReportableResult,
  printer: Printer,
  isKnown: boolean,
): readonly string[] {
  const { style } = printer;
  const level = levelOf(result);
  const { place, excerpt, words } = reportedResult(result);
  const { message, related, printed } = words;
  const paint = paintFor(style, level);
  const [first = '', ...more] = printable(message).split('\n');
  const code = printable(printed.parameter);
  const known = isKnown ? style.dim(' (known)') : '';
  const where = place ? positionText(printer, place.uri, place.start) : printedTermsText(printed);
  return [
    `${paint(style.bold(level))}${style.bold(`[${code}]`)}: ${style.bold(first)}${known}`,
    ...more.map((line) => `  ${line}`),
    `  ${style.dim('-->')} ${style.blue(where)} ${style.dim(`[${result.key}]`)}`,
    ...(place && excerpt ? placeFrame(printer, { ...place, excerpt }, paint) : []),
    ...related.map(
      ({ uri, start, message }) =>
        `  ${style.dim('=')} ${style.blue(positionText(printer, uri, start))}: ${printable(message).replaceAll('\n', ' ')}`,
    ),
  ];
}

/** What is wrong with the input, as lines with file, line and column, followed by frames. */
export function inputText(run: ValidationRun, settingsProblems: readonly string[], printer: Printer): string {
  // A broken link explains the other problems.
  const withoutShapes = hasErrors(run) ? [] : run.withoutShapes;
  const warning = printer.style.yellow(printer.style.bold('warning'));
  const shapes = withoutShapes.length === 0 ? [] : shapesAmongData(run);
  const lines = [
    ...settingsProblems.map((problem) => `${warning}: ${printable(problem)}`),
    ...importsText(run.problems, printer),
    ...withoutShapes.map(
      (uri) =>
        `${displayPath(printer.cwd, uri)}: ${warning}: ${printable(withoutShapesText(uri, shapes, run, printer))}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The problems, with several unresolved imports as one. */
function importsText(problems: readonly InputProblem[], printer: Printer): readonly string[] {
  const imports = problems.filter(({ unresolvedImport }) => unresolvedImport !== undefined);
  if (imports.length < 2) return problems.flatMap((problem) => problemText(problem, printer));
  const { style, cwd } = printer;
  const ontologies = [...new Set(imports.map(({ unresolvedImport }) => unresolvedImport!))];
  const files = [...new Set(imports.flatMap(({ uri }) => uri ?? []))].map((uri) => displayPath(cwd, uri));
  const listed = ontologies.slice(0, shownImports).map((iri) => printable(`<${iri}>`));
  const more = ontologies.length - listed.length;
  const names = [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  const where = files.length > 2 ? `${files.length} files` : files.join(' and ');
  return [
    ...problems
      .filter((problem) => !imports.includes(problem))
      .flatMap((problem) => problemText(problem, printer)),
    `${style.yellow(style.bold('warning'))}: ${counted(imports.length, 'import')} in ${where}: none of the files read declares ${names}, so their contents are not used. Add the files, link them, or fetch them (shacl-repair imports).`,
  ];
}

const shownImports = 8;

/** The files that were given as data but are shapes. */
function shapesAmongData({ analyses }: ValidationRun): readonly string[] {
  return analyses.flatMap(({ graphs: { data } }) => data.filter(hasTargetedShapes).map(({ uri }) => uri));
}

/**
 * Why there are no shapes for a file, and the remedy.
 *
 * @param shapes those that were given as data.
 */
function withoutShapesText(
  uri: string,
  shapes: readonly string[],
  { analyses }: ValidationRun,
  { cwd }: Printer,
): string {
  const linked = analyses.find(({ graphs }) => graphs.linked.unit.data.includes(uri))?.graphs.linked;
  const read = linked?.unit.shapes.filter((each) => linked.documents.has(each)) ?? [];
  if (read.length === 0 && linked?.project) {
    const file = displayPath(cwd, linked.project.uri);
    const why = linked.project.links.length > 0 ? `: no link in ${file} is for this file` : '';
    return `No shapes are linked${why}, so nothing was validated. Write a link into ${file}, give --shapes, or write '# shapes: path' at the top of the file.`;
  }
  const [meant, ...others] = shapes;
  if (read.length === 0 && meant !== undefined && others.length === 0 && meant !== uri)
    return `No shapes are linked, so nothing was validated. Of the files given, ${displayPath(cwd, meant)} has shapes: give it as --shapes, or write '# shapes: path' at the top of this file.`;
  if (read.length === 0)
    return "No shapes are linked, so nothing was validated. Give --shapes, write '# shapes: path' at the top of the file, or run 'shacl-repair init', which links the shapes that it finds.";
  const names = read.map((each) => displayPath(cwd, each)).join(', ');
  const data = linked?.documents.get(uri);
  if (data && hasTargetedShapes(data))
    return `This file has shapes, and ${names} has none: they were probably swapped. Give this one as --shapes, and ${names} as data.`;
  const isEmpty = read.every((each) => linked?.documents.get(each)?.graph.size === 0);
  return isEmpty
    ? `${names} states nothing, so nothing was validated. Save the shapes into it, or give another file.`
    : `${names} has no shapes, so nothing was validated. Give the file that declares them, such as one with sh:NodeShape.`;
}

/** A warning for each file that has no node to check. */
export function noTargetsText({ units }: RunVerdict, printer: Printer): string {
  const warning = printer.style.yellow(printer.style.bold('warning'));
  return units
    .filter(({ kind }) => kind === 'nothingToCheck')
    .map(({ data, reasons }) => {
      const files = data.map((uri) => displayPath(printer.cwd, uri)).join(', ');
      return `${files}: ${warning}: ${printable(reasons.map(({ message }) => message).join(' '))}\n`;
    })
    .join('');
}

/** The entries of a baseline that fail the run, because their results are gone. */
export function staleText({ stale }: RunVerdict, { style, cwd }: Printer): string {
  if (stale.length === 0) return '';
  const shown = stale.slice(0, shownStale).map(({ key, uri, component, focusNode }) => {
    const what = component.replace(/^.*[#/](.*?)(?:ConstraintComponent)?>$/, '$1');
    return `  ${displayPath(cwd, uri)}: ${printable(`${what} at ${focusNode}`)} ${style.dim(`[${key}]`)}`;
  });
  const more = stale.length - shown.length;
  const count = stale.length === 1 ? '1 entry' : `${stale.length} entries`;
  return [
    `${style.red(style.bold('error'))}: ${count} of the baseline ${stale.length === 1 ? 'is stale: its result is' : 'are stale: their results are'} gone. Write the baseline again (--format json --output FILE), or ${stale.length === 1 ? 'it' : 'they'} could come back unnoticed.`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more; --format json lists all.`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const shownStale = 10;

/** What was not checked. */
export function notCheckedText(
  run: Pick<ValidationRun, 'notChecked' | 'problems'>,
  printer: Printer,
): readonly string[] {
  const { style } = printer;
  // Errors that were printed on standard error are not repeated here.
  const errors = new Set(run.problems.map(({ message }) => message));
  const entries = run.notChecked.filter(({ reason }) => !errors.has(reason));
  const shown = entries.slice(0, shownNotChecked).map(({ reason, document, range, uri }) => {
    const place =
      document && range ? placeText(printer, document, range.start) : uri && displayPath(printer.cwd, uri);
    return `${style.yellow('not checked')}: ${printable(reason)}${place ? ` ${style.dim(place)}` : ''}`;
  });
  const rest = entries.length - shown.length;
  return rest > 0 ? [...shown, style.yellow(`… and ${rest} more; --format json lists all.`)] : shown;
}

const shownNotChecked = 10;

/** `16 results in 1 file (15 violations, 1 warning)`. */
export function resultCount(results: readonly RunResult[]): string {
  return tallyText(tallyOf({ results }));
}

function tallyText(tally: ResultTally): string {
  const counts = resultLevels
    .filter((level) => tally.levels[level] > 0)
    .map((level) => counted(tally.levels[level], level));
  return `${counted(totalOf(tally), 'result')} in ${counted(tally.files.size, 'file')} (${counts.join(', ')})`;
}

function summaryText(run: ValidationRun, { style, cwd }: Printer, options: ReportOptions): readonly string[] {
  const { engine, ms, baseline, verdict } = options;
  const { results, suppressed, contextResults, notChecked, inference, supporting } = run;
  const { nodes } = incompleteIn(run);
  const paint = verdict.kind === 'conforms' ? style.green : style.yellow;
  const tally = tallyOf(run);
  const hasResults = totalOf(tally) > 0;
  const judgement = verdictText(verdict, (uri) => displayPath(cwd, uri));
  const outcome = hasResults ? style.red(tallyText(tally)) : paint(printable(judgement));
  const unchecked = `${counted(notChecked.length, 'thing')} not checked`;
  // The reasons of an undecided verdict may have reported it already.
  const isSaid = notChecked.length === 0 || (!hasResults && judgement.endsWith(unchecked));
  const known = baseline ? results.filter(({ key }) => baseline.has(key)).length : 0;
  const parts = [
    `checked with ${engine === 'both' ? 'both engines' : engine}${inference === 'none' ? '' : `, ${inference} inferred,`} in ${time(ms)}`,
    ...(known > 0 ? [`${known} of them known`] : []),
  ];
  const notes = [
    ...(run.gone?.length ? [`${counted(run.gone.length, 'result')} gone`] : []),
    ...(verdict.stale.length > 0 ? [`${verdict.stale.length} of the baseline stale`] : []),
    ...(suppressed.length > 0 ? [`${counted(suppressed.length, 'result')} ignored`] : []),
    ...(nodes > 0 ? [`${counted(nodes, 'node')} declared incomplete`] : []),
    ...(isSaid ? [] : [unchecked]),
    ...(contextResults > 0
      ? [`${counted(contextResults, 'result')} on nodes that only context describes`]
      : []),
    ...(supporting.length > 0
      ? [`${counted(supporting.length, 'file')} only read as shapes or context of others`]
      : []),
  ];
  return [`${style.bold(outcome)}, ${parts.join(', ')}${notes.map((note) => `; ${note}`).join('')}`];
}

function problemText(
  { severity, message, uri, document, range, position }: InputProblem,
  printer: Printer,
): readonly string[] {
  const { style, cwd } = printer;
  const paint = severity === 'error' ? style.red : style.yellow;
  const where =
    document && range
      ? `${placeText(printer, document, range.start)}: `
      : uri
        ? `${[displayPath(cwd, uri), ...(position ? [position.line + 1, position.character + 1] : [])].join(':')}: `
        : '';
  return [
    `${where}${paint(style.bold(severity))}: ${printable(message)}`,
    ...(document && range ? frameText(printer, document, range, paint) : []),
  ];
}

function agreementText(agreement: Agreement, { style }: Printer): readonly string[] {
  const { onlyBuiltin, onlyReference, notCheckedByReference } = agreement;
  const line = (opinion: ResultOfOneEngine) =>
    `  ${printable(withProbe(opinion, () => termsText(opinion.violation, opinion.analysis.print)))}`;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines];
  const agrees = onlyBuiltin.length + onlyReference.length === 0;
  return [
    agrees
      ? style.green('The built-in engine and rdf-validate-shacl agree.')
      : style.yellow(
          'The built-in engine and rdf-validate-shacl differ; the results are those of the built-in engine.',
        ),
    ...section('Only the built-in engine', onlyBuiltin.map(line)),
    ...section('Only rdf-validate-shacl', onlyReference.map(line)),
    ...section(
      'Not checked by rdf-validate-shacl',
      notCheckedByReference.map(({ reason }) => `  ${printable(reason)}`),
    ),
  ];
}

/** `sh:class at ex:a, path ex:p, value ex:b`. */
export function termsText(
  { constraint, focusNode, resultPath, value }: Violation,
  print: TermPrinter,
): string {
  return printedTermsText({
    parameter: print(constraint.parameter),
    focusNode: print(focusNode),
    resultPath: resultPath === undefined ? undefined : print(resultPath),
    value: value === undefined ? undefined : print(value),
  });
}

function printedTermsText({ parameter, focusNode, resultPath, value }: Omit<PrintedTerms, 'path'>): string {
  return [
    `${parameter} at ${focusNode}`,
    ...(resultPath === undefined ? [] : [`path ${resultPath}`]),
    ...(value === undefined ? [] : [`value ${value}`]),
  ].join(', ');
}

/** How a severity is shown. */
export function paintFor(style: Style, level: ResultLevel): (text: string) => string {
  if (level === 'violation') return style.red;
  return level === 'warning' ? style.yellow : style.blue;
}

/**
 * How much of the data the shapes judge, and what they do not look at, for people. Long lists are cut short.
 *
 * @param hasNotChecked whether constraints were not evaluated.
 */
function coverageText(coverage: RunCoverage, printer: Printer, hasNotChecked: boolean): readonly string[] {
  const { style, cwd } = printer;
  const { files } = coverage;
  return [
    style.bold(`coverage: ${judgedText(coverage)}`),
    ...(hasNotChecked ? [`  ${notCheckedNote}`] : []),
    ...(files.length > 1
      ? list(files, (file) => `${printable(displayPath(cwd, file.document.uri))}: ${judgedText(file)}`)
      : []),
    ...coverageSections(coverage).flatMap(({ title, items }) => [
      style.yellow(`${title} (${items.length}):`),
      ...list(items, (item) => itemText(item, printer)),
    ]),
  ];
}

function itemText({ name, detail, place }: CoverageItem, printer: Printer): string {
  const about = detail === undefined ? '' : ` (${detail})`;
  const where = place ? printer.style.dim(` ${placeText(printer, place.document, place.range.start)}`) : '';
  return `${printable(name)}${about}${where}`;
}

function list<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const lines = items.slice(0, shown).map((item) => `  ${line(item)}`);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more; --format json lists all`] : lines;
}

const shown = 10;

/** Longer times are read in seconds. */
function time(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000).toLocaleString('en')} s`;
}
