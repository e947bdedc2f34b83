import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import type { suiteMethods } from '../../protocol/methods/suiteMethods.ts';
import type { ClientContext, MethodHandlers } from '../methodHandler.ts';
import type { RequestContext } from '../requestContext.ts';
import { SuiteReader } from './suiteReader.ts';

/** Answers what is asked about suites on disk. */
export const suiteHandlers: MethodHandlers<keyof typeof suiteMethods, ClientContext> = {
  'shaclRepair/suite': ({ uri }, context, signal) => readerOf(context).suite(uri, context.folders, signal),
  'shaclRepair/suiteCase': ({ uri, id }, context, signal) => readerOf(context).suiteCase(uri, id, signal),
  'shaclRepair/caseTexts': ({ uri, id }, context, signal) =>
    readerOf(context).caseTexts(uri, id, context.folders, signal),
};

const readers = new WeakMap<object, SuiteReader>();

/** The reader whose suite, if it keeps one, has ids that still stand for its terms. */
function readerOf({ termIds }: RequestContext): SuiteReader {
  const reader = readers.get(termIds) ?? new SuiteReader(nodeFileSystem);
  readers.set(termIds, reader);
  return reader;
}
