import type { RecordingOptions } from '../../../shacl/incremental/recordedValidation.ts';
import { readSuite } from '../../../vio/suite/readSuite.ts';
import { SuiteVerifier } from '../../../vio/suite/verifySuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { folderOf } from '../../../workspace/project/uris.ts';
import type { VerifiedCases, VerifySuiteAnswer } from '../../protocol/editor/protocol.ts';
import type { MethodParams } from '../../protocol/methods/methods.ts';
import { suiteDamage } from './suiteReader.ts';

/** Between two messages about what was found, in ms. */
const interval = 100;

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
    if (performance.now() - told < interval) continue;
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
