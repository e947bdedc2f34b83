import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { StoreDataUnit } from '../../service/ide/storeUnit.ts';
import { union } from '../../service/ide/unitGraphs.ts';
import { inferenceFor, isRuleRegime } from '../../shacl/shapesGraph/regimes.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { ScratchGraph } from '../../workspace/store/scratchGraph.ts';
import { fireInStore, planStoreRules } from '../../workspace/store/scratchRules.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { printable } from '../output/style.ts';
import type { ScratchRequest } from './endpointRequest.ts';

/** A store with a scratch graph for what the rules of the shapes infer from its data. */
export interface ScratchRun {
  /** The data with what was inferred. */
  readonly store: Store;
  /** Its unit, for which nothing is left to infer. */
  readonly unit: StoreDataUnit;
  /** Why the graph may have changed since the run left it, as a sentence. */
  whyOther(): Promise<string | undefined>;
  /** Clears the graph, once. @returns why the verdict is open, as sentences. */
  end(): Promise<readonly string[]>;
}

/**
 * Has a store apply the rules of the shapes, if the user consents.
 *
 * @returns undefined, after telling the user why, where a store can't apply the rules.
 * @throws UserError when the IRI is that of data, the user does not consent, or the store refuses updates.
 */
export async function openScratch(
  request: ScratchRequest,
  subject: { readonly address: StoreAddress; readonly linked: LinkedUnit; readonly settings: Settings },
  io: CommandIo,
): Promise<ScratchRun | undefined> {
  const { address, linked, settings } = subject;
  const storeOf = (graphs: readonly string[]) => io.openStore({ url: address.url, graphs });
  const shapes = union(linked.unit.shapes.flatMap((uri) => linked.documents.get(uri) ?? []));
  const regime = inferenceFor(settings.inference, shapes);
  if (!isRuleRegime(regime))
    throw new UserError(
      '--scratch-graph is for what rules infer, and none are asked for: give --inference rules, or leave it out.',
    );
  const unit = new StoreDataUnit(linked, { ...settings, statesInferences: true });
  const { inputWith, looksUpClasses } = unit;
  const updates = io.openUpdates(request.updates);
  const run = globalThis.crypto.randomUUID();
  const graph = new ScratchGraph({ iri: request.graph, data: address.graphs, storeOf, updates, run });
  io.probe?.step(`asking ${storeOf(address.graphs).url}`);
  const planned = await told(() =>
    planStoreRules(
      storeOf(address.graphs),
      { inputWith, looksUpClasses, regime, data: address.graphs },
      unaborted,
    ),
  );
  if (!('rules' in planned)) {
    io.stderr.write(`<${printable(request.graph)}> is not used. ${planned.map(printable).join(' ')}\n`);
    return undefined;
  }
  await requireConsent(request, updates.url, io);
  const ifInterrupted = () =>
    io.sendIfInterrupted?.({
      address: request.updates,
      text: graph.clearText,
      meaning: `Clearing <${graph.iri}> …`,
      remedy: `The next run with --scratch-graph ${request.graph} says what is left there.`,
    });
  const say = (sentence: string) => io.stderr.write(`${printable(sentence)}\n`);
  let ended: Promise<readonly string[]> | undefined;
  const clear = async () => {
    const problem = await graph.clear(unaborted);
    io.sendIfInterrupted?.(undefined);
    if (problem !== undefined) say(problem);
  };
  try {
    const left = await told(() => {
      const opened = graph.open(unaborted);
      ifInterrupted();
      return opened;
    });
    for (const each of left) say(each);
    const { triples, iterations, gaps } = await told(() => fireInStore(graph, planned, unaborted));
    say(
      `The rules inferred ${counted(triples, 'triple')} in ${counted(iterations, 'iteration')}, written to <${graph.iri}>.`,
    );
    ifInterrupted();
    const whyOther = () => graph.whyOther(unaborted);
    const end = async () => {
      const other = await whyOther();
      await clear();
      return other === undefined ? gaps : [...gaps, other];
    };
    return { store: graph.store, unit, whyOther, end: () => (ended ??= end()) };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** @throws UserError when a store does not answer: without the rules, nothing is known. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new UserError(`the rules could not be applied in the store. ${error.message}`);
  }
}

async function requireConsent(
  { graph, isConsented }: ScratchRequest,
  url: string,
  io: CommandIo,
): Promise<void> {
  if (isConsented) return;
  const where = `to a graph of this run, whose name begins with <${graph}>, in ${url}`;
  if (!io.confirm)
    throw new UserError(
      `nothing was sent. With --yes, what rules infer would be written ${where}, and deleted at the end.`,
    );
  if (!(await io.confirm(printable(`Write what rules infer ${where}, and delete it at the end? [y/N] `))))
    throw new UserError('nothing was sent.');
}
