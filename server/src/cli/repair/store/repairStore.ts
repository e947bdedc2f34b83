import { UserError } from '../../../base/userError.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import {
  type StoreRepair,
  type StoreRepairs,
  type StoreUnit,
  storeRepairs,
} from '../../../service/ide/storeRepairs/storeRepairs.ts';
import { StoreDataUnit } from '../../../service/ide/storeUnit.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { StableKeys } from '../../../service/report/resultRecord.ts';
import { hasErrors } from '../../../service/report/validationRun.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { KeyNumbers } from '../../../shacl/results/resultKeys.ts';
import { WorkIsOver } from '../../../shacl/watch.ts';
import { timeIsUp } from '../../../sparql/query/query.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { unreadableMessage } from '../../../workspace/project/linkFinding.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { StoreError } from '../../../workspace/store/store.ts';
import type { CliCommand } from '../../command.ts';
import { deadlineOf } from '../../input/timeBudget.ts';
import { unaborted, Workspace } from '../../input/workspace.ts';
import type { CommandIo, ExitCode } from '../../io.ts';
import { uriOf } from '../../output/paths.ts';
import { printerFor, printJson } from '../../output/print.ts';
import { printToFile } from '../../output/reportOutput.ts';
import { printable } from '../../output/style.ts';
import { inputText, termsText } from '../../output/textReport.ts';
import {
  type GivenRepair,
  givenIri,
  type StoreRepairRequest,
  storeRepairHelp,
  storeRepairRequest,
} from './storeRepairRequest.ts';
import {
  isOffered,
  type KeyedStoreResult,
  repairKey,
  storeRepairJson,
  storeRepairText,
  updatesText,
} from './storeRepairText.ts';

/**
 * `shacl-repair repair --endpoint`: 0 when there is nothing to repair, 1 when there is, 2 when it could not run, 3 when it
 * is undecided.
 */
export const repairStore: CliCommand = async (args, io) => {
  const request = storeRepairRequest(args);
  if (request === 'help') {
    io.stdout.write(storeRepairHelp);
    return 0;
  }
  const store = io.openStore(request.endpoint);
  const nodes = await focusNodesOf(request, io);
  const workspace = await Workspace.open(io);
  const run = await workspace.check(
    { data: [], shapes: request.shapes, context: request.context },
    'builtin',
  );
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  if (hasErrors(run)) return 2;
  const { linked } = run.analyses[0]!.graphs;
  const max = request.max ?? workspace.settings.maxSuggestions;
  io.probe?.step(`asking ${store.url}`);
  const unit = storeUnit(request.endpoint.graphs[0], linked, workspace.settingsFor(linked));
  const found = await foundInTime(deadlineOf(request.timeBudget, io, false), run.analyses[0]!, (signal) =>
    storeRepairs(store, nodes, unit, max, signal),
  );
  const results = keyed(found);
  // With gaps, it is unknown whether there is such a result.
  const isKnown = found.gaps.length > 0 || results.some(({ key }) => key === request.only);
  if (request.only !== undefined && !isKnown)
    throw new UserError(`no result has the key '${request.only}'. ${keysText(results)}`);
  const asked = results.filter(({ key }) => request.only === undefined || key === request.only);
  const printed = { url: store.url, found, results: asked };
  if (request.format === 'json') await printJson(io, storeRepairJson(printed));
  else io.stdout.write(storeRepairText(printed, printerFor(io.stdout, io)));
  if (request.output !== undefined)
    await printToFile(request.output, io, async ({ stdout }) => stdout.write(updatesText(printed)));
  if (request.run === undefined || found.gaps.length > 0 || asked.length === 0) return exitCode(found);
  const look = async () => {
    const after = await storeRepairs(store, nodes, unit, 0, unaborted);
    return { ...after, keyed: keyed(after) };
  };
  return runUpdate({ results, asked, print: found.print, look }, request.run, io);
};

/** What a search finds until the time is up; if it finds nothing by then, only that the time was up. */
async function foundInTime(
  deadline: number | undefined,
  { graphs, print }: UnitAnalysis,
  search: (signal: AbortSignal) => Promise<StoreRepairs>,
): Promise<StoreRepairs> {
  if (deadline === undefined) return search(unaborted);
  const ended = new AbortController();
  const over = new WorkIsOver(timeIsUp);
  const timer = setTimeout(() => ended.abort(over), Math.max(0, deadline - performance.now()));
  try {
    return await search(ended.signal);
  } catch (error) {
    if (error !== over) throw error;
    return { results: [], gaps: [over.message], notChecked: [], idle: [], input: graphs.input, print };
  } finally {
    clearTimeout(timer);
  }
}

function exitCode({ gaps, notChecked, results }: StoreRepairs): ExitCode {
  if (gaps.length > 0) return 3;
  if (results.length > 0) return 1;
  return notChecked.length > 0 ? 3 : 0;
}

/** What is known about a store is the data. */
function storeUnit(graph: string | undefined, linked: LinkedUnit, settings: Settings): StoreUnit {
  const unit = new StoreDataUnit(linked, settings);
  return {
    graph,
    looksUpClasses: unit.looksUpClasses,
    async unitWith(known: TurtleDocument) {
      const graphs = await unit.graphsWith(known);
      return {
        input: graphs.input,
        context: graphs.context.map(({ uri, graph }) => ({ uri, graph })),
        print: termPrinter([...graphs.shapes, ...graphs.context].map(({ prefixes }) => prefixes)),
      };
    },
  };
}

