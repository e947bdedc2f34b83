import { expect, test } from 'vitest';
import { isAtOrBelow, linkRoot } from './linkRoot.ts';

test.each([
  ['the workspace folder', ['file:///w'], undefined, undefined, 'file:///w'],
  ['the highest workspace folder', ['file:///w/a', 'file:///w'], undefined, undefined, 'file:///w'],
  ['a repository above the workspace folder', ['file:///w/a'], 'file:///w', undefined, 'file:///w'],
  ['a workspace folder above the repository', ['file:///w'], 'file:///w/a', undefined, 'file:///w'],
  ['not a workspace folder that it is not in', ['file:///other'], undefined, undefined, 'file:///w/a/b'],
  ['the working directory', [], undefined, 'file:///w', 'file:///w'],
  ['the repository before the working directory', [], 'file:///w/a', 'file:///w', 'file:///w/a'],
  ['itself outside the working directory', [], undefined, 'file:///other', 'file:///w/a/b'],
])('a folder has as its root %s', async (_, workspaceFolders, repository, workingFolder, expected) => {
  const root = linkRoot('file:///w/a/b', {
    workspaceFolders,
    ...(workingFolder !== undefined && { workingFolder }),
    repositoryOf: async () => repository,
  });
  expect(await root).toBe(expected);
});

test('a folder is told from others that start with its name', () => {
  expect(isAtOrBelow('file:///w/a', 'file:///w')).toBe(true);
  expect(isAtOrBelow('file:///w', 'file:///w/')).toBe(true);
  expect(isAtOrBelow('file:///wide', 'file:///w')).toBe(false);
});
