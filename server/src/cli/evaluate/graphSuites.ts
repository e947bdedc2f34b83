import { paddedCells } from '../../base/report/report.ts';
import { UserError } from '../../base/userError.ts';
import type { EstimateJson } from '../../languageServer/jobs/evaluate/estimateRun.ts';
import { dollars } from '../../repair/llm/model/spending.ts';
import { readDescription } from '../../vio/suite/readSuite.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printJson } from '../output/print.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** The suite of one graph of a data set. */
export interface GraphSuite {
  /** The URI of its folder. */
  readonly folder: string;
  /** The name of the graph, which is also valid as a name of a folder; undefined where suite.json can't be read. */
  readonly graph: string | undefined;
}

const maxFiles = 10_000;

/**
 * The suites below a folder, which are those of one data set with several graphs, in the order of their paths; undefined where the folder has
 * a suite itself.
 *
 * @throws UserError when there are none, or when they are not graphs of one data set.
 */
export async function graphSuites(
  given: string,
  { fileSystem, cwd }: Pick<CommandIo, 'fileSystem' | 'cwd'>,
): Promise<readonly GraphSuite[] | undefined> {
  const folder = suiteUri(given, cwd);
  const own = await fileSystem.read(`${folder}/suite.json`);
  if (own.kind === 'text' || own.reason !== 'missing') return undefined;
  const { uris } = await fileSystem.list(folder, '**/suite.json', { files: maxFiles, root: folder });
  if (uris.length === 0) {
    throw new UserError(
      `${given} has no suite.json, nor has a folder below it. Give the folder of a suite, as generate writes it, or the folder with the suites of a data set.`,
    );
  }
  const names = new Set<string>();
  const suites: (GraphSuite & { readonly isReadable: boolean })[] = [];
  for (const uri of uris) {
    const file = await fileSystem.read(uri);
    const description = file.kind === 'text' ? readDescription(file.text) : undefined;
    if (description) names.add(description.name);
    const suiteFolder = uri.slice(0, -'/suite.json'.length);
    suites.push({ folder: suiteFolder, graph: description?.graph, isReadable: description !== undefined });
  }
  if (names.size > 1) {
    throw new UserError(
      `${given} has suites of ${names.size} data sets: ${[...names].join(', ')}. Give the folder of one of them.`,
    );
  }
  requireGraphs(
    suites.filter(({ isReadable }) => isReadable),
    cwd,
  );
  return suites;
}

/** @throws UserError where suites are not of different graphs. */
function requireGraphs(suites: readonly GraphSuite[], cwd: string): void {
  const paths = new Map<string, string>();
  for (const { folder, graph } of suites) {
    const path = displayPath(cwd, folder);
    const name = requiredName(graph, path);
    // On some systems, two folders whose names differ only in case are one.
    const other = paths.get(name.toLowerCase());
    if (other !== undefined) {
      throw new UserError(`${other} and ${path} are both of the graph '${name}': remove one of them.`);
    }
    paths.set(name.toLowerCase(), path);
  }
}

/** @throws UserError where a suite has no graph whose name can be that of a folder. */
function requiredName(graph: string | undefined, path: string): string {
  if (graph === undefined) {
    throw new UserError(
      `${path} is the only graph of its data set: give its own folder. Graphs of one data set have the same --name and each a --graph (generate).`,
    );
  }
  if (!/^(?!\.+$)[\p{L}\p{N}_. -]{1,100}$/u.test(graph)) {
    throw new UserError(
      `the graph of ${path} has a name that can't be the name of a folder: '${graph}'. Evaluate its suite alone.`,
    );
  }
  return graph;
}

/** The folder of a suite, or of several, as users name it: by its path or that of its suite.json. */
export function suiteUri(given: string, cwd: string): string {
  return uriOf(cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
}

/** An estimate, of one suite or over all graphs of a data set. */
export interface ShownEstimate extends EstimateJson {
  /** The graphs that the cell is not run on, though it is on others; their cost is not counted. */
  readonly notRunOn?: readonly string[];
}

/** Prints the estimated cost of asking. */
export async function printEstimates(
  estimates: readonly ShownEstimate[],
  { format }: Pick<EvaluateRequest, 'format'>,
  io: CommandIo,
): Promise<void> {
  if (format === 'json') await printJson(io, estimates);
  else io.stdout.write(estimateText(estimates));
}

function estimateText(estimates: readonly ShownEstimate[]): string {
  if (estimates.length === 0) return 'No model is asked.\n';
  const rows = estimates.map((each) => [
    each.cell,
    each.requests.toLocaleString('en'),
    each.meanInputTokens.toLocaleString('en'),
    each.inputTokens.toLocaleString('en'),
    costText(each.inputCost),
    costText(each.maxCost),
    isRun(each),
  ]);
  const header = ['cell', 'requests', 'tokens each', 'input tokens', 'input USD', 'at most USD', 'run'];
  const lines = paddedCells([header, ...rows], 'lrrrrrr').map((cells) => cells.join('  '));
  return `${lines.join('\n')}\nEstimates; nothing was sent.\n`;
}

function isRun({ notRun, notRunOn = [] }: ShownEstimate): string {
  if (notRun) return 'no: too much input';
  return notRunOn.length === 0 ? 'yes' : `too much input for ${notRunOn.join(', ')}`;
}

function costText(cost: number | null): string {
  return cost === null ? 'unknown' : dollars(cost);
}
