import { counted } from '../../base/counted.ts';
import { escapeMarkdownLine } from '../../base/markdown.ts';
import { markdownPieces } from '../../base/report/markdownReport.ts';
import {
  type Block,
  code,
  heading,
  list,
  type Mark,
  paragraph,
  type Row,
  source,
  strong,
  type Text,
  table,
} from '../../base/report/report.ts';
import { printPath } from '../../shacl/model/path.ts';
import { resultLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import { groupSeverity } from '../ide/diagnostics/undescribed.ts';
import { staleMessage } from './baseline.ts';
import { coverageBlocks } from './coverageBlocks.ts';
import type { ResultOfOneEngine } from './engineAgreement.ts';
import { placeText } from './excerpt.ts';
import { reportedResult } from './reportedResult.ts';
import { type RunResultGroup, resultsToList } from './undescribedResults.ts';
import type { ReportOptions } from './validationJson.ts';
import {
  levelOf,
  type RunResult,
  type SuppressedRunResult,
  type ValidationRun,
  withProbe,
} from './validationRun.ts';
import { verdictText } from './verdictText.ts';

export interface MarkdownOptions extends Omit<ReportOptions, 'ms'> {
  /** How many results to list; all by default. */
  readonly maxResults?: number | undefined;
  /** Returns the display name of a file. */
  readonly nameOf: (uri: string) => string;
}

/**
 * A report to read, mail or paste into a pull request, as GitHub Flavored Markdown tables. Texts of data and shapes
 * cannot add markup or leave their cell. It contains no times, so that the same input gives the same report.
 */
export function validationMarkdown(run: ValidationRun, options: MarkdownOptions): Iterable<string> {
  return markdownPieces(validationBlocks(run, options));
}

function* validationBlocks(run: ValidationRun, options: MarkdownOptions): Iterable<Block> {
  const { nameOf, agreement } = options;
  const { groups, results: listed } = resultsToList(run.results, options);
  yield heading(1, 'Validation report');
  yield summary(run, options);
  yield* counts(run.results);
  yield* results(listed, options);
  yield* groupList(groups, options);
  if (agreement) {
    yield* opinions('Only the built-in engine', agreement.onlyBuiltin);
    yield* opinions('Only rdf-validate-shacl', agreement.onlyReference);
  }
  if (options.coverage) {
    yield heading(2, 'Coverage');
    yield* coverageBlocks(options.coverage, { nameOf, hasNotChecked: run.notChecked.length > 0 });
  }
  yield* titled(
    'Ignored',
    run.suppressed.map((result) => withProbe(result, () => suppressedText(result, nameOf))),
  );
  yield* titled(
    'Errors and warnings of the input',
    run.problems.map((problem) => [
      strong(problem.severity),
      ': ',
      ...placed(problem, problem.message, nameOf),
    ]),
  );
  yield* titled(
    'Stale in the baseline',
    options.verdict.stale.map((entry) => placed(entry, staleMessage(entry), nameOf)),
  );
  yield* titled(
    'Not checked',
    run.notChecked.map((entry) => placed(entry, entry.reason, nameOf)),
  );
  yield* titled(
    'Not checked by rdf-validate-shacl',
    (agreement?.notCheckedByReference ?? []).map(({ reason }) => reason),
  );
}

function summary(run: ValidationRun, { engine, agreement, nameOf, verdict }: MarkdownOptions): Block {
  const named = run.data.flatMap((uri, i) => (i === 0 ? [nameOf(uri)] : [', ', nameOf(uri)]));
  const outcome =
    run.results.length > 0
      ? [strong(counted(run.results.length, 'result')), ' in ', ...named, '.']
      : [strong(`${verdictText(verdict, nameOf)}.`)];
  const by = engine === 'both' ? 'both engines' : engine;
  const triples = counted(run.triples, 'triple');
  const inferred = run.inference === 'none' ? '' : `, with ${run.inference} inferred`;
  const context =
    run.contextResults > 0
      ? [`${counted(run.contextResults, 'result')} more on nodes that only context describes.`]
      : [];
  const agrees =
    agreement && agreement.onlyBuiltin.length + agreement.onlyReference.length === 0
      ? ['The built-in engine and rdf-validate-shacl agree.']
      : [];
  const sentences = [
    run.validated ? `${triples} checked with ${by}${inferred}.` : `${triples} read.`,
    ...context,
    ...agrees,
  ];
  return paragraph([...outcome, ` ${sentences.join(' ')}`]);
}

function counts(all: readonly RunResult[]): readonly Block[] {
  if (all.length === 0) return [];
  const rows = resultLevels
    .map((level) => [level, all.filter((result) => levelOf(result) === level).length] as const)
    .filter(([, count]) => count > 0);
  return [table('lr', ['Severity', 'Results'], rows)];
}

function groupList(
  groups: readonly RunResultGroup[],
  { nameOf, showGrouped = false }: MarkdownOptions,
): readonly Block[] {
  const items = groups.map(
    (group): Text => [
      strong(groupSeverity(group)),
      ': ',
      ...placed(placeOfGroup(group), group.message, nameOf),
    ],
  );
  const blocks = titled('Results with one cause', items);
  return blocks.length === 0 || showGrouped
    ? blocks
    : [...blocks, paragraph([code('--show-grouped'), ' lists them one by one.'])];
}

function placeOfGroup({ place: { document, range } }: RunResultGroup) {
  return { document, range, uri: document.uri };
}

function* results(all: readonly RunResult[], options: MarkdownOptions): Iterable<Block> {
  if (all.length === 0) return;
  const { maxResults = all.length } = options;
  const titles = ['Severity', 'Place', 'Focus node', 'Path', 'Value', 'Constraint', 'Message'];
  yield table('l'.repeat(titles.length), titles, rows(all.slice(0, maxResults), options));
  if (all.length > maxResults) yield `… and ${counted(all.length - maxResults, 'more result')}.`;
}

function* rows(results: readonly RunResult[], options: MarkdownOptions): Iterable<Row> {
  for (const result of results) yield withProbe(result, () => row(result, options));
}

function row(result: RunResult, { nameOf, baseline }: MarkdownOptions): Row {
  const { place, words } = reportedResult(result);
  const { focusNode, path, value, parameter } = words.printed;
  return [
    `${levelOf(result)}${baseline?.has(result.key) ? ' (known)' : ''}`,
    place ? placeText(nameOf(place.uri), place.start) : '',
    term(focusNode),
    path === undefined ? '' : term(path),
    value === undefined ? '' : term(value),
    term(parameter),
    place ? source(words.message.split('\n').map(escapeMarkdownLine).join('<br>')) : '',
  ];
}

function suppressedText(
  { violation, place, analysis, suppression }: SuppressedRunResult,
  nameOf: MarkdownOptions['nameOf'],
): Text {
  const at =
    place && placeText(nameOf(place.document.uri), place.document.lines.positionAt(place.range.start));
  return [
    term(analysis.print(violation.constraint.parameter)),
    ' at ',
    term(analysis.print(violation.focusNode)),
    ...(at === undefined ? [] : [' (', at, ')']),
    ': ',
    suppression.reason,
  ];
}

function opinions(title: string, those: readonly ResultOfOneEngine[]): readonly Block[] {
  return titled(
    title,
    those.map((opinion) => withProbe(opinion, () => opinionText(opinion))),
  );
}

function opinionText({
  violation: { constraint, focusNode, path },
  analysis: { print },
}: ResultOfOneEngine): Text {
  return [
    term(print(constraint.parameter)),
    ' at ',
    term(print(focusNode)),
    ...(path ? [', path ', term(printPath(path, print))] : []),
  ];
}

function titled(title: string, items: readonly Text[]): readonly Block[] {
  return items.length === 0 ? [] : [heading(2, title), list(items)];
}

function placed(
  { document, range, uri, position }: Partial<Pick<InputProblem, 'document' | 'range' | 'uri' | 'position'>>,
  text: string,
  nameOf: MarkdownOptions['nameOf'],
): readonly (string | Mark)[] {
  const at = document && range ? document.lines.positionAt(range.start) : position;
  const place = uri && (at ? placeText(nameOf(uri), at) : nameOf(uri));
  return place ? [text, ' (', place, ')'] : [text];
}

/** A term as code. In code, some viewers treat a bar as the end of a cell. */
function term(text: string): string | Mark {
  return text.includes('|') ? text : code(text);
}
