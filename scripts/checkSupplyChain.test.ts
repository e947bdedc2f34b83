import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { licenseProblems, lockProblems } from './checkSupplyChain.mjs';
import { licenseTexts } from './licenseTexts.mjs';

const hash = `sha512-${'a'.repeat(86)}==`;

describe('the lock file', () => {
  test('of this project is in order', () => {
    expect(lockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });

  test.each([
    ['no hash', { version: '1.0.0' }],
    ['an empty hash', { version: '1.0.0', integrity: '' }],
    ['a weak hash', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['no hash, for another platform', { version: '1.0.0', optional: true, os: ['win32'] }],
    ['a download address', { version: '1.0.0', integrity: hash, resolved: 'https://example.org/a.tgz' }],
  ])('is refused for a package with %s', (_, planted) => {
    const packages = {
      '': { name: 'this-project' },
      'node_modules/good': { version: '2.0.0', integrity: hash },
      'node_modules/linked': { link: true },
      'node_modules/planted': planted,
    };
    const [problem, ...more] = lockProblems({ packages });
    expect(problem).toMatch(/^package-lock\.json: node_modules\/planted /);
    expect(more).toEqual([]);
  });
});

describe('licence texts', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'licenses-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const grant = `Permission is hereby granted, free of charge, to any person. ${'No warranty. '.repeat(30)}`;

  function installed(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
    const place = path.join(folder, name);
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
    return place;
  }

  test('come from a file, the README, the repository, or are the standard text', () => {
    const repository = { type: 'git', url: 'git+https://example.org/all/packages.git' };
    const texts = licenseTexts([
      installed('copying', { license: 'X' }, { 'COPYING.md': `© file\n${grant}` }),
      installed('readme', { license: 'X' }, { 'readme.md': `# Use\n\n## License\n\n© readme\n${grant}` }),
      installed('first', { license: 'X', repository }, { LICENCE: `© repository\n${grant}` }),
      installed('second', { license: 'X', repository: 'https://example.org/all/packages' }),
      installed('third', { license: 'MIT', author: { name: 'A. Writer' } }),
      installed('fourth', { license: 'MIT', repository: 'git@example.org:b/c.git' }, { LICENSE: 'MIT' }),
    ]);
    expect(licenseProblems(texts)).toEqual([]);
    expect(texts.match(/©.*|Copyright.*/g)).toEqual([
      '© file',
      '© repository',
      'Copyright (c) the authors of fourth (example.org/b/c)',
      '© readme',
      '© repository',
      'Copyright (c) A. Writer',
    ]);
  });

  test('are asked for where a licence has none', () => {
    expect(() => licenseTexts([installed('none', { license: 'Rare-1.0' })])).toThrow(
      'none 1.0.0 has no licence text and names Rare-1.0. Add its standard text as scripts/licenses/Rare-1.0.txt.',
    );
  });

  test('are missed in a build where one is taken out', () => {
    const texts = licenseTexts([
      installed('one', { license: 'MIT' }),
      installed('two', { license: 'MIT' }),
      installed('three', { license: 'MIT' }),
    ]);
    const planted = texts.replace(/(two 1\.0\.0\n\n)[\s\S]*/, '$1License: MIT\n');
    expect(licenseProblems(texts)).toEqual([]);
    expect(licenseProblems(planted)).toEqual(['dist/licenses.txt: two 1.0.0 has no licence text.']);
  });
});
