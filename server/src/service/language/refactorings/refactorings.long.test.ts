import { test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { checkAcrossFiles, checkRefactorings, refactoringKinds } from './refactoringLaws.testing.ts';

test.each(refactoringKinds)(
  'all verdicts and comments stay, in 5,000 shapes graphs: %s',
  (kind) => checkRefactorings(kind, runs(5000)),
  1_800_000,
);

test.each([
  ['a shape is written into another file', 'Inline'],
  ['like shapes of two files become one', 'Extract'],
] as const)(
  'all verdicts and comments stay where %s, in 1,000 pairs of files',
  (_, kind) => checkAcrossFiles(kind, runs(1000)),
  1_800_000,
);
