import { readFile } from 'node:fs/promises';
import type { PageAssets } from '../../pages/selfContainedPage.ts';
import { programFile } from '../processes/programFile.ts';

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
