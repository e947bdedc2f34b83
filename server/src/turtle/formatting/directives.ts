import type { FormatItem } from './formatItems.ts';
import type { GapWriter } from './gapWriter.ts';
import { printComments } from './statementPrinter.ts';

/** True when the items are exactly the tokens of a declaration, with comments. */
export function isWholeDirective(items: readonly FormatItem[], kind: 'prefix' | 'base'): boolean {
  const kinds = items.filter((item) => item.kind !== 'comment').map((item) => item.kind);
  const [keyword] = kinds;
  const expected = [
    keyword,
    ...(kind === 'prefix' ? ['name'] : []),
    'iri',
    ...(keyword === 'at' ? ['.'] : []),
  ];
  return kinds.join(' ') === expected.join(' ') && items.every((item) => !item.isMalformed);
}

/**
 * Writes the white space of a declaration.
 *
 * @param nameWidth the least width of the prefix with its colon.
 */
export function printDirective(
  text: string,
  items: readonly FormatItem[],
  nameWidth: number,
  indent: string,
  writer: GapWriter,
): void {
  let isFirst = true;
  let spaces = 1;
  for (const item of items) {
    if (item.kind === 'comment') {
      printComments(text, [item], indent, writer);
      spaces = 0;
      continue;
    }
    if (spaces === 0) {
      writer.addBlankLines(item.breaks);
      writer.startLine(item.kind === '.' ? '' : indent);
    } else if (!isFirst) writer.write(' '.repeat(spaces));
    writer.keep(item);
    spaces = item.kind === 'name' ? Math.max(1, nameWidth - (item.end - item.start) + 1) : 1;
    isFirst = false;
  }
}

/** The text of a declaration without comments, as `printDirective` writes it. */
export function directiveText(text: string, items: readonly FormatItem[], nameWidth: number): string {
  return items
    .map(({ kind, start, end }) => text.slice(start, end).padEnd(kind === 'name' ? nameWidth : 0))
    .join(' ');
}
