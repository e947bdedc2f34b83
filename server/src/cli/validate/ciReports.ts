import path from 'node:path';
import { URI } from 'vscode-uri';
import type { TextPosition } from '../../base/lineIndex.ts';
import { escapeInvisible } from '../../base/visibleText.ts';
import type { InputProblem } from '../../service/ide/diagnostics/inputProblems.ts';
import type { UndecidedReason } from '../../service/ide/verdict.ts';
import { staleMessage } from '../../service/report/baseline.ts';
import { placeText } from '../../service/report/excerpt.ts';
import { reportedResult } from '../../service/report/reportedResult.ts';
import type { ReportOptions } from '../../service/report/validationJson.ts';
import {
  isSuppressed,
  levelOf,
  placeOf,
  type RunResult,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import { isAccepted, isBadInput, type RunVerdict, type UnitVerdict } from '../../service/report/verdict.ts';
import { verdictText } from '../../service/report/verdictText.ts';
import type { ResultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import { projectGap } from '../../workspace/project/unitProject.ts';
import { harmlessText } from '../output/lineStarts.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { resultCount } from '../output/textReport.ts';

export interface JunitOptions extends ReportOptions {
  readonly cwd: string;
}

/** What is reported about a file. */
interface Suite {
  readonly name: string;
  readonly results: RunResult[];
  readonly points: OpenPoint[];
  /** The name of the test that a file without results has passed. */
  passed?: string;
}

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

/**
 * A JUnit report: a test suite for each file, a failure for each result that counts, and an error for whatever leaves the
 * verdict undecided, so that a file about which nothing is known does not pass. Results that are known, ignored by a
 * comment or allowed are skipped tests.
 */
export function* junitReport(run: ValidationRun, options: JunitOptions): Iterable<string> {
  const { cwd, ms } = options;
  const suites = suitesOf(run, options);
  const outcomes = suites.map((suite) => outcomesOf(suite, options));
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="SHACL" ${counts(outcomes.flat())} time="${(ms / 1000).toFixed(3)}">\n`;
  for (const [i, { name, points, results, passed }] of suites.entries()) {
    yield `  <testsuite name=${quoted(name)} ${counts(outcomes[i]!)}>\n`;
    for (const point of points) yield pointCase(point, name, cwd);
    for (const result of results) {
      const outcome = outcomeOf(result, options);
      yield withProbe(result, () => resultCase(result, name, outcome, cwd));
    }
    if (passed !== undefined) yield `    <testcase classname=${quoted(name)} name=${quoted(passed)}/>\n`;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

/** By file: the data files in their order, then others with results or problems. */
function suitesOf(run: ValidationRun, { verdict, cwd }: JunitOptions): readonly Suite[] {
  const suites = new Map<string, Suite>();
  const suite = (uri: string | undefined): Suite => {
    const name = uri === undefined ? 'input' : displayPath(cwd, uri);
    const found = suites.get(name) ?? { name, results: [], points: [] };
    suites.set(name, found);
    return found;
  };
  for (const uri of run.data) suite(uri);
  for (const point of openPoints(run, verdict)) suite(point.uri).points.push(point);
  for (const result of [...run.results, ...run.suppressed]) suite(placeOf(result)?.uri).results.push(result);
  const conforming = run.records.filter(({ results }) => results.length === 0);
  for (const found of conforming.flatMap(({ data }) => data).map(suite)) {
    if (found.results.every(isSuppressed)) found.passed = 'conforms';
  }
  for (const unit of verdict.units) {
    for (const uri of unit.data) addOutcome(suite(uri), uri, unit, run);
  }
  return [...suites.values()];
}

/** Explains why a file has no results. */
function addOutcome(suite: Suite, uri: string, unit: UnitVerdict, run: ValidationRun): void {
  if (!suite.results.every(isSuppressed)) return;
  if (unit.kind === 'conforms') suite.passed = 'conforms';
  if (suite.points.length + suite.results.length > 0) return;
  if (unit.kind === 'violates') suite.passed = 'no results';
  for (const { kind, message } of unit.reasons) {
    suite.points.push({
      kind,
      message,
      uri,
      start: undefined,
      isFailure: !isAccepted(unit, run.focusNodes > 0),
    });
  }
}

function outcomesOf({ points, results, passed }: Suite, options: JunitOptions): readonly Outcome[] {
  return [
    ...(passed === undefined ? [] : (['passed'] as const)),
    ...points.map(({ isFailure }): Outcome => (isFailure ? 'error' : 'skipped')),
    ...results.map((result) => outcomeOf(result, options)),
  ];
}

function outcomeOf(result: RunResult, { verdict }: JunitOptions): Outcome {
  return !isSuppressed(result) && verdict.isCounted(result) ? 'failure' : 'skipped';
}

function counts(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return `tests="${outcomes.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function pointCase({ kind, message, uri, start, isFailure }: OpenPoint, suite: string, cwd: string): string {
  const file = uri === undefined ? '' : displayPath(cwd, uri);
  const place = start ? placeText(file, start) : file;
  const outcome = isFailure ? 'error' : 'skipped';
  return testCase({ suite, name: `${kind}: ${message}`, outcome, type: kind, message, text: place });
}

function resultCase(result: RunResult, suite: string, outcome: Outcome, cwd: string): string {
  const { place, words } = reportedResult(result);
  const { message, printed } = words;
  const [first = '', ...more] = message.split('\n');
  const type = printed.parameter;
  const where = place ? placeText(displayPath(cwd, place.uri), place.start) : '';
  const text = [...more, where].filter((line) => line !== '').join('\n');
  const name = `${type} at ${printed.focusNode} [${result.key}]`;
  return testCase({ suite, name, outcome, type, message: first, text });
}

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

function testCase({ suite, name, outcome, type, message, text }: TestCase): string {
  const typed = outcome === 'skipped' ? '' : ` type=${quoted(type)}`;
  const inner = `<${outcome} message=${quoted(message)}${typed}>${escaped(text)}</${outcome}>`;
  return `    <testcase classname=${quoted(suite)} name=${quoted(name)}>${inner}</testcase>\n`;
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
}

/** XML 1.0 has no control characters, no lone surrogates and not the last two characters of the basic plane. */
function escaped(text: string): string {
  return harmlessText(escapeInvisible(text))
    .replace(/[\ufffe\uffff]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

export interface GithubOptions extends ReportOptions {
  readonly cwd: string;
  /** The root of the repository, from which GitHub resolves paths; the working directory if it is not known. */
  readonly root: string | undefined;
}

type Level = 'error' | 'warning' | 'notice';

interface Place {
  readonly uri: string | undefined;
  readonly start?: TextPosition | undefined;
  readonly end?: TextPosition | undefined;
}

/**
 * Workflow commands of GitHub Actions: an annotation at each result and at whatever leaves the verdict open, and a line
 * that sums it up. Known results get none. Texts from files can't end a command or start another.
 */
export function* githubCommands(run: ValidationRun, options: GithubOptions): Iterable<string> {
  const { baseline, verdict, cwd } = options;
  const files = new Paths(options);
  for (const { kind, message, uri, start, isFailure } of openPoints(run, verdict)) {
    yield command(isFailure ? 'error' : 'warning', titles[kind], message, { uri, start }, files);
  }
  const shown = run.results.filter(({ key }) => !baseline?.has(key));
  for (const result of shown) yield withProbe(result, () => resultCommand(result, files));
  const summary =
    run.results.length > 0 ? resultCount(run.results) : verdictText(verdict, (uri) => displayPath(cwd, uri));
  yield `SHACL: ${oneLine(summary)}\n`;
}

const titles: Readonly<Record<OpenPointKind, string>> = {
  notChecked: 'Not checked',
  link: 'Broken link',
  syntax: 'Syntax error',
  noTargets: 'Nothing to check',
  unlinked: 'No shapes',
  literal: 'Malformed literal',
  namespace: 'Namespace that the shapes spell otherwise',
  suppression: 'Comment that ignores nothing',
  stale: 'Stale baseline',
};

const levels: Readonly<Record<ResultLevel, Level>> = {
  violation: 'error',
  warning: 'warning',
  info: 'notice',
  debug: 'notice',
};

function resultCommand(result: RunResult, files: Paths): string {
  const { place, words } = reportedResult(result);
  const title = `${words.printed.parameter} [${result.key}]`;
  return command(levels[levelOf(result)], title, words.message, place ?? { uri: undefined }, files);
}

function command(
  level: Level,
  title: string,
  message: string,
  { uri, start, end }: Place,
  files: Paths,
): string {
  // Columns are only used where start and end are on one line.
  const isLine = start && end && start.line === end.line;
  const properties = [
    ...(uri === undefined ? [] : [`file=${property(files.of(uri))}`]),
    ...(start ? [`line=${start.line + 1}`] : []),
    ...(start && end ? [`endLine=${end.line + 1}`] : []),
    ...(start && (isLine || !end) ? [`col=${start.character + 1}`] : []),
    ...(isLine ? [`endColumn=${end.character + 1}`] : []),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

/** Paths as GitHub expects them: relative to the root of the repository, with slashes. */
class Paths {
  readonly #cwd: string;
  readonly #root: string;

  constructor({ cwd, root = cwd }: GithubOptions) {
    this.#cwd = cwd;
    this.#root = root;
  }

  of(uri: string): string {
    const parsed = URI.parse(uri);
    if (parsed.scheme !== 'file' || uri === uriOf(this.#cwd, '<stdin>')) return displayPath(this.#cwd, uri);
    const relative = path.relative(this.#root, parsed.fsPath);
    const isBelow = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
    return (isBelow ? relative : parsed.fsPath).replaceAll(path.sep, '/');
  }
}

function oneLine(text: string): string {
  return harmlessText(escapeInvisible(text).replace(/[\r\n]+/g, ' '));
}

/** What follows the colons. A percent sign is escaped first, because the other escapes start with it. */
function data(text: string): string {
  return harmlessText(
    escapeInvisible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'),
  );
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

type OpenPointKind = UndecidedReason['kind'] | 'literal' | 'namespace' | 'suppression' | 'stale';

/**
 * Something besides results that people should know: bad input, what leaves the verdict open, comments and entries of the
 * baseline whose results are gone.
 */
interface OpenPoint {
  readonly kind: OpenPointKind;
  readonly message: string;
  readonly uri: string | undefined;
  readonly start: TextPosition | undefined;
  /** Whether the run fails because of it. */
  readonly isFailure: boolean;
}

/** The problems of the input and the reasons of the verdict, each once. */
function openPoints(run: ValidationRun, { units, stale }: RunVerdict): readonly OpenPoint[] {
  const failing = new Map<string, boolean>();
  const reasons = new Map<string, UndecidedReason>();
  for (const unit of units) {
    const isFine = isAccepted(unit, run.focusNodes > 0);
    for (const reason of unit.reasons) {
      failing.set(reason.message, !isFine || failing.get(reason.message) === true);
      // Several files may lack the same thing.
      const name = reason.uri ?? unit.data[0];
      reasons.set(`${reason.message} ${name}`, { ...reason, uri: name });
    }
  }
  // Reasons about the project file include their place.
  const reasonOf = ({ message, position }: InputProblem) =>
    failing.has(message) || !position ? message : projectGap(position.line, message);
  const problems = run.problems.map((problem): OpenPoint => {
    const { kind, message, uri, document, range, position } = problem;
    return {
      kind: kind === 'file' ? 'link' : kind,
      message,
      uri,
      start: document && range ? document.lines.positionAt(range.start) : position,
      isFailure: isBadInput(problem, run.named) || failing.get(reasonOf(problem)) === true,
    };
  });
  const told = new Set(run.problems.map(reasonOf));
  const others = [...reasons.values()]
    // Syntax errors are among the problems, each at its place.
    .filter(({ kind, message }) => kind !== 'syntax' && !told.has(message))
    .map(({ kind, message, uri }) => ({
      kind,
      message,
      uri,
      start: undefined,
      isFailure: failing.get(message) === true,
    }));
  const gone = stale.map(
    (entry): OpenPoint => ({
      kind: 'stale',
      message: staleMessage(entry),
      uri: entry.uri,
      start: undefined,
      isFailure: true,
    }),
  );
  return [...problems, ...others, ...gone];
}
