import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The lines in which the linter, configured as in this repository, refuses an import, as `FILE:LINE`. */
function refused(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(path.join(root, 'biome.jsonc'), path.join(folder, 'biome.jsonc'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [
    biome,
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '--only=style/noRestrictedImports',
    '.',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const found = `${stdout}${stderr}`.matchAll(/^(\S+:\d+):\d+ lint\/style\/noRestrictedImports/gm);
  return [...new Set([...found].map(([, place]) => place!))].sort();
}

const writing = [
  "import { writeFileSync } from 'node:fs';",
  "import * as fs from 'node:fs';",
  "import all from 'node:fs';",
  "import { promises } from 'node:fs';",
  "import { open } from 'node:fs/promises';",
  "import { appendFileSync } from 'fs';",
  "export const { rm } = await import('node:fs/promises');",
  "export { cp } from 'node:fs/promises';",
  'export { writeFileSync, fs, all, promises, open, appendFileSync };',
].join('\n');

test('what writes to disk is refused everywhere but in one module and in tests', () => {
  const places = [1, 2, 3, 4, 5, 6, 7, 8];
  const planted = {
    'server/src/cli/planted.ts': writing,
    'client/src/planted.ts': writing,
    'server/src/languageServer/engine/reading.ts': "export { readFileSync, statSync } from 'node:fs';",
    'server/src/platform/files/planted.ts': writing,
    'server/src/testing/planted.ts': writing,
    'server/src/cli/planted.test.ts': writing,
  };
  expect(refused(planted)).toEqual([
    ...places.map((line) => `client/src/planted.ts:${line}`),
    ...places.map((line) => `server/src/cli/planted.ts:${line}`),
  ]);
});
