import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageAssets } from '../../base/pages/selfContainedPage.ts';
import type { Figure } from '../../lab/evaluation/reports/figure.ts';

/**
 * The script and the style sheet of a page of this build.
 *
 * @param name the name of the page in esbuild.mjs.
 * @throws Error when the build lacks them.
 */
export async function pageFiles(name: string): Promise<PageAssets> {
  const read = (extension: string) => readFile(programFile(`${name}.${extension}`), 'utf8');
  const [script, style] = await Promise.all([read('js'), read('css')]);
  return { script, style };
}

/**
 * Draws the charts of a report's page for print, by the program of this build that has them.
 *
 * @param page the name of the page in esbuild.mjs.
 * @throws Error when the build lacks the program or its font.
 */
export async function drawFigures(page: string, data: unknown): Promise<readonly Figure[]> {
  const { figures } = await import(pathToFileURL(programFile('figures.js')).href);
  return figures(page, data, await readFile(programFile('figures.ttf')));
}

/**
 * The text of the well-known vocabularies of this build.
 *
 * @throws Error when the build lacks it.
 */
export function vocabularyFile(): Promise<string> {
  return readFile(programFile('vocabularies.json'), 'utf8');
}

/**
 * The JSON-LD contexts of this build, by their addresses.
 *
 * @throws Error when the build lacks them.
 */
export async function shippedContexts(): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(programFile('contexts.json'), 'utf8'));
}

/** The path of another program of this build. It does not depend on where the bundler put the calling code. */
export function programFile(name: string): string {
  const beside = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../${name}`, import.meta.url));
}
