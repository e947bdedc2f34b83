import { escapeInvisible } from '../../base/visibleText.ts';
import { placeText } from '../../service/report/placeText.ts';
import { reportedResult } from '../../service/report/reportedResult.ts';
import type { ReportOptions } from '../../service/report/validationJson.ts';
import {
  isSuppressed,
  placeOf,
  type RunResult,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import { isAccepted, type UnitVerdict } from '../../service/report/verdict.ts';
import { harmlessText } from '../output/lineStarts.ts';
import { displayPath } from '../output/paths.ts';
import { type OpenPoint, openPoints } from './openPoints.ts';

export interface JunitOptions extends ReportOptions {
  readonly cwd: string;
}

/** What is reported of a file. */
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
 * verdict open, so that a file of which nothing is known is not green. What is known, ignored
 * by a comment or allowed is a skipped test.
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

/** Says of a file without results why it has none. */
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
