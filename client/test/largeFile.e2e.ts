import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Scenario, Stage } from './runner.ts';

const prefixes = '@prefix ex: <http://example.org/> .\n';

/** A file of more than 50 MB, which VS Code shows to no extension, says so instead of looking like one that nobody checks. */
export default {
  name: 'largeFile',
  isLong: true,

  async prepare(folder) {
    const line = `ex:a ex:p "${'x'.repeat(1000)}" .\n`;
    await writeFile(path.join(folder, 'large.ttl'), prefixes + line.repeat(52_500));
    await writeFile(path.join(folder, 'small.ttl'), `${prefixes}ex:a ex:p 1 .\n`);
  },

  async setUp() {
    // Else VS Code asks whether to open it.
    return { settings: { 'workbench.editorLargeFileConfirmation': 1024 }, end: async () => {} };
  },

  async run({ driver }: Stage): Promise<void> {
    const large = driver.page.locator('.statusbar-item', { hasText: 'SHACL: file too large' });
    await driver.openFile('large.ttl');
    await large.waitFor();
    await driver.screenshot('largeFile');
    await driver.openFile('small.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await large.waitFor({ state: 'hidden' });
    await driver.openFile('large.ttl');
    await large.waitFor();
  },
} satisfies Scenario;
