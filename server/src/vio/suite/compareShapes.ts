import { yieldToEventLoop } from '../../base/abort.ts';
import type { Graph } from '../../rdf/graph.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../shacl/incremental/recordedValidation.ts';
import { throwIfOver } from '../../shacl/watch.ts';
import type { ResultJson } from './format.ts';
import { inputUnder, type LoadedCase, type LoadedSuite } from './readSuite.ts';
import { plainResult, resultsWithout, resultText } from './verifySuite.ts';

/** A case that other shapes judge differently. */
export interface CaseDifference {
  readonly id: string;
  /** In cases.jsonl, from 1. */
  readonly line: number;
  /**
   * `missed`: the case violates these shapes no more than the valid graph does; `differs`: it violates them in another way.
   */
  readonly verdict: 'missed' | 'differs';
  readonly lost: readonly ResultJson[];
  readonly found: readonly ResultJson[];
}

/**
 * How the results of a case, or of the valid graph, differ, as parts of sentences; a case that is not caught comes first.
 */
export function differenceTexts({
  verdict,
  lost,
  found,
}: Pick<CaseDifference, 'lost' | 'found'> & Partial<CaseDifference>): readonly string[] {
  return [
    ...(verdict === 'missed' ? ['is no longer caught'] : []),
    ...lost.map((result) => `no longer has the result ${resultText(result)}`),
    ...found.map((result) => `newly has the result ${resultText(result)}`),
  ];
}

/**
 * A suite as the regression test of shapes: judges its cases by other shapes than those that it was generated from. Results
 * count as equal if they differ only in their messages or source shapes, which an edit may rename.
 */
export class ShapesComparison {
  /** The results of the valid graph that the suite's own shapes do not have, and the other way round. */
  readonly valid: Pick<CaseDifference, 'lost' | 'found'>;
  readonly #suite: LoadedSuite;
  readonly #recorded: RecordedValidation;

  /** Validates the graph. Rejects with the signal's reason when aborted. */
  static async of(
    suite: LoadedSuite,
    shapes: Graph,
    validation: RecordingOptions,
    signal: AbortSignal,
  ): Promise<ShapesComparison> {
    const recorded = await recordValidation(await inputUnder(suite, shapes), validation, signal);
    throwIfOver(validation);
    return new ShapesComparison(suite, recorded);
  }

  private constructor(suite: LoadedSuite, recorded: RecordedValidation) {
    this.#suite = suite;
    this.#recorded = recorded;
    const results = recorded.result.violations.map((violation) => plainResult(suite, violation));
    this.valid = compared(suite.description.baseline ?? [], results);
  }

  /** How a case is judged differently; undefined if it is not. Rejects with the signal's reason when aborted. */
  async difference(
    { json, change, line }: LoadedCase,
    signal: AbortSignal,
  ): Promise<CaseDifference | undefined> {
    await yieldToEventLoop(signal);
    const changed = await this.#recorded.revalidate(changedInput(this.#recorded.input, change), signal);
    const { introduced } = compareResults(changed.before, changed.after);
    const { lost, found } = compared(
      json.report,
      introduced.map((result) => plainResult(this.#suite, result, change)),
    );
    if (lost.length === 0 && found.length === 0) return undefined;
    return { id: json.id, line, verdict: introduced.length === 0 ? 'missed' : 'differs', lost, found };
  }
}

function compared(
  recorded: readonly ResultJson[],
  results: readonly ResultJson[],
): Pick<CaseDifference, 'lost' | 'found'> {
  return {
    lost: resultsWithout(recorded, results, keyOf),
    found: resultsWithout(results, recorded, keyOf),
  };
}

function keyOf({ focus, path, value, component, severity }: ResultJson): string {
  return JSON.stringify([focus, path, value, component, severity]);
}
