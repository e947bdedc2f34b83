import { UserError } from '../../../base/userError.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import {
  type StoreRepairs,
  type StoreUnit,
  storeRepairs,
} from '../../../service/ide/storeRepairs/storeRepairs.ts';
import { StoreDataUnit } from '../../../service/ide/storeUnit.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { StableKeys } from '../../../service/report/stableKey.ts';
import { hasErrors } from '../../../service/report/validationRun.ts';
import { KeyNumbers } from '../../../shacl/results/resultKeys.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { unreadableMessage } from '../../../workspace/project/unreadableMessage.ts';
import type { CliCommand } from '../../command.ts';
import { unaborted, Workspace } from '../../input/workspace.ts';
import type { CommandIo, ExitCode } from '../../io.ts';
import { uriOf } from '../../output/paths.ts';
import { printerFor, printJson } from '../../output/print.ts';
import { printToFile } from '../../output/reportOutput.ts';
import { inputText } from '../../output/textReport.ts';
import { runUpdate } from './runUpdate.ts';
import {
  givenIri,
  type StoreRepairRequest,
  storeRepairHelp,
  storeRepairRequest,
} from './storeRepairRequest.ts';
import { type KeyedStoreResult, storeRepairJson, storeRepairText, updatesText } from './storeRepairText.ts';

/** `shacl-repair repair --endpoint`: 0 when nothing is to repair, 1 when something is, 2 when not run, 3 when undecided. */
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
  const found = await storeRepairs(store, nodes, unit, max, unaborted);
  const results = keyed(found);
  // With gaps, nobody knows whether there is such a result.
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

function exitCode({ gaps, notChecked, results }: StoreRepairs): ExitCode {
  if (gaps.length > 0) return 3;
  if (results.length > 0) return 1;
  return notChecked.length > 0 ? 3 : 0;
}

/** What is known of a store is the data. */
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
