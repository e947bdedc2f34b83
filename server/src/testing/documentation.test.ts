import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { settingsPage } from './settingsPage.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

test('docs/settings.md says what package.json declares', async () => {
  const { contributes } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  await expect(settingsPage(contributes.configuration)).toMatchFileSnapshot('../../../docs/settings.md');
});

describe('links and pictures lead somewhere', () => {
  test.each(pages)('%s', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    expect(relativeLinks(text).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

describe('files that pages for developers name exist', () => {
  test.each(pages.filter(isForDevelopers))('%s', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    expect(namedFiles(text).filter((name) => !isFileOfOurs(name))).toEqual([]);
  });
});

test('pages that come with the extension link to nothing that does not', () => {
  const packaged = pages.filter((page) => path.dirname(page) === 'docs');
  const links = packaged.flatMap((page) =>
    relativeLinks(readFileSync(path.join(root, page), 'utf8')).map((link) =>
      path.posix.join('docs', link.replace(/#.*/, '')),
    ),
  );
  expect(links.filter((file) => !/^docs\/(?:[\w-]+\.md|images\/[\w-]+\.png)?$/.test(file))).toEqual([]);
});

test('README is one page that can be read in a few minutes', () => {
  const words = readFileSync(path.join(root, 'README.md'), 'utf8').split(/\s+/);
  expect(words.length).toBeLessThan(700);
});

describe('pages for users can be read at one sitting', () => {
  // What is printed from the sources is looked up in, not read.
  const lists = ['options.md', 'repairs.md'].map((name) => path.join('docs', name));
  test.each(pages.filter((page) => /^docs.[^/\\]+$/.test(page) && !lists.includes(page)))('%s', (page) => {
    const words = readFileSync(path.join(root, page), 'utf8').split(/\s+/);
    expect(words.length).toBeLessThan(2500);
  });
});

describe('what only the glossary explains is linked to it', () => {
  const terms = /\bVIO\b|α|\balpha\b|\bstrateg(?:y|ies)\b|\bundecided\b/;
  // The first is the index, the others are looked up in.
  const others = ['README.md', 'glossary.md', 'options.md', 'settings.md', 'status.md', 'measurements.md'];
  const known = others.map((name) => path.join('docs', name));
  const ofUsers = pages.filter(
    (page) => page === 'README.md' || (path.dirname(page) === 'docs' && !known.includes(page)),
  );
  test.each(ofUsers)('%s', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    if (terms.test(text))
      expect(relativeLinks(text).map((link) => path.basename(link))).toContain('glossary.md');
  });
});

function isForDevelopers(page: string): boolean {
  return (
    ['ARCHITECTURE.md', 'CONTRIBUTING.md'].includes(page) || page.startsWith(path.join('docs', 'internals'))
  );
}

/** The paths of source files in code font, such as `repair/proof/verify.ts`. */
function namedFiles(text: string): readonly string[] {
  return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|cjs|R))`/g)].map(([, name]) => name!);
}

/** Pages give the paths of the server's files relative to server/src, and all others relative to the root. */
function isFileOfOurs(name: string): boolean {
  return [root, path.join(root, 'server/src')].some((folder) => existsSync(path.join(folder, name)));
}

function relativeLinks(text: string): readonly string[] {
  const withoutCode = text.replaceAll(/```.*?```|`[^`\n]*`/gs, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string | undefined];
  const target = file === '' ? path.join(root, page) : path.join(root, path.dirname(page), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || headings(readFileSync(target, 'utf8')).includes(anchor);
}

/** The anchors that GitHub and VS Code give to headings. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}
