import { notCheckedNote } from '../../service/report/coverageBlocks.ts';
import { type CoverageItem, coverageSections, judgedText } from '../../service/report/coverageSections.ts';
import type { RunCoverage } from '../../service/report/runCoverage.ts';
import { displayPath } from './paths.ts';
import { type Printer, placeText } from './print.ts';
import { printable } from './style.ts';

/**
 * How much of the data the shapes judge, and what they leave alone, for people. Long lists are cut short.
 *
 * @param hasNotChecked whether constraints were not evaluated.
 */
export function coverageText(
  coverage: RunCoverage,
  printer: Printer,
  hasNotChecked: boolean,
): readonly string[] {
  const { style, cwd } = printer;
  const { files } = coverage;
  return [
    style.bold(`coverage: ${judgedText(coverage)}`),
    ...(hasNotChecked ? [`  ${notCheckedNote}`] : []),
    ...(files.length > 1
      ? list(files, (file) => `${printable(displayPath(cwd, file.document.uri))}: ${judgedText(file)}`)
      : []),
    ...coverageSections(coverage).flatMap(({ title, items }) => [
      style.yellow(`${title} (${items.length}):`),
      ...list(items, (item) => itemText(item, printer)),
    ]),
  ];
}

function itemText({ name, detail, place }: CoverageItem, printer: Printer): string {
  const about = detail === undefined ? '' : ` (${detail})`;
  const where = place ? printer.style.dim(` ${placeText(printer, place.document, place.range.start)}`) : '';
  return `${printable(name)}${about}${where}`;
}

function list<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const lines = items.slice(0, shown).map((item) => `  ${line(item)}`);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more; --format json lists all`] : lines;
}

const shown = 10;
