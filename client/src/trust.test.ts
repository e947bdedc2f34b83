import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('texts of files run no command but those of this list, and become no markup of a page', () => {
  const trusted: Record<string, readonly string[]> = {};
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(name) || name.endsWith('.test.ts')) continue;
    const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
    // Of the workspace, `isTrusted` is only read.
    const found = [...text.matchAll(/(?:enableCommandUris|\bisTrusted|supportHtml)\s*(?::|=(?!=)).*/g)];
    if (found.length > 0) trusted[name.replaceAll('\\', '/')] = found.map(([line]) => line);
    expect(text, name).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML/);
  }
  expect(trusted).toEqual({
    'languageClient.ts': ['isTrusted: { enabledCommands: [whyCommand] } },'],
    'why/whyPage.ts': ['enableCommandUris: [openPlaceCommand],'],
  });
});
