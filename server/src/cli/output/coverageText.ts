import { counted } from '../../base/counted.ts';
import type { RunCoverage, UnmentionedTerm } from '../../report/runCoverage.ts';
import type { Place } from '../../shacl/results/locate.ts';
import { shortForm } from '../../shacl/results/words.ts';
import { displayPath } from '../input/paths.ts';
import { type Printer, placeText } from './print.ts';
import { printable } from './style.ts';

/** How much of the data the shapes judge, and what they leave alone, for people. Long lists are cut short. */
export function coverageText(coverage: RunCoverage, printer: Printer): readonly string[] {
  const { style, cwd } = printer;
  const { statements, judged, files, classes, predicates, shapesWithoutFocusNode, constraintsWithoutValue } =
    coverage;
  const place = (at: Place | undefined) =>
    at ? style.dim(` ${placeText(printer, at.document, at.range.start)}`) : '';
  const term = ({ name, statements: count, place: at }: UnmentionedTerm) =>
    `${printable(name)} (${counted(count, 'statement')})${place(at)}`;
  return [
    style.bold(`coverage: ${judgedText(judged, statements)}`),
    ...(files.length > 1
      ? list(files, (file) => {
          const path = displayPath(cwd, file.document.uri);
          return `${printable(path)}: ${judgedText(file.judged, file.statements)}`;
        })
      : []),
    ...section('classes that no shape mentions', classes, term, printer),
    ...section('properties that no shape mentions', predicates, term, printer),
    ...section(
      'shapes without focus node',
      shapesWithoutFocusNode,
      ({ name, place: at }) => `${printable(name)}${place(at)}`,
      printer,
    ),
    ...section(
      'constraints without a value to judge',
      constraintsWithoutValue,
      ({ constraint, shape, place: at }) =>
        `${printable(shortForm(constraint.parameter))} of ${printable(shape)}${place(at)}`,
      printer,
    ),
  ];
}

/** `7 of 9 statements are judged by a shape (77 %)`. Never 100 % when one is not. */
function judgedText(judged: number, statements: number): string {
  if (statements === 0) return 'no statements';
  const percent = Math.floor((100 * judged) / statements);
  return `${judged} of ${counted(statements, 'statement')} ${statements === 1 ? 'is' : 'are'} judged by a shape (${percent} %)`;
}

function section<T>(
  title: string,
  items: readonly T[],
  line: (item: T) => string,
  { style }: Printer,
): readonly string[] {
  return items.length === 0 ? [] : [style.yellow(`${title} (${items.length}):`), ...list(items, line)];
}

function list<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const lines = items.slice(0, shown).map((item) => `  ${line(item)}`);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more; --format json lists all`] : lines;
}

const shown = 10;
