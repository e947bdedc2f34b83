import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import type { RecordingOptions } from '../../../shacl/incremental/recordedValidation.ts';
import { readSuite } from '../../../vio/suite/readSuite.ts';
import { SuiteVerifier } from '../../../vio/suite/verifySuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { folderOf, normalizeUri } from '../../../workspace/project/uris.ts';
import type { VerifiedCases, VerifySuiteAnswer } from '../../protocol/editor/protocol.ts';
import type { MethodParams } from '../../protocol/methods/methods.ts';
import type { suiteMethods } from '../../protocol/methods/suiteMethods.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { SuiteReader, suiteDamage } from './suiteReader.ts';

/** Between two messages about what was found, in ms. */
const verdictInterval = 100;

/**
 * Checks cases of a suite again.
 *
 * @param tell is given verdicts, some at a time, all of them before the answer.
 */
export async function verifySuite(
  { uri, cases }: MethodParams<'shaclRepair/verifySuite'>,
  {
    fileSystem,
    validation,
    tell,
  }: {
    readonly fileSystem: FileSystem;
    readonly validation: RecordingOptions;
    readonly tell: (verified: VerifiedCases) => void;
  },
  signal: AbortSignal,
): Promise<VerifySuiteAnswer> {
  const reading = await readSuite(folderOf(uri), fileSystem, signal);
  if (reading.kind === 'unreadable') return { kind: 'failed', message: suiteDamage(reading.problems) };
  const { suite } = reading;
  const verifier = await SuiteVerifier.of(suite, { validation }, signal);
  const wanted = cases && new Set(cases);
  let verdicts: VerifiedCases['verdicts'][number][] = [];
  let told = performance.now();
  for (const each of suite.cases) {
    const { id } = each.json;
    if (wanted?.has(id) === false) continue;
    const problems = await verifier.caseProblems(each, signal);
    verdicts.push({ id, differences: problems.map(({ message }) => withoutName(message, id)) });
    if (performance.now() - told < verdictInterval) continue;
    tell({ verdicts });
    verdicts = [];
    told = performance.now();
  }
  tell({ verdicts });
  return {
    kind: 'verified',
    problems: verifier.problems.length > 0 ? suiteDamage(verifier.problems) : undefined,
  };
}

function withoutName(message: string, id: string): string {
  const text = message.startsWith(`${id}: `) ? message.slice(id.length + 2) : message;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Answers what is asked about suites: generating one, and those on disk. */
export const suiteHandlers: MethodHandlers<keyof typeof suiteMethods, RequestContext> = {
  'shaclRepair/generateBenchmark': ({ uri, folder, options }, context, signal) =>
    generateBenchmark(
      { uri, folder: normalizeUri(folder), options },
      { ...context, progress: progressSteps(context) },
      signal,
    ),
  'shaclRepair/suite': ({ uri }, context, signal) => readerOf(context).suite(uri, context.folders, signal),
  'shaclRepair/suiteCase': ({ uri, id }, context, signal) => readerOf(context).suiteCase(uri, id, signal),
  'shaclRepair/caseTexts': ({ uri, id }, context, signal) =>
    readerOf(context).caseTexts(uri, id, context.folders, signal),
  'shaclRepair/verifySuite': (params, { validation, progress }, signal) =>
    verifySuite(
      params,
      {
        fileSystem: nodeFileSystem,
        validation,
        tell: (verified) => progress('', { kind: 'verified', ...verified }),
      },
      signal,
    ),
};

const readers = new WeakMap<object, SuiteReader>();

/** The reader whose suite, if it keeps one, has ids that still stand for its terms. */
function readerOf({ termIds }: RequestContext): SuiteReader {
  const reader = readers.get(termIds) ?? new SuiteReader(nodeFileSystem);
  readers.set(termIds, reader);
  return reader;
}

/** Between two messages about how far something is, in ms. */
const interval = 50;

/** Says how far something is, not more often than people can see. */
function progressSteps({ progress }: RequestContext): (message: string, share: number) => void {
  let [lastTime, lastShare] = [0, 0];
  return (message, share) => {
    const now = performance.now();
    if (now - lastTime < interval) return;
    const increment = Math.max(0, 100 * (share - lastShare));
    lastTime = now;
    lastShare = Math.max(share, lastShare);
    progress(message, { kind: 'generated', message, increment });
  };
}
