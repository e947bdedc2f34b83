import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { storeSample } from '../../service/ide/storeSample/storeSample.ts';
import { StoreDataUnit } from '../../service/ide/storeUnit.ts';
import { type AnalysedRun, hasErrors, validationRunOf } from '../../service/report/validationRun.ts';
import type { StoreJson } from '../../vio/suite/format.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { countTriples } from '../../workspace/store/countedSelect.ts';
import { unaborted, type Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import { printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { inputText } from '../output/textReport.ts';
import type { GenerateRequest } from './generateRequest.ts';

/** A sample of a store as a unit of files, or that there is none; the user has been told why. */
export type DrawnUnit =
  | { readonly kind: 'drawn'; readonly run: AnalysedRun; readonly store: StoreJson }
  | { readonly kind: 'undecided' };

/** Draws focus nodes from a store. What is said about them is the data, and what else their verdicts rest on is context. */
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
    io.stderr.write('Nothing is generated from what a store does not tell for certain.\n');
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
