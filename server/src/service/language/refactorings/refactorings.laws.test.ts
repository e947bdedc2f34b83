import { test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { checkRefactorings, refactoringKinds } from './refactoringLaws.testing.ts';

test.each(refactoringKinds)('all verdicts and comments stay: %s', (kind) =>
  checkRefactorings(kind, runs(40)),
);
