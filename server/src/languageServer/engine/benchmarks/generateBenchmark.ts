import { URI } from 'vscode-uri';
import { UserError } from '../../../base/userError.ts';
import { requireInside } from '../../../platform/files/named.ts';
import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import { listFolder } from '../../../platform/reading/listFiles.ts';
import { uncoveredHints } from '../../../service/ide/benchmark/suiteInfo.ts';
import type { MakeValidResult } from '../../../service/ide/repairs/makeValid.ts';
import { validationRunOf } from '../../../service/report/validationRun.ts';
import { isBadInput } from '../../../service/report/verdict.ts';
import { defaultMistakeProfile } from '../../../vio/mistakes/mistakeProfile.ts';
import { suiteObstacle } from '../../../vio/suite/suiteObstacle.ts';
import {
  defaultGenerateOptions,
  defaultMaxCases,
  type GenerateMode,
  type GenerateOptions,
  type GenerateProgress,
} from '../../../vio/vioCase.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { nodeStaging } from '../../jobs/files/nodeStaging.ts';
import { type GenerateStep, generateSuite } from '../../jobs/generate/generateSuite.ts';
import { validUnit } from '../../jobs/generate/validUnit.ts';
import type { BenchmarkOptions, Failure, GeneratedBenchmark } from '../../protocol/editor/protocol.ts';
import { failed } from '../../protocol/failures.ts';
import type { MethodParams } from '../../protocol/methods/methods.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { RequestContext } from '../requestContext.ts';

interface GenerateContext extends Pick<RequestContext, 'host' | 'lines' | 'folders'> {
  /** @param share how much is done, from 0 to 1. */
  readonly progress: (message: string, share: number) => void;
}

/** Generates a suite from the unit of an open document and writes it to its folder: completely or not at all. */
export async function generateBenchmark(
  { uri, folder, options }: MethodParams<'shaclRepair/generateBenchmark'>,
  { host, lines, folders, progress }: GenerateContext,
  signal: AbortSignal,
): Promise<GeneratedBenchmark> {
  // The analysis of the texts alone, so that the same texts give the same bytes whatever was typed before.
  const analysis = await host.analysisOfTexts(uri, signal);
  if (analysis.report.status.verdict === 'unlinked') return { kind: 'noShapes' };
  const run = await validationRunOf([analysis]);
  const bad = run.problems.find((problem) => isBadInput(problem, run.named));
  if (bad) return failed(`Nothing is generated while there are errors in the file: ${bad.message}`);
  const { ifInvalid } = options;
  const valid = await validUnit(analysis, ifInvalid, () => host.makeValid(analysis, signal), signal);
  if (valid.kind === 'invalid') return valid;
  if (valid.kind === 'notRepaired') return notRepaired(valid.made);
  const name = fileNameOfUri(folder);
  if (!folder.startsWith('file:')) return failed(`${name} can only be put on a disk. Choose a folder there.`);
  try {
    const allowed = folders.map((each) => URI.parse(each).fsPath);
    requireInside(URI.parse(folder).fsPath, allowed, 'written');
    const obstacle = await suiteObstacle(folder, { fileSystem: nodeFileSystem, listFolder });
    if (obstacle !== undefined) return failed(`${name} ${obstacle}`);
    const suite = await generateSuite(
      {
        analysis,
        valid,
        name: fileNameOfUri(analysis.graphs.linked.unit.data[0] ?? '').replace(/\.[^.]+$/, ''),
        ifInvalid,
        subClassOfFrom: host.settingsFor(uri).subClassOfFrom,
        options: optionsOf(options),
        folder,
      },
      {
        openStaging: nodeStaging((text) => progress(text.trim(), 1)),
        observe: (step) => tell(step, progress),
      },
      signal,
    );
    // Mistakes are not meant to violate every constraint.
    const hints = suite.mistakes ? [] : uncoveredHints(suite, analysis.graphs.shapes);
    return { kind: 'generated', hints: hints.map((hint) => toProto.uncoveredHint(hint, lines)) };
  } catch (error) {
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

function notRepaired({ analysis, left }: MakeValidResult): Failure {
  const { violations } = analysis.result;
  const count = violations.length === 1 ? '1 result' : `${violations.length} results`;
  return failed(`${count} can't be repaired without you. ${left[0]?.why ?? ''}`.trim());
}

function tell(step: GenerateStep, progress: GenerateContext['progress']): void {
  switch (step.kind) {
    case 'askingReference':
      progress('asking rdf-validate-shacl about the graph as it is', 0);
      break;
    case 'derived': {
      const { covered, constraints } = step.progress;
      progress(progressText(step.progress), covered / Math.max(1, constraints));
      break;
    }
    case 'writing':
      progress(`writing ${step.path}`, 1);
      break;
    case 'enginesDiffer':
    case 'resumed':
      // The view of the suite shows the cases that the engines judge differently. Runs from an editor are not resumed.
      break;
  }
}

function optionsOf({
  mode: name,
  mix,
  unlikely = false,
  seed,
  crossCheck,
}: BenchmarkOptions): GenerateOptions {
  const mode = modeOf(name);
  const mixed = mix === 'any' ? { mix: undefined } : {};
  return {
    ...defaultGenerateOptions,
    ...mixed,
    mode,
    unlikely,
    seed,
    crossCheck,
    maxCases: defaultMaxCases(mode),
  };
}

function modeOf(mode: string): GenerateMode {
  const count = /^sample:(\d+)$/.exec(mode)?.[1];
  if (count !== undefined) return { kind: 'sample', count: Number(count) };
  if (mode === 'mistakes') return { kind: mode, frequencies: defaultMistakeProfile.frequencies };
  if (mode === 'exhaustive' || mode === 'per-focus') return { kind: mode };
  return { kind: 'cover' };
}

function progressText({ cases, covered, constraints }: GenerateProgress): string {
  return `${cases === 1 ? '1 case' : `${cases} cases`}, ${covered} of ${constraints} constraints covered`;
}