async function focusNodesOf(
  { focusNodes, focusNodesFile }: StoreRepairRequest,
  io: CommandIo,
): Promise<readonly TermId[]> {
  const given = [...focusNodes];
  if (focusNodesFile !== undefined) {
    const uri = uriOf(io.cwd, focusNodesFile);
    const file = await io.fileSystem.read(uri);
    if (file.kind === 'unreadable') throw new UserError(unreadableMessage('data', uri, file));
    const lines = file.text.split(/\r\n|\r|\n/).map((line) => line.trim());
    given.push(...lines.filter((line) => line !== '').map(givenIri));
  }
  if (given.length === 0) throw new UserError(`there is no IRI in '${focusNodesFile}'.`);
  return [...new Set(given.map((iri) => terms.iri(iri)))];
}

/** Results with keys that hold across runs. */
function keyed({ results, input }: StoreRepairs): readonly KeyedStoreResult[] {
  const keys = new StableKeys(input);
  const numbers = new KeyNumbers();
  return results.map((result) => ({ ...result, key: numbers.numbered(keys.key(result.violation)) }));
}

function keysText(results: readonly KeyedStoreResult[]): string {
  return results.length === 0
    ? 'There are no results.'
    : `There are ${results.map(({ key }) => key).join(', ')}.`;
}

/** What was found in a store, and how to check again. */
export interface UpdateSubject {
  /** All results at the nodes. */
  readonly results: readonly KeyedStoreResult[];
  /** The results, one of which is to be repaired. */
  readonly asked: readonly KeyedStoreResult[];
  readonly print: TermPrinter;
  readonly look: () => Promise<StoreRepairs & { readonly keyed: readonly KeyedStoreResult[] }>;
}

/**
 * Sends the update of one result, if the user consents, and reports the outcome: 0 when no result is left, 1 when one is,
 * 3 when that is not known.
 */
export async function runUpdate(
  { results, asked, print, look }: UpdateSubject,
  { address, repair, isConsented }: NonNullable<StoreRepairRequest['run']>,
  io: CommandIo,
): Promise<ExitCode> {
  const [result, ...others] = asked;
  if (others.length > 0)
    throw new UserError(
      `--run repairs one result: give --only KEY. There are ${asked.map(({ key }) => key).join(', ')}.`,
    );
  const chosen = chosenRepair(result!, repair, isConsented);
  const updates = io.openUpdates(address);
  const { style } = printerFor(io.stdout, io);
  if (!isConsented) {
    const title = printable(chosen.repair.title);
    if (!io.confirm) {
      io.stdout.write(`Nothing was sent. With --yes, this would be sent to ${updates.url}: ${title}\n`);
      return 1;
    }
    io.stdout.write(`${title}\n`);
    if (!(await io.confirm(`Send this update to ${printable(updates.url)}? [y/N] `))) {
      io.stdout.write('Nothing was sent.\n');
      return 1;
    }
  }
  io.probe?.step(`updating ${updates.url}`);
  try {
    await updates.update(chosen.update, unaborted);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    io.stderr.write(`${updates.url}: ${printable(error.message)}\n`);
  }
  const after = await look();
  const before = new Set(results.map(({ key }) => key));
  if (after.gaps.length > 0) {
    io.stdout.write(`${style.yellow(`Its outcome is unknown. ${printable(after.gaps.join(' '))}`)}\n`);
    return 3;
  }
  const introduced = after.keyed.filter(({ key }) => !before.has(key));
  const lines = [
    after.keyed.some(({ key }) => key === result!.key)
      ? style.yellow('The result is still there: the store has changed since it was read, or did not do it.')
      : style.green(`Repaired: ${printable(chosen.repair.title)}`),
    ...introduced.map(
      ({ violation, key }) =>
        `${style.red('new since then')}: ${printable(termsText(violation, print))} ${style.dim(`[${key}]`)}`,
    ),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return after.results.length > 0 ? 1 : 0;
}

/**
 * @param isConsented whether it is sent without asking: then a number is not enough, because the list in which somebody saw it may
 *   have been another one.
 * @throws UserError when there is no such repair that can be sent.
 */
function chosenRepair(
  { repairs, key }: KeyedStoreResult,
  given: GivenRepair | undefined,
  isConsented: boolean,
): StoreRepair & { readonly update: string } {
  const chosen =
    given === undefined
      ? repairs.find(isOffered)
      : given.kind === 'key'
        ? repairs.find((each) => keyOf(each) === given.key)
        : repairs[given.number - 1];
  if (chosen === undefined) throw new UserError(whyNone(key, repairs.length, given));
  if (given === undefined && chosen.certainty !== 'certain')
    throw new UserError(`no repair of ${key} is certain: give --repair KEY for one from the list.`);
  if (chosen.guarded.kind === 'refused')
    throw new UserError(`there is no update for this repair. ${chosen.guarded.reason}`);
  if (given?.kind === 'number' && isConsented)
    throw new UserError(
      `--repair ${given.number} can't be used with --yes: the store may have changed since you saw that number. For ${chosen.repair.title}, give --repair ${keyOf(chosen)}.`,
    );
  return { ...chosen, update: chosen.guarded.text };
}

function keyOf({ guarded }: StoreRepair): string | undefined {
  return guarded.kind === 'update' ? repairKey(guarded.text) : undefined;
}

function whyNone(key: string, count: number, given: GivenRepair | undefined): string {
  if (given === undefined) return `there is no update for ${key}.`;
  return given.kind === 'number'
    ? `there is no repair ${given.number} of ${key}: it has ${count}.`
    : `no repair of ${key} has the key '${given.key}': the store or the shapes have changed since you saw it. The list has the repairs of now.`;
}
