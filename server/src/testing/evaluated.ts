import { EvaluatedSuite, openSuite } from '../lab/evaluation/suite/evaluatedSuite.ts';
import { filesOf, type HandMadeCase, handMadeSource, suiteFolder } from './handMadeSuite.ts';

const signal = new AbortController().signal;

/** A hand-made suite that is ready to be attempted: data in /data.ttl, shapes in /shapes.ttl. */
export async function evaluatedSuite(
  fixture: string,
  changes: readonly HandMadeCase[],
): Promise<EvaluatedSuite> {
  const { folder, fileSystem } = suiteFolder(await filesOf(await handMadeSource(fixture, changes)));
  const reading = await openSuite(folder, fileSystem, signal);
  if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.problems));
  return EvaluatedSuite.of(reading.suite, {}, signal);
}
