import type { FormatItem } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';

/**
 * The items of a statement with its semicolons and commas on the side of comments at line ends where they belong, so
 * that `ex:a # note`, followed by a line `;`, becomes `ex:a ; # note`. Comments on lines of their own stay where they
 * are, for they may hold statements for later.
 */
export function placeSeparators(
  items: readonly FormatItem[],
  { semicolons }: Pick<FormatOptions, 'semicolons'>,
): readonly FormatItem[] {
  let placed: FormatItem[] | undefined;
  for (let i = 1; i + 1 < items.length; i++) {
    if (!isTrailing(items[i])) continue;
    if (semicolons === 'lineStart' && items[i - 1]!.kind === ';' && isTerm(items[i - 2])) {
      placed ??= [...items];
      swap(placed, i - 1, i - 1);
      continue;
    }
    const next = items[i + 1]!.kind;
    const movesBefore =
      next === ',' || (next === ';' && semicolons === 'lineEnd' && items[i - 1]!.kind !== ';');
    if (!movesBefore || isTrailing(items[i + 2])) continue;
    placed ??= [...items];
    swap(placed, i, i + 1);
  }
  return placed ?? items;
}

/**
 * The same for the dot at the end of a statement: the statement without the comment before its dot, and the comment;
 * undefined when there is nothing to move.
 */
export function placeDot(
  items: readonly FormatItem[],
): { readonly statement: readonly FormatItem[]; readonly comment: FormatItem } | undefined {
  const [last, comment, dot] = items.slice(-3);
  if (!comment || !isTrailing(comment) || last?.kind === ';' || dot?.kind !== '.') return undefined;
  return { statement: [...items.slice(0, -2), { ...dot, isMoved: true }], comment };
}

/** True for a comment behind a token on its line. */
function isTrailing(item: FormatItem | undefined): boolean {
  return item?.kind === 'comment' && item.breaks === 0;
}

/** True for the end of a term: neither a comment nor one of several semicolons. */
function isTerm(item: FormatItem | undefined): boolean {
  return item !== undefined && item.kind !== 'comment' && item.kind !== ';';
}

/** Exchanges an item with the next one, of which one is a separator that moves. */
function swap(items: FormatItem[], i: number, separator: number): void {
  const [first, second] = [items[i]!, items[i + 1]!];
  items[i] = i === separator ? second : { ...second, isMoved: true };
  items[i + 1] = i === separator ? { ...first, isMoved: true } : first;
}
