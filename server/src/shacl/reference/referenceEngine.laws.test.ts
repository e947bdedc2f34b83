import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { check, printViolation, validate } from '../../testing/shaclCheck.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { inputOf } from './differential/tally.testing.ts';
import { referenceValidator } from './referenceEngine.ts';
import { referenceGaps } from './referenceGaps.ts';

test('the reference finds the same as the built-in engine, but for what it says it does not check', () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (shapesCase) => {
      const input = inputOf(shapesCase);
      const ours = await validate(input);
      const theirs = await validate(input, referenceValidator);
      const gap = referenceGaps(theirs.notChecked, input.shapes);
      const print = (violations: readonly Violation[]) =>
        violations
          .filter((violation) => gap(violation) === undefined)
          .map((violation) => `${violationKey(violation)} ${printViolation(violation)}`)
          .toSorted();
      expect(print(theirs.violations)).toEqual(print(ours.violations));
    }),
    { numRuns: runs(40), seed: 5 },
  ));

test('what the reference lists among the details of another result does not make that result another one', () =>
  check(
    `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:node [ sh:disjoint ex:p ] ;
       sh:property [ sh:path ex:p ; sh:qualifiedMaxCount 2 ; sh:qualifiedValueShape
         [ sh:property [ sh:path ex:p ; sh:and ( [ sh:nodeKind sh:IRI ] ) ] ] ] .`,
    'ex:a ex:p ex:a, ex:b . ex:b ex:p 1 .',
    ['ex:a ex:a node'],
    referenceValidator,
  ));
