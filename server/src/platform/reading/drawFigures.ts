import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Figure } from '../../evaluation/reports/figure.ts';
import { programFile } from '../processes/programFile.ts';

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
