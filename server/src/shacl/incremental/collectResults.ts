import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Shape } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import { throwIfOver, type Watch, WorkIsOver } from '../watch.ts';

/**
 * Receives the results of a focus node. When true, the validation ends, and the nodes that are left are not judged.
 *
 * @param evaluator what found them.
 */
export type IsEnough = (violations: readonly Violation[], evaluator: Evaluator) => Promise<boolean>;

/** Why nodes are skipped after the first result that counts. */
export const endedAtFirstResult =
  'The run ended at the first result that counts (--fail-fast), so this report is incomplete: there may be more results.';

interface Collection {
  readonly into: Map<number, readonly Violation[]>;
  readonly touched?: ReadonlySet<TermId> | undefined;
  /** Receives, from time to time, how many of the nodes were judged. */
  readonly onJudged?: (count: number) => void;
  readonly watch?: Watch;
  readonly isEnough?: IsEnough | undefined;
}

/**
 * Judges focus nodes by a root shape, and keeps their results.
 *
 * @returns whether these are enough.
 * @throws the signal's reason when aborted.
 */
export async function collectResults(
  evaluator: Evaluator,
  shape: Shape,
  nodes: readonly TermId[],
  { into, touched, onJudged, watch = {}, isEnough }: Collection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await yieldToEventLoop(signal);
  let i = 0;
  try {
    evaluator.askQueries(shape.id, nodes);
    for (; i < nodes.length; i++) {
      if (i % nodesPerBreath === 0 || heldUpFor()) {
        await yieldToEventLoop(signal);
        onJudged?.(i);
        throwIfOver(watch);
      }
      const violations = evaluator.validateNode(nodes[i]!, shape.id, touched);
      if (violations.length === 0) continue;
      into.set(pairKey(shape.id, nodes[i]!), violations);
      if (await isEnough?.(violations, evaluator)) {
        evaluator.leaveUnjudged(nodes.length - i - 1, endedAtFirstResult);
        return true;
      }
    }
  } catch (error) {
    if (!(error instanceof WorkIsOver)) throw error;
    evaluator.leaveUnjudged(nodes.length - i, error.message);
  }
  return false;
}

/** Reporting progress more often would take longer than validating. */
const nodesPerBreath = 16;
