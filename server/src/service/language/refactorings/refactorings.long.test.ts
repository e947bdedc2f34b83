import { test } from 'vitest';
import { checkRefactorings, refactoringKinds } from './refactoringLaws.testing.ts';

test.each(refactoringKinds)(
  'all verdicts and comments stay, in 5,000 shapes graphs: %s',
  (kind) => checkRefactorings(kind, 5000),
  1_800_000,
);
