import { test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { checkAcrossFiles, checkRefactorings, refactoringKinds } from './refactoringLaws.testing.ts';

test.each(refactoringKinds)('all verdicts and comments stay: %s', (kind) =>
  checkRefactorings(kind, runs(40)),
);

test('all verdicts and comments stay where a shape is written into another file', () =>
  checkAcrossFiles('Inline', runs(20)));

test('all verdicts and comments stay where like shapes of two files become one', () =>
  checkAcrossFiles('Extract', runs(20)));
