import path from 'node:path';
import { URI } from 'vscode-uri';
import type { Position } from '../../base/lineIndex.ts';
import { escapeInvisible } from '../../base/visibleText.ts';
import { reportedResult } from '../../service/report/reportedResult.ts';
import type { ReportOptions } from '../../service/report/validationJson.ts';
import {
  levelOf,
  type RunResult,
  type ValidationRun,
  withProbe,
} from '../../service/report/validationRun.ts';
import { verdictText } from '../../service/report/verdictText.ts';
import type { SeverityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import { harmlessText } from '../output/lineStarts.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { resultCount } from '../output/textReport.ts';
import { type OpenPointKind, openPoints } from './openPoints.ts';

export interface GithubOptions extends ReportOptions {
  readonly cwd: string;
  /** The root of the repository, which GitHub looks files up from; the working directory if it is not known. */
  readonly root: string | undefined;
}

type Level = 'error' | 'warning' | 'notice';

interface Place {
  readonly uri: string | undefined;
  readonly start?: Position | undefined;
  readonly end?: Position | undefined;
}

/**
 * Workflow commands of GitHub Actions: an annotation at each result and at whatever leaves the verdict open, and a line
 * that sums it up. Known results get none. Texts of files can't end a command or begin another.
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
  suppression: 'Comment that ignores nothing',
  stale: 'Stale baseline',
};

const levels: Readonly<Record<SeverityLevel, Level>> = {
  violation: 'error',
  warning: 'warning',
  info: 'notice',
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
  // Columns count only where begin and end are in one line.
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

/** Paths as GitHub knows them: from the root of the repository, with slashes. */
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

/** What stands behind the colons. A percent sign is escaped first, since it begins the other escapes. */
function data(text: string): string {
  return harmlessText(
    escapeInvisible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'),
  );
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
