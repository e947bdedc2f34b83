import { counted } from '../../base/counted.ts';
import { type ValidUnit, validUnit } from '../../languageServer/jobs/generate/validUnit.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { type MakeValidResult, makeValid } from '../../service/ide/repairs/makeValid.ts';
import { storeSample } from '../../service/ide/storeSample/storeSample.ts';
import { StoreDataUnit } from '../../service/ide/storeUnit.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { validationResultJson } from '../../service/report/validationJson.ts';
import {
  type AnalysedRun,
  hasErrors,
  type ValidationRunResult,
  validationRunOf,
} from '../../service/report/validationRun.ts';
import type { StoreJson } from '../../vio/suite/format.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { countTriples } from '../../workspace/store/countedSelect.ts';
import { unaborted, type Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import { commandText, type Printer, paragraphs, printerFor, printJson } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { inputText, resultText, termsText } from '../output/textReport.ts';
import type { GenerateRequest } from './generateRequest.ts';

/**
 * Makes sure that the graph is valid, as far as the request requires.
 *
 * @returns undefined when it is not; the user has been told why.
 */
export async function preparedUnit(
  run: AnalysedRun,
  request: GenerateRequest,
  workspace: Workspace,
  io: CommandIo,
): Promise<ValidUnit | undefined> {
  const analysis = run.analyses[0]!;
  const analyse = (linked: LinkedUnit, previous: UnitAnalysis) =>
    workspace.analyse(linked, 'builtin', previous);
  const repaired = () => makeValid(analysis, analyse, unaborted);
  const unit = await validUnit(analysis, request.ifInvalid, repaired, unaborted);
  switch (unit.kind) {
    case 'valid':
      return unit;
    case 'invalid': {
      const results = run.results.map((result) => ({ result, why: undefined }));
      await refuse({ results, analysis }, request, io);
      return undefined;
    }
    case 'notRepaired':
      await refuse({ results: await leftResults(run, unit.made), analysis: unit.made.analysis }, request, io);
      return undefined;
  }
}

interface Refused {
  readonly results: readonly { readonly result: ValidationRunResult; readonly why: string | undefined }[];
  readonly analysis: UnitAnalysis;
}

/** A result that could not be repaired: its place in the file, which stays unchanged. */
async function leftResults(
  run: AnalysedRun,
  { analysis, left }: MakeValidResult,
): Promise<Refused['results']> {
  return (await validationRunOf([analysis])).results.map((result) => ({
    result: run.results.find(({ key }) => key === result.key) ?? result,
    why: left.find(({ placed }) => placed.violation === result.violation)?.why,
  }));
}

async function refuse(
  { results, analysis }: Refused,
  request: GenerateRequest,
  io: CommandIo,
): Promise<void> {
  const { format, ifInvalid } = request;
  const printer = printerFor(io.stderr, io);
  const count = counted(results.length + analysis.contextResults.length, 'result');
  const isLeft = ifInvalid === 'repair';
  const reason = isLeft
    ? `The graph violates its shapes, and ${count} can't be repaired without you.`
    : `The graph violates its shapes (${count}); violations are derived from valid graphs.`;
  const remedies = [
    ...(isLeft
      ? ['Repair it by hand']
      : [
          `Repair it (${commandText(['repair', ...repairArguments(request)])})`,
          'have a copy repaired (--if-invalid repair)',
        ]),
    'use only the part that is not violated yet (--if-invalid restrict)',
  ];
  const more = results.length - shownResults;
  io.stderr.write(
    paragraphs([
      ...results
        .slice(0, shownResults)
        .map(({ result, why }) => [
          ...resultText(result, printer, false),
          ...(why === undefined ? [] : [`  ${printer.style.yellow(printable(why))}`]),
        ]),
      more > 0
        ? [`… and ${more} more; ${commandText(['validate', ...givenArguments(request)])} shows all.`]
        : [],
      contextText(analysis, printer),
      [`shacl-repair generate: ${reason} ${remedies.join(', or ')}.`],
    ]),
  );
  if (format === 'json') {
    const json = {
      generated: false,
      reason,
      results: results.map(({ result }) => validationResultJson(result)),
    };
    await printJson(io, json);
  }
}

const shownResults = 3;

/** The options of this run that determine what is judged, for another command. */
function givenArguments({ data, shapes, context, inference, store }: GenerateRequest): readonly string[] {
  return [
    ...data,
    ...(store ? ['--endpoint', store.address.url] : []),
    ...shapes.flatMap((file) => ['--shapes', file]),
    ...context.flatMap((file) => ['--context', file]),
    ...(inference.inference === undefined ? [] : ['--inference', inference.inference]),
  ];
}

function repairArguments(request: GenerateRequest): readonly string[] {
  return [...givenArguments(request), ...(request.store ? [] : ['--apply'])];
}

/** Results without a place, because they are not about a data file. */
function contextText({ contextResults, print }: UnitAnalysis, { style }: Printer): readonly string[] {
  if (contextResults.length === 0) return [];
  const shown = contextResults
    .slice(0, shownResults)
    .map((violation) => `  ${style.red(printable(termsText(violation, print)))}`);
  const more = contextResults.length - shown.length;
  return [
    `${counted(contextResults.length, 'result')} on nodes that only context describes:`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** A sample of a store as a unit of files; undecided when there is none, and the user has been told why. */
export type DrawnUnit =
  | { readonly kind: 'drawn'; readonly run: AnalysedRun; readonly store: StoreJson }
  | { readonly kind: 'undecided' };

/**
 * Draws focus nodes from a store. The statements about them are the data, and everything else that their verdicts rest on
 * is context.
 */
export async function drawnUnit(
  { shapes, context, options: { seed } }: GenerateRequest,
  { address, sample: count }: NonNullable<GenerateRequest['store']>,
  workspace: Workspace,
  io: CommandIo,
): Promise<DrawnUnit> {
  const store = io.openStore(address);
  const given = await workspace.check({ data: [], shapes, context }, 'builtin');
  const printer = printerFor(io.stderr, io);
  if (hasErrors(given)) {
    io.stderr.write(inputText(given, workspace.problems, printer));
    return { kind: 'undecided' };
  }
  const { linked } = given.analyses[0]!.graphs;
  const { inputWith, looksUpClasses } = new StoreDataUnit(linked, workspace.settingsFor(linked));
  io.probe?.step(`asking ${store.url}`);
  const drawn = await storeSample(store, { inputWith, looksUpClasses, count, seed }, unaborted);
  if ('gaps' in drawn || drawn.nodes.length === 0) {
    const reasons = 'gaps' in drawn ? drawn.gaps : ['No shape has a target in it.'];
    for (const reason of reasons) io.stderr.write(`${store.url}: ${printable(reason)}\n`);
    io.stderr.write('Nothing is generated from uncertain answers of a store.\n');
    return { kind: 'undecided' };
  }
  const file = (name: string, text: string) => new TurtleDocument(uriOf(io.cwd, name), 0, text);
  const unit = withFiles(linked, file('sample.ttl', drawn.data), file('neighbours.ttl', drawn.context));
  const triples = await countTriples(store, unaborted);
  return {
    kind: 'drawn',
    run: await validationRunOf([await workspace.analyse(unit, 'builtin')]),
    store: {
      address: store.url,
      triples: triples ?? null,
      focusNodes: drawn.targets,
      sample: drawn.nodes.length,
      sampleSeed: seed,
    },
  };
}

function withFiles(linked: LinkedUnit, data: TurtleDocument, context: TurtleDocument): LinkedUnit {
  const { unit, documents } = linked;
  return {
    ...linked,
    unit: { ...unit, data: [data.uri], context: [...unit.context, context.uri] },
    documents: new Map([...documents, [data.uri, data], [context.uri, context]]),
  };
}
