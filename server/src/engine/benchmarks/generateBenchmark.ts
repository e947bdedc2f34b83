import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import type { AnalysisHost } from '../../ide/analysisHost.ts';
import { uncoveredHints } from '../../ide/benchmark/uncoveredHints.ts';
import { inputProblems } from '../../ide/diagnostics/inputProblems.ts';
import type { MakeValidResult } from '../../ide/repairs/makeValid.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { suiteInputs, suitePrefixes, vioProblem } from '../../ide/vioProblem.ts';
import { nodeStaging } from '../../jobs/files/staging.ts';
import type { Staging } from '../../jobs/ports.ts';
import { newSha256, sha256 } from '../../jobs/sha256.ts';
import { requireInside } from '../../platform/files/named.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { listFolder } from '../../platform/reading/listFolder.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import type { BenchmarkOptions, Failure, GeneratedBenchmark } from '../../protocol/editor/protocol.ts';
import type { RequestParams } from '../../protocol/engine/requests.ts';
import * as toProto from '../../protocol/toProto.ts';
import { referenceCrossCheck } from '../../vio/cases/crossCheck.ts';
import {
  defaultGenerateOptions,
  type GenerateMode,
  type GenerateOptions,
  type GenerateProgress,
  type VioSuite,
} from '../../vio/cases/vioCase.ts';
import { generateVios } from '../../vio/generate.ts';
import type { VioProblem } from '../../vio/problem.ts';
import { suiteObstacle } from '../../vio/suite/suiteObstacle.ts';
import type { SuiteOrigin, SuiteSource } from '../../vio/suite/suiteSource.ts';
import { suitePieces } from '../../vio/suite/writeSuite.ts';
import type { RequestContext } from '../requestContext.ts';

interface GenerateContext extends Pick<RequestContext, 'host' | 'lines' | 'folders'> {
  /** @param share how much is done, from 0 to 1. */
  readonly progress: (message: string, share: number) => void;
}

/** Generates a suite from the unit of an open document and writes it to its folder: the whole of it, or nothing. */
export async function generateBenchmark(
  { uri, folder, options }: RequestParams<'generateBenchmark'>,
  { host, lines, folders, progress }: GenerateContext,
  signal: AbortSignal,
): Promise<GeneratedBenchmark> {
  // The same texts give the same bytes, whatever was typed to get there.
  const analysis = await host.analysisOfTexts(uri, signal);
  if (analysis.report.status.verdict === 'unlinked') return { kind: 'noShapes' };
  const [problem] = inputProblems(analysis.graphs.linked).filter(({ severity }) => severity === 'error');
  if (problem) return failed(`Nothing is generated while there are errors in the files: ${problem.message}`);
  const ready = await validUnit(analysis, options.ifInvalid, host, signal);
  if ('kind' in ready) return ready;
  const name = fileNameOfUri(folder);
  if (!folder.startsWith('file:')) return failed(`${name} can only be put on a disk. Choose a folder there.`);
  try {
    const allowed = folders.map((each) => URI.parse(each).fsPath);
    requireInside(URI.parse(folder).fsPath, allowed, 'written');
    const obstacle = await suiteObstacle(folder, { fileSystem: nodeFileSystem, listFolder });
    if (obstacle !== undefined) return failed(`${name} ${obstacle}`);
    const staging = await nodeStaging((text) => progress(text.trim(), 1))(folder);
    try {
      const vio = await vioProblem(ready.analysis, signal);
      const generateOptions = optionsOf(options);
      const suite = await derive(vio, generateOptions, progress, signal);
      const origin = originOf(analysis, ready, { ifInvalid: options.ifInvalid, ...host.settingsFor(uri) });
      await write({ problem: vio, suite, options: generateOptions, origin }, staging, progress, signal);
      const hints = uncoveredHints(suite, analysis.graphs.shapes);
      return { kind: 'generated', hints: hints.map((hint) => toProto.uncoveredHint(hint, lines)) };
    } catch (error) {
      await staging.abandon();
      throw error;
    }
  } catch (error) {
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

type Ready = Pick<MakeValidResult, 'analysis'> & {
  readonly preparation: MakeValidResult['change'] | undefined;
};

/** The unit as it is if it is valid or need not be, else repaired; or why there is none. */
async function validUnit(
  analysis: UnitAnalysis,
  ifInvalid: BenchmarkOptions['ifInvalid'],
  host: AnalysisHost,
  signal: AbortSignal,
): Promise<Ready | GeneratedBenchmark> {
  const results = (await analysis.recording.get(signal)).result.violations.length;
  if (results === 0 || ifInvalid === 'restrict') return { analysis, preparation: undefined };
  const contextResults = analysis.contextResults.length;
  if (ifInvalid === 'refuse') return { kind: 'invalid', results: results - contextResults, contextResults };
  const made = await host.makeValid(analysis, signal);
  const [left] = made.left;
  const { violations } = made.analysis.result;
  if (violations.length === 0) return { analysis: made.analysis, preparation: made.change };
  const count = violations.length === 1 ? '1 result' : `${violations.length} results`;
  return failed(`${count} can't be repaired without you. ${left?.why ?? ''}`.trim());
}

async function derive(
  problem: VioProblem,
  options: GenerateOptions,
  progress: GenerateContext['progress'],
  signal: AbortSignal,
): Promise<VioSuite> {
  if (options.crossCheck === 'all') progress('asking rdf-validate-shacl about the graph as it is', 0);
  const reference = options.crossCheck === 'all' ? await referenceCrossCheck(problem, signal) : undefined;
  const checks = reference ? { crossCheck: reference.check } : {};
  const events = generateVios(problem, options, signal, checks);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    if (next.value.kind !== 'progress') continue;
    const { covered, constraints } = next.value.progress;
    progress(progressText(next.value.progress), covered / Math.max(1, constraints));
  }
}

async function write(
  source: SuiteSource,
  staging: Staging,
  progress: GenerateContext['progress'],
  signal: AbortSignal,
): Promise<void> {
  for await (const { path, text } of suitePieces(source, { newSha256 }, signal)) {
    progress(`writing ${path}`, 1);
    await staging.write(path, text);
  }
  signal.throwIfAborted();
  await staging.publish();
}

function originOf(
  { graphs: { linked } }: UnitAnalysis,
  { analysis, preparation }: Ready,
  { ifInvalid, subClassOfFrom }: Pick<SuiteOrigin, 'ifInvalid' | 'subClassOfFrom'>,
): SuiteOrigin {
  return {
    name: fileNameOfUri(linked.unit.data[0] ?? '').replace(/\.[^.]+$/, ''),
    version,
    inputs: suiteInputs(linked, sha256),
    ifInvalid,
    preparation,
    subClassOfFrom,
    ...suitePrefixes(analysis),
  };
}

function optionsOf({ mode, seed, crossCheck }: BenchmarkOptions): GenerateOptions {
  return { ...defaultGenerateOptions, mode: modeOf(mode), seed, crossCheck };
}

function modeOf(mode: string): GenerateMode {
  const count = /^sample:(\d+)$/.exec(mode)?.[1];
  if (count !== undefined) return { kind: 'sample', count: Number(count) };
  if (mode === 'exhaustive' || mode === 'per-focus') return { kind: mode };
  return { kind: 'cover' };
}

function progressText({ cases, covered, constraints }: GenerateProgress): string {
  return `${cases === 1 ? '1 case' : `${cases} cases`}, ${covered} of ${constraints} constraints covered`;
}

function failed(message: string): Failure {
  return { kind: 'failed', message };
}
