import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPlaceholder, manifestFields, owner, repository } from './owner.mjs';
import { publishedAddresses, releaseProblems } from './release.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('package.json has the addresses of the one owner', () => {
  expect(manifest).toMatchObject(manifestFields(owner));
});

test('no file has the address of a repository of another owner', () => {
  const found = execFileSync('git', ['grep', '-hoE', 'github\\.com/[A-Za-z0-9-]+/shacl-repair'], {
    encoding: 'utf8',
  });
  expect(new Set(found.trim().split('\n'))).toEqual(new Set([repository.replace('https://', '')]));
});

test('nothing is released without an owner, a date, or a commit', () => {
  const placeholder = 'owner-to-be-set';
  expect(isPlaceholder(placeholder)).toBe(true);
  const unreleased = { ...manifest, ...manifestFields(placeholder) };
  const changelog = `## ${manifest.version} (unreleased)\n`;
  expect(
    releaseProblems({
      owner: placeholder,
      manifest: unreleased,
      changelog,
      changes: ' M README.md',
      overBudget: [],
    }),
  ).toEqual([
    expect.stringContaining('has no owner yet'),
    expect.stringContaining('CHANGELOG.md has no section'),
    'There are changes that are not committed.',
  ]);
});

test('a version with an owner and a date is released', () => {
  const released = { ...manifest, ...manifestFields('somebody') };
  const changelog = `# Changelog\n\n## ${manifest.version} (2026-11-22)\n`;
  expect(
    releaseProblems({ owner: 'somebody', manifest: released, changelog, changes: '', overBudget: [] }),
  ).toEqual([]);
  expect(
    releaseProblems({ owner: 'other', manifest: released, changelog, changes: '', overBudget: [] }),
  ).toHaveLength(3);
});

test('nothing is released after a gate that took too long, or without one', () => {
  const released = { ...manifest, ...manifestFields('somebody') };
  const changelog = `## ${manifest.version} (2026-11-22)\n`;
  const problems = (overBudget: [string, number][] | undefined) =>
    releaseProblems({ owner: 'somebody', manifest: released, changelog, changes: '', overBudget });
  expect(problems([['npm test', 200]])).toEqual(["The gate's npm test took 200 s, more than its budget."]);
  expect(problems(undefined)).toEqual([expect.stringContaining('.ci/run')]);
});

test('relative links and pictures of the README are published as addresses in the repository', () => {
  const page = '![A](docs/a.png) [B](docs/b.md#c) [D](#d) [E](https://qudt.org)';
  expect(publishedAddresses(page)).toEqual([
    `${repository}/raw/HEAD/docs/a.png`,
    `${repository}/blob/HEAD/docs/b.md#c`,
    'https://qudt.org',
  ]);
});
