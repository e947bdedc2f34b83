import path from 'node:path';
import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import type { Figure } from '../../evaluation/reports/figure.ts';
import type { CommandIo } from '../io.ts';

/**
 * Writes figures into a folder, each as SVG and as PDF, and prints what each shows.
 *
 * @throws UserError when there is nothing to draw, or a file can't be written.
 */
export async function writeFigures(
  figures: readonly Figure[],
  given: string,
  { cwd, openReport, stdout, writeBytes }: CommandIo,
): Promise<void> {
  if (figures.length === 0) throw new UserError('nothing was recorded yet that could be drawn.');
  const write = async (name: string, text: string) => {
    const file = await openReport(path.resolve(cwd, given, name));
    try {
      await file.write(text);
      await file.publish();
    } catch (error) {
      await file.abandon();
      throw error;
    }
  };
  for (const { name, title, note, svg, pdf } of figures) {
    await write(`${name}.svg`, svg);
    await writeBytes(path.resolve(cwd, given, `${name}.pdf`), pdf);
    stdout.write(`${name}: ${title}.${note === '' ? '' : ` ${note}`}\n`);
  }
  stdout.write(`${counted(figures.length, 'figure')} in ${given}, each as SVG and PDF.\n`);
}
