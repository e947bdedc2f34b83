import fc from 'fast-check';
import { expect } from 'vitest';
import { arbitraryChange, changeOf } from '../../testing/arbitraryChange.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { printViolation, validate } from '../../testing/shaclCheck.ts';
import { changedInput } from '../incremental/changedInput.ts';
import { compareResults } from '../incremental/impact.ts';
import { recordValidation } from '../incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { inputOf } from './differential/tally.testing.ts';
import { ReferenceChanges } from './referenceChanges.ts';
import { referenceValidator } from './referenceEngine.ts';
import { referenceGaps } from './referenceGaps.ts';

/**
 * Checks that rdf-validate-shacl finds the same effect of a change in two ways: by validating only the focus nodes that
 * the change can affect, and by validating both graphs in full.
 *
 * @returns the number of changes, and how many of them introduced results.
 */
export async function checkReferenceChanges(options: {
  readonly numRuns: number;
  readonly seed: number;
}): Promise<{ readonly checked: number; readonly telling: number }> {
  let [checked, telling] = [0, 0];
  const { signal } = new AbortController();
  const changes = fc.array(arbitraryChange(), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), changes, async (shapesCase, allPicks) => {
      const input = inputOf(shapesCase);
      const reference = await ReferenceChanges.of(await recordValidation(input), signal);
      const before = await validate(input, referenceValidator);
      for (const picks of allPicks) {
        const change = changeOf(input.dataGraph, input.shapes.graph, picks);
        const impact = await reference.impact(change, signal);
        const after = await validate(changedInput(input, change).input, referenceValidator);
        const notChecked = [...impact.notChecked, ...before.notChecked, ...after.notChecked];
        const gap = referenceGaps(notChecked, input.shapes);
        const print = (violations: readonly Violation[]) =>
          violations
            .filter((violation) => gap(violation) === undefined)
            .map((violation) => `${violationKey(violation)} ${printViolation(violation)}`)
            .toSorted();
        const expected = print(compareResults(before.violations, after.violations).introduced);
        expect(print(impact.introduced)).toEqual(expected);
        checked++;
        if (expected.length > 0) telling++;
      }
    }),
    options,
  );
  return { checked, telling };
}
