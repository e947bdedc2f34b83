import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { union } from '../../../service/ide/unitGraphs.ts';
import type { RecordingOptions } from '../../../shacl/incremental/recordedValidation.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { hasQueries, loadQueryEngine } from '../../../shacl/sparql/queryEngine.ts';
import { differenceTexts, ShapesComparison } from '../../../vio/suite/compareShapes.ts';
import { type LoadedCase, type LoadedSuite, readSuite } from '../../../vio/suite/readSuite.ts';
import { SuiteVerifier } from '../../../vio/suite/verifySuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { folderOf, normalizeUri } from '../../../workspace/project/uris.ts';
import type { Failure, VerifiedCases, VerifySuiteAnswer } from '../../protocol/editor/protocol.ts';
import { failed } from '../../protocol/failures.ts';
import type { MethodParams } from '../../protocol/methods/methods.ts';
import type { suiteMethods } from '../../protocol/methods/suiteMethods.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { SuiteReader, suiteDamage } from './suiteReader.ts';

/** The time between two messages about findings, in ms. */
const verdictInterval = 100;

/**
 * Checks cases of a suite again.
 *
 * @param tell receives verdicts, some at a time, all of them before the answer.
 */
export async function verifySuite(
  { uri, cases, shapes }: MethodParams<'shaclRepair/verifySuite'>,
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
  const judge = await (shapes
    ? testOf(shapes, suite, validation, signal)
    : checkOf(suite, validation, signal));
  if (judge.kind === 'failed') return judge;
  const wanted = cases && new Set(cases);
  let verdicts: VerifiedCases['verdicts'][number][] = [];
  let told = performance.now();
  for (const each of suite.cases) {
    const { id } = each.json;
    if (wanted?.has(id) === false) continue;
    verdicts.push({ id, differences: await judge.differences(each, signal) });
    if (performance.now() - told < verdictInterval) continue;
    tell({ verdicts });
    verdicts = [];
    told = performance.now();
  }
  tell({ verdicts });
  return { kind: 'verified', problems: judge.problems };
}

interface CaseJudge {
  readonly kind: 'judge';
  /** What is wrong apart from cases. */
  readonly problems: string | undefined;
  differences(each: LoadedCase, signal: AbortSignal): Promise<readonly string[]>;
}

/** Whether cases are still as recorded. */
async function checkOf(
  suite: LoadedSuite,
  validation: RecordingOptions,
  signal: AbortSignal,
): Promise<CaseJudge> {
  const verifier = await SuiteVerifier.of(suite, { validation }, signal);
  const { problems } = verifier;
  return {
    kind: 'judge',
    problems: problems.length > 0 ? suiteDamage(problems) : undefined,
    async differences(each, stop) {
      const found = await verifier.caseProblems(each, stop);
      const name = `${each.json.id}: `;
      return found.map(({ message }) =>
        asSentence(message.startsWith(name) ? message.slice(name.length) : message),
      );
    },
  };
}

/** Whether other shapes give cases the same verdicts as those of the suite. */
async function testOf(
  texts: readonly string[],
  suite: LoadedSuite,
  validation: RecordingOptions,
  signal: AbortSignal,
): Promise<CaseJudge | Failure> {
  const documents = texts.map((text, i) => new TurtleDocument(`urn:shapes:${i}`, 1, text));
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) return failed(`The shapes have syntax errors: ${error.message}`);
  const shapes = union(documents);
  const read = readShapes(shapes);
  if (read.roots.length === 0)
    return failed('These shapes have no targets, so they judge no node of the suite.');
  if (hasQueries(read)) await loadQueryEngine(shapes);
  const comparison = await ShapesComparison.of(suite, shapes, validation, signal);
  const ofGraph = differenceTexts(comparison.valid);
  return {
    kind: 'judge',
    problems: ofGraph.length > 0 ? `As it is, the graph ${ofGraph.join('; ')}.` : undefined,
    async differences(each, stop) {
      const found = await comparison.difference(each, stop);
      return found ? differenceTexts(found).map((text) => asSentence(`${text}.`)) : [];
    },
  };
}

function asSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Answers requests about suites: to generate one, and about those on disk. */
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
  'shaclRepair/mutationScore': ({ uri }, context, signal) =>
    readerOf(context).mutationScore(uri, { ...context, progress: progressSteps(context) }, signal),
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

/** The reader whose suite, if it keeps one, has ids that are still valid for its terms. */
function readerOf({ termIds }: RequestContext): SuiteReader {
  const reader = readers.get(termIds) ?? new SuiteReader(nodeFileSystem);
  readers.set(termIds, reader);
  return reader;
}

/** The time between two progress messages, in ms. */
const interval = 50;

/** Reports progress, no more often than people can see. */
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
