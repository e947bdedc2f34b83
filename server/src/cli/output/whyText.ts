import type { WhyItem } from '../../shacl/why/whyTree.ts';
import { type Printer, placeText } from './print.ts';
import { printable } from './style.ts';

/** An explanation as an indented list, each line with the place where a file says so. */
export function whyText(items: readonly WhyItem[], printer: Printer, indent = '  '): readonly string[] {
  const { style } = printer;
  return items.flatMap(({ text, place, items: below }) => {
    const where = place
      ? ` ${style.dim('-->')} ${style.blue(placeText(printer, place.document, place.range.start))}`
      : '';
    return [`${indent}- ${printable(text)}${where}`, ...whyText(below, printer, `${indent}  `)];
  });
}
