import { counted } from '../../base/counted.ts';
import { sha256 } from '../../base/sha256.ts';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { StoreDataUnit } from '../../service/ide/storeUnit.ts';
import { detailJson, termJson } from '../../service/report/resultJson.ts';
import { StableKeys } from '../../service/report/resultRecord.ts';
import { createEvaluator } from '../../shacl/evaluator.ts';
import { sampleText } from '../../shacl/firstLook.ts';
import { endedAtFirstResult } from '../../shacl/incremental/collectResults.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { UncheckedPart, Violation } from '../../shacl/model/violation.ts';
import { KeyNumbers } from '../../shacl/results/resultKeys.ts';
import { reaches, resultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import {
  type AskedAgain,
  askedAgain,
  commonParts,
  type Fingerprint,
  fingerprintOf,
  withRoots,
} from '../../workspace/store/changedRoots.ts';
import type { JudgedBatch } from '../../workspace/store/judgedPages.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';
import { judgeStore, type WholeStoreOptions } from '../../workspace/store/wholeStore.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode, Output } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { ProgressLine, restText } from '../output/progressLine.ts';
import { printToFile } from '../output/reportOutput.ts';
import { printable } from '../output/style.ts';
import {
  type BatchRecord,
  EndpointRecords,
  EndpointSummary,
  type EndpointSums,
  endpointReport,
  KeptCosts,
  KeptResults,
} from './endpointReport.ts';
import type { EndpointRequest } from './endpointRequest.ts';
import type { ScratchRun } from './scratchRun.ts';

/** `shacl-repair validate --endpoint`: the results of all nodes of a store. Exits as `validate` does. */
export async function validateEndpoint(request: EndpointRequest, io: CommandIo): Promise<ExitCode> {
  let code: ExitCode = 2;
  const run = async (to: CommandIo) => {
    code = await validated(request, to);
  };
  await (request.output === undefined ? run(io) : printToFile(request.output, io, run));
  return code;
}

async function validated(request: EndpointRequest, io: CommandIo): Promise<ExitCode> {
  const { address, shard, resume, since, judgesAll } = request;
  const workspace = await Workspace.open(io, { ...request.inference, ...request.judging });
  const plan = request.explainsPlan ? new PrintedPlan(io.progress) : undefined;
  const openStore = (at: typeof address) => plan?.counting(io.openStore(at)) ?? io.openStore(at);
  const stored = openStore(address);
  const { linked, settings } = await workspace.shapes(request.shapes);
  requireReadable(linked, io);
  const shapes = linked.unit.shapes.flatMap((uri) => linked.documents.get(uri) ?? []);
  const path = resume ?? since;
  const folder = path === undefined ? undefined : await io.runs.open(uriOf(io.cwd, path).replace(/\/$/, ''));
  const progress = new ProgressLine(io.progress);
  let scratch: ScratchRun | undefined;
  try {
    if (request.scratch) {
      const { openScratch } = await import('./scratchRun.ts');
      scratch = await openScratch(request.scratch, { address, linked, settings }, { ...io, openStore });
      if (scratch) plan?.print('the store applied the rules of the shapes');
    }
    const store: Store = scratch
      ? { url: stored.url, select: scratch.store.select.bind(scratch.store) }
      : stored;
    const unit = scratch?.unit ?? new StoreDataUnit(linked, settings);
    const described = {
      version,
      store: store.url,
      shapes: shapes.map(({ text }) => sha256(text)),
      shard,
      inference: settings.inference,
      subClassOfFrom: settings.subClassOfFrom,
      // Nodes that the store let pass were not judged here.
      ...(judgesAll && { judgesAll }),
      ...(scratch && { scratchGraph: request.scratch?.graph }),
    };
    const records =
      resume === undefined || !folder ? undefined : await EndpointRecords.open(folder, described);
    const kept = since === undefined || !folder ? undefined : await KeptResults.open(folder, described);
    const costs = folder && (await KeptCosts.open(folder, since === undefined));
    io.probe?.step(`asking ${store.url}`);
    const again = kept && (await askedSince(kept, { store, unit }, io));
    const before =
      io.stages?.before === undefined ? undefined : (JSON.parse(io.stages.before) as EndpointStage);
    const summary = new EndpointSummary(request, linked, before?.sums);
    const report = endpointReport(request, store.url, before && summary.results, io);
    let after = before?.after;
    const { look, judging } = request;
    const failOn = judging.failOn ?? 'info';
    /** @returns whether it ends the run. */
    const add = async (whole: BatchRecord): Promise<boolean> => {
      const end =
        look?.failFast && whole.gaps.length === 0
          ? whole.results.findIndex(({ level }) => reaches(level, failOn))
          : -1;
      const record = end < 0 ? whole : { ...whole, results: whole.results.slice(0, end + 1) };
      summary.add(record);
      await report.batch(record);
      after = record.to;
      io.tellIfInterrupted?.(interruptionText(summary, request));
      progress.end();
      // Results that were held back, and changes during the restart, would be lost.
      if (!kept && !request.bySeverity)
        await io.stages?.end(JSON.stringify({ after, sums: summary.sums } satisfies EndpointStage));
      return end >= 0;
    };
    let hasEnded = look?.failFast === true && summary.violates;
    for await (const record of records?.known(after) ?? []) {
      hasEnded ||= await add(record);
      if (hasEnded) break;
    }
    if (kept && again)
      for await (const results of kept.others(again.roots)) await add({ ...nothingFound, results });
    const nodesBefore = summary.focusNodes;
    const start = performance.now();
    const options = {
      inputWith: again?.inputWith ?? unit.inputWith,
      looksUpClasses: unit.looksUpClasses,
      shard,
      after,
      judgesAll,
      ...(look?.sample !== undefined && { sample: look.sample }),
      forget: unit.forget,
      costs,
      ...(plan && {
        explain(line: string) {
          progress.end();
          plan.print(line);
        },
      }),
      evaluation: {
        ...(io.probe && { probe: io.probe }),
        ...(io.quarantined && { quarantined: io.quarantined }),
      },
    };
    let left: number | undefined;
    const failed = new Set<string>();
    const hasNothing = hasEnded || again?.roots.size === 0;
    for await (const batch of hasNothing ? [] : judgeStore(store, options, unaborted)) {
      const other = await scratch?.whyOther();
      const judged = recordOf(batch, shapes, kept !== undefined);
      // A later run, or the rest of this one, must not rely on what may have been found in another graph.
      const record = other === undefined ? judged : { ...judged, gaps: [...judged.gaps, other] };
      await records?.add(record);
      await kept?.add(record);
      left = batch.left ?? left;
      if (look?.sample !== undefined)
        for (const { severity, rootFocusNode } of batch.violations)
          if (reaches(resultLevel(severity), failOn)) failed.add(termToNTriples(rootFocusNode));
      hasEnded = await add(record);
      if (hasEnded) break;
      const rate = (summary.focusNodes - nodesBefore) / (performance.now() - start);
      progress.show(`${doneText(summary)}${restText(batch.left, rate)}`);
    }
    progress.end();
    plan?.print('what it was asked about page by page was listed, fetched and judged');
    if (scratch) {
      summary.doubt(await scratch.end());
      plan?.print('the graph with the inferred triples was read and cleared');
    }
    plan?.end();
    if (kept && again && !again.isAll) {
      const others = await nodesOfOthers(kept, again, summary.focusNodes);
      const hasNodes = summary.focusNodes + others.focusNodes > 0;
      await add({ ...others, notChecked: hasNodes ? again.notChecked : [] });
    }
    const judged = summary.focusNodes;
    const leftOut = hasEnded
      ? endedAtFirstResult
      : look?.sample !== undefined && left !== undefined && left > 0
        ? sampleText({ judged, failed: failed.size, others: left })
        : undefined;
    const verdict = summary.verdict(leftOut);
    if (kept) await costs?.replace();
    // A store without a single node is being filled, or its answer is wrong: the next run must not rely on it.
    if (kept && again && summary.focusNodes > 0 && summary.isDecidedBut(again.notChecked)) {
      const now = again.roots.size === 0 ? again.now : await stillStated(again.now, store);
      await kept.replace(now, summary.focusNodes, again.roots);
    }
    await report.end(verdict);
    return verdict.exitCode;
  } finally {
    progress.end();
    await scratch?.end();
    await folder?.close();
  }
}

/** What a run with kept results asks, and what it knows beforehand. */
interface AskedSince extends AskedAgain, Pick<WholeStoreOptions, 'inputWith'> {
  /** What is not checked, whatever the store states. */
  readonly notChecked: BatchRecord['notChecked'];
}

async function askedSince(
  { before }: KeptResults,
  { store, unit }: { readonly store: Store; readonly unit: StoreDataUnit },
  io: CommandIo,
): Promise<AskedSince> {
  let again: AskedAgain;
  try {
    again = await askedAgain(store, before, unit, unaborted);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new UserError(
      `what has changed in ${store.url} is not known: ${error.message} Leave --since out to ask about everything.`,
    );
  }
  const { shapes, dataGraph, classGraph } = await unit.inputWith(new TurtleDocument(store.url, 0, ''));
  const { notChecked } = createEvaluator(shapes, dataGraph, classGraph);
  if (before)
    io.stderr.write(
      `${again.roots.size} of ${counted(shapes.roots.length, 'shape')} with targets read what has changed since the last run and are asked about again.\n`,
    );
  const restricted = withRoots(again.roots);
  return {
    ...again,
    notChecked: notCheckedOf(notChecked),
    async inputWith(known) {
      const input = await unit.inputWith(known);
      return again.isAll ? input : { ...input, shapes: restricted(input.shapes) };
    },
  };
}

/** The focus nodes that were not judged again. */
async function nodesOfOthers(kept: KeptResults, again: AskedAgain, judged: number): Promise<BatchRecord> {
  if (again.roots.size === 0) return { ...nothingFound, focusNodes: kept.focusNodes };
  try {
    return { ...nothingFound, focusNodes: Math.max(0, (await again.count()) - judged) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ...nothingFound, gaps: [`How many nodes are targets is not known. ${error.message}`] };
  }
}

/** What the store stated before, and still states after it was asked. */
async function stillStated(before: Fingerprint, store: Store): Promise<Fingerprint> {
  try {
    return commonParts(before, await fingerprintOf(store, unaborted));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return new Map([...before.keys()].map((key) => [key, null]));
  }
}

const nothingFound: BatchRecord = { to: '', focusNodes: 0, gaps: [], notChecked: [], results: [] };

function notCheckedOf(notChecked: readonly UncheckedPart[]): BatchRecord['notChecked'] {
  return notChecked
    .filter(({ concerns }) => concerns === undefined || concerns.length > 0)
    .map(({ reason, shape, component }) => ({
      reason,
      shape: termJson(shape),
      component: termJson(component),
    }));
}

/** How a store is asked, line by line, with the number of requests. */
class PrintedPlan {
  readonly #output: Output;
  #requests = 0;
  #printed = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  /** The same store, whose requests are counted. */
  counting(store: Store): Store {
    return {
      url: store.url,
      select: (query, signal) => {
        this.#requests++;
        return store.select(query, signal);
      },
    };
  }

  print(line: string): void {
    const requests = counted(this.#requests - this.#printed, 'request');
    this.#printed = this.#requests;
    this.#output.write(`plan: ${printable(line)} (${requests})\n`);
  }

  end(): void {
    this.#output.write(`plan: ${counted(this.#requests, 'request')} altogether\n`);
  }
}

/** What was found when a stage ended. */
interface EndpointStage {
  /** Where to go on. */
  readonly after: string;
  readonly sums: EndpointSums;
}

function interruptionText(summary: EndpointSummary, { resume, since, output }: EndpointRequest): string {
  const remedy =
    since !== undefined
      ? 'The same command asks again about all that has changed since the last run.'
      : resume === undefined
        ? 'With --resume FOLDER, the same command would continue from there.'
        : 'The same command continues from there.';
  const rest = output === undefined ? 'the output is incomplete' : `${output} was not written`;
  return `${doneText(summary)}; ${rest}. ${remedy}`;
}

function doneText({ focusNodes, results }: EndpointSummary): string {
  return `${counted(focusNodes, 'focus node')} checked, ${counted(results, 'result')}`;
}

/** Shapes of which a part can't be read would let a whole store pass. */
function requireReadable(linked: LinkedUnit, io: CommandIo): void {
  const [unreadable] = linked.unreadable;
  if (unreadable) throw new UserError(unreadable.message);
  for (const { uri, errors, lines } of linked.documents.values()) {
    const [error] = errors;
    if (!error) continue;
    const { line } = lines.positionAt(error.range.start);
    throw new UserError(`${displayPath(io.cwd, uri)}, line ${line + 1}: ${error.message}`);
  }
}

function recordOf(batch: JudgedBatch, shapes: readonly TurtleDocument[], keepsRoots: boolean): BatchRecord {
  const { input, violations, focusNodes, gaps, notes, notChecked, to } = batch;
  const keys = new StableKeys(input);
  let root: TermId | undefined;
  let numbers = new KeyNumbers();
  return {
    to,
    focusNodes,
    gaps,
    ...(notes && { notes }),
    notChecked: notCheckedOf(notChecked),
    results: violations.map((violation) => {
      // Totals over all nodes would depend on where an interrupted run continues.
      if (violation.rootFocusNode !== root) numbers = new KeyNumbers();
      root = violation.rootFocusNode;
      const key = numbers.numbered(keys.key(violation));
      return {
        level: resultLevel(violation.severity),
        words: wordsOf(violation, input.shapes.term),
        json: { key, ...detailJson(violation, shapes), location: null },
        ...(keepsRoots && { root: input.shapes.shapes.findIndex(({ id }) => id === violation.rootShape) }),
      };
    }),
  };
}

function wordsOf(
  { messages, constraint, focusNode, path, value }: Violation,
  print: (term: TermId) => string,
): BatchRecord['results'][number]['words'] {
  const about = [
    print(focusNode),
    ...(path === undefined ? [] : [`path ${printPath(path, print)}`]),
    ...(value === undefined ? [] : [`value ${print(value)}`]),
  ];
  return {
    message: messages.map((message) => terms.value(message)).join('\n'),
    parameter: print(constraint.parameter),
    terms: about.join(', '),
  };
}
