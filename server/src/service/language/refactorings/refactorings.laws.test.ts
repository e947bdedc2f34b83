import { test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import {
  checkInliningFromOtherFile,
  checkRefactorings,
  refactoringKinds,
} from './refactoringLaws.testing.ts';

test.each(refactoringKinds)('all verdicts and comments stay: %s', (kind) =>
  checkRefactorings(kind, runs(40)),
);

test('all verdicts and comments stay where a shape is written into another file', () =>
  checkInliningFromOtherFile(runs(20)));
