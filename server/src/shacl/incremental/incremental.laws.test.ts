import { test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { checkHistories } from './checkHistories.testing.ts';

test('after any edits of data, shapes and context, what was kept and what was found again is all there is', () =>
  checkHistories({ histories: runs(20), edits: 20 }));

test('the same when shapes and targets have queries', () =>
  checkHistories({ histories: runs(20), edits: 20, queries: true }));

test('the same when the shapes have queries, and rules that are run', () =>
  checkHistories({ histories: runs(8), edits: 15, queries: true, rules: true }));
