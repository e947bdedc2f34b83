import { counted } from '../../base/counted.ts';
import { code, escapeMarkdownLine as inline } from '../../base/markdown.ts';
import { printPath } from '../../shacl/model/path.ts';
import { severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { InputProblem } from '../ide/diagnostics/inputProblems.ts';
import { groupSeverity } from '../ide/diagnostics/undescribed.ts';
import { staleMessage } from './baseline.ts';
import { coverageMarkdown } from './coverageMarkdown.ts';
import type { ResultOfOneEngine } from './engineAgreement.ts';
import { placeText } from './placeText.ts';
import { reportedResult } from './reportedResult.ts';
import { type RunResultGroup, resultsToList } from './undescribedResults.ts';
import type { ReportOptions } from './validationJson.ts';
import {
  levelOf,
  type RunResult,
  type SuppressedResult,
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
export function* validationMarkdown(run: ValidationRun, options: MarkdownOptions): Iterable<string> {
  const { nameOf, agreement } = options;
  const { groups, results: listed } = resultsToList(run.results, options);
  const blocks: readonly Iterable<string>[] = [
    ['# Validation report'],
    summary(run, options),
    counts(run.results),
    results(listed, options),
    groupList(groups, options),
    ...(agreement
      ? [
          opinions('Only the built-in engine', agreement.onlyBuiltin),
          opinions('Only rdf-validate-shacl', agreement.onlyReference),
        ]
      : []),
    ...(options.coverage
      ? [
          ['## Coverage'],
          coverageMarkdown(options.coverage, { nameOf, hasNotChecked: run.notChecked.length > 0 }),
        ]
      : []),
    list(
      'Ignored',
      run.suppressed.map((result) => withProbe(result, () => suppressedText(result, nameOf))),
    ),
    list(
      'Errors and warnings of the input',
      run.problems.map((problem) => `**${problem.severity}**: ${placed(problem, problem.message, nameOf)}`),
    ),
    list(
      'Stale in the baseline',
      options.verdict.stale.map((entry) => placed(entry, staleMessage(entry), nameOf)),
    ),
    list(
      'Not checked',
      run.notChecked.map((entry) => placed(entry, entry.reason, nameOf)),
    ),
    list(
      'Not checked by rdf-validate-shacl',
      (agreement?.notCheckedByReference ?? []).map(({ reason }) => inline(reason)),
    ),
  ];
  let separator = '';
  for (const lines of blocks) {
    for (const line of lines) {
      yield `${separator}${line}`;
      separator = '\n';
    }
    separator = '\n\n';
  }
  yield '\n';
}

function summary(
  run: ValidationRun,
  { engine, agreement, nameOf, verdict }: MarkdownOptions,
): readonly string[] {
  const files = run.data.map(nameOf);
  const named = files.map(inline).join(', ');
  const outcome =
    run.results.length > 0
      ? `**${counted(run.results.length, 'result')}** in ${named}.`
      : `**${inline(verdictText(verdict, nameOf))}.**`;
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
  return [
    [
      outcome,
      run.validated ? `${triples} checked with ${by}${inferred}.` : `${triples} read.`,
      ...context,
      ...agrees,
    ].join(' '),
  ];
}

function counts(all: readonly RunResult[]): readonly string[] {
  if (all.length === 0) return [];
  const lines = severityLevels
    .map((level) => ({
      level,
      count: all.filter((result) => levelOf(result) === level).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `| ${level} | ${count} |`);
  return ['| Severity | Results |', '|---|---:|', ...lines];
}

function groupList(
  groups: readonly RunResultGroup[],
  { nameOf, showGrouped = false }: MarkdownOptions,
): readonly string[] {
  const items = groups.map(
    (group) => `**${groupSeverity(group)}**: ${placed(placeOfGroup(group), group.message, nameOf)}`,
  );
  const lines = list('Results with one cause', items);
  return lines.length === 0 || showGrouped
    ? lines
    : [...lines, '', '`--show-grouped` lists them one by one.'];
}

function placeOfGroup({ place: { document, range } }: RunResultGroup) {
  return { document, range, uri: document.uri };
}

function* results(all: readonly RunResult[], options: MarkdownOptions): Iterable<string> {
  if (all.length === 0) return;
  const { maxResults = all.length } = options;
  yield '| Severity | Place | Focus node | Path | Value | Constraint | Message |';
  yield '|---|---|---|---|---|---|---|';
  for (const result of all.slice(0, maxResults)) yield withProbe(result, () => row(result, options));
  if (all.length > maxResults) yield `\n… and ${counted(all.length - maxResults, 'more result')}.`;
}

function row(result: RunResult, { nameOf, baseline }: MarkdownOptions): string {
  const { place, words } = reportedResult(result);
  const { focusNode, path, value, parameter } = words.printed;
  const cells = [
    `${levelOf(result)}${baseline?.has(result.key) ? ' (known)' : ''}`,
    place ? inline(placeText(nameOf(place.uri), place.start)) : '',
    term(focusNode),
    path === undefined ? '' : term(path),
    value === undefined ? '' : term(value),
    term(parameter),
    place ? words.message.split('\n').map(inline).join('<br>') : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function suppressedText(
  { violation, place, analysis, suppression }: SuppressedResult,
  nameOf: MarkdownOptions['nameOf'],
): string {
  const constraint = `${term(analysis.print(violation.constraint.parameter))} at ${term(analysis.print(violation.focusNode))}`;
  const reason = inline(suppression.reason);
  return place
    ? `${constraint} (${inline(placeText(nameOf(place.document.uri), place.document.lines.positionAt(place.range.start)))}): ${reason}`
    : `${constraint}: ${reason}`;
}

function opinions(title: string, those: readonly ResultOfOneEngine[]): readonly string[] {
  return list(
    title,
    those.map((opinion) => withProbe(opinion, () => opinionText(opinion))),
  );
}

function opinionText({
  violation: { constraint, focusNode, path },
  analysis: { print },
}: ResultOfOneEngine): string {
  return `${term(print(constraint.parameter))} at ${term(print(focusNode))}${path ? `, path ${term(printPath(path, print))}` : ''}`;
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${title}`, '', ...items.map((item) => `- ${item}`)];
}

function placed(
  { document, range, uri, position }: Partial<Pick<InputProblem, 'document' | 'range' | 'uri' | 'position'>>,
  text: string,
  nameOf: MarkdownOptions['nameOf'],
): string {
  const at = document && range ? document.lines.positionAt(range.start) : position;
  const place = uri && (at ? placeText(nameOf(uri), at) : nameOf(uri));
  return place ? `${inline(text)} (${inline(place)})` : inline(text);
}

/** A term as code. In code, some viewers take a bar for the end of a cell. */
function term(text: string): string {
  return text.includes('|') ? inline(text) : code(text);
}
