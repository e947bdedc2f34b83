import { test } from 'vitest';
import {
  checkInliningFromOtherFile,
  checkRefactorings,
  refactoringKinds,
} from './refactoringLaws.testing.ts';

test.each(refactoringKinds)(
  'all verdicts and comments stay, in 5,000 shapes graphs: %s',
  (kind) => checkRefactorings(kind, 5000),
  1_800_000,
);

test(
  'all verdicts and comments stay where a shape is written into another file, in 1,000 pairs of files',
  () => checkInliningFromOtherFile(1000),
  1_800_000,
);
