import { yieldToEventLoop } from '../../base/abort.ts';
import { planDocumentEdits } from '../../repair/proof/verify.ts';
import { applyUpdate as changeGraph } from '../../sparql/applyUpdate.ts';
import type { Deadline } from '../../sparql/query/query.ts';
import { readUpdate } from '../../sparql/updateText.ts';
import { termPrinter } from '../ide/termPrinter.ts';
import { unionOf } from '../ide/unitGraphs.ts';
import type { Application, Input, Source, SourceChange, UpdateOptions } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import { elsewhere, type OtherThread } from './otherThread.ts';
import { mayBlockEventLoop, type ReadSource, readData } from './readInput.ts';
import { applyRepair } from './repair.ts';
import { ChangeWriter } from './sourceChanges.ts';
import { isList, listDatasets, sourcesOf } from './sources.ts';
import { TermWriter } from './termKey.ts';
import { withTimeLimit } from './timeLimit.ts';

/** See api.ts. */
export async function applyUpdate<Data extends Input['data']>(
  data: Data,
  update: string,
  options: UpdateOptions = {},
  thread?: OtherThread,
): Promise<Application<Data>> {
  const { planned, listed } = await plan(data, update, options, thread);
  return planned.kind === 'refused' ? planned : (applyRepair(listed, planned) as Application<Data>);
}

/** The data with lists of quads as datasets: they are only listed once. */
async function listedData(data: Input['data'], signal: AbortSignal): Promise<Input['data']> {
  const lists = await listDatasets(sourcesOf(data, 'data'), signal);
  const listed = (source: Source) => lists.get(source) ?? source;
  return isList(data) ? data.map(listed) : listed(data);
}

/** What an update changes. */
export async function planUpdate(
  data: Input['data'],
  update: string,
  options: UpdateOptions,
): Promise<PlannedUpdate> {
  return (await plan(data, update, options)).planned;
}

async function plan(
  data: Input['data'],
  update: string,
  { prefixes, factory = dataFactory, ...time }: UpdateOptions,
  thread?: OtherThread,
): Promise<{ readonly planned: PlannedUpdate; readonly listed: Input['data'] }> {
  const { timeout = defaultTimeout } = time;
  let listed = data;
  let sources: readonly ReadSource[];
  const here = async (signal: AbortSignal, deadline: Deadline, leave: () => void): Promise<PlannedUpdate> => {
    listed = await listedData(data, signal);
    sources = readData(listed, prefixes);
    if (mayBlockEventLoop({ data: sources, shapes: [], context: [] })) leave();
    await yieldToEventLoop(signal);
    const documents = sources.map(({ document }) => document);
    const inScope = new Map([...(documents[0]?.prefixes ?? []), ...Object.entries(prefixes ?? {})]);
    const read = await readUpdate(update, { prefixes: inScope });
    if (read.kind === 'refused') return read;
    const limits = { maxTriples: Number.POSITIVE_INFINITY, milliseconds: timeout, deadline };
    const graph = unionOf(documents.map((document) => document.graph));
    const applied = await changeGraph(graph, read.update, signal, limits);
    if (applied.kind === 'refused') return applied;
    const term = termPrinter(
      documents.map((document) => document.prefixes),
      documents[0]?.uri ?? '',
    );
    const unit = { documents, context: [], term };
    const plan = await planDocumentEdits(unit, applied.delta);
    if (plan.kind === 'notExpressible') return { kind: 'refused', reason: plan.reason };
    const givenTerms = new Map(sources.flatMap(({ dataset }) => [...(dataset?.givenTerms ?? [])]));
    const writer = new ChangeWriter(sources, new TermWriter(factory, givenTerms));
    const changes = writer.changesOf(applied.delta, plan.edits, unit).map(({ change }) => change);
    return { kind: 'planned', changes };
  };
  const there = (signal: AbortSignal) => {
    const work = { kind: 'planUpdate', update, options: { ...(prefixes && { prefixes }), timeout } } as const;
    return elsewhere<PlannedUpdate>(
      thread!,
      work,
      { data: sources, shapes: [], context: [] },
      factory,
      signal,
    );
  };
  const planned = await withTimeLimit(time, here, thread && there);
  return { planned, listed };
}

export type PlannedUpdate =
  | { readonly kind: 'planned'; readonly changes: readonly SourceChange[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** For the WHERE clauses of an update, in ms: as for the queries of shapes. */
const defaultTimeout = 5000;
