import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import { normalizeUri } from '../../../workspace/project/uris.ts';
import type { suiteMethods } from '../../protocol/methods/suiteMethods.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { SuiteReader } from './suiteReader.ts';
import { verifySuite } from './verifySuite.ts';

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
