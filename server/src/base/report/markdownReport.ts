import { code, escapeMarkdownLine } from '../markdown.ts';
import {
  type Block,
  type List,
  type Mark,
  paddedCells,
  type Row,
  type Table,
  type Text,
  written,
} from './report.ts';

/** A report as GitHub Flavored Markdown. */
export function markdownReport(blocks: Iterable<Block>): string {
  return [...markdownPieces(blocks)].join('');
}

/** The same, line by line as it is read. */
export function* markdownPieces(blocks: Iterable<Block>): Iterable<string> {
  let separator = '';
  for (const block of blocks) {
    for (const line of linesOf(block)) {
      yield separator + line;
      separator = '\n';
    }
    separator = '\n\n';
  }
  yield '\n';
}

function linesOf(block: Block): Iterable<string> {
  if (typeof block === 'string') return [markdown(block)];
  switch (block.kind) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${markdown(block.text)}`];
    case 'paragraph':
      return [markdown(block.text)];
    case 'list':
      return itemLines(block);
    case 'table':
      return block.isAligned ? alignedLines(block) : rowLines(block);
    case 'folded':
      return [
        `<details><summary>${markdown(block.title)}</summary>\n\n${markdownReport(block.blocks)}\n</details>`,
      ];
  }
}

function* itemLines({ items, isNumbered }: List): Iterable<string> {
  let number = 0;
  for (const item of items) yield `${isNumbered ? `${++number}.` : '-'} ${markdown(item)}`;
}

function* rowLines(table: Table): Iterable<string> {
  yield rowLine(table.columns.map(({ title }) => markdown(title)));
  yield `|${table.columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join('|')}|`;
  for (const row of rowsOf(table)) yield rowLine(row.map(markdown));
}

/** The cells of each column are padded to the same width. */
function alignedLines(table: Table): readonly string[] {
  const { columns } = table;
  const texts = [columns.map(({ title }) => title), ...rowsOf(table)].map((row) => row.map(markdown));
  const [header, ...rows] = paddedCells(texts, 'l'.repeat(columns.length), 3);
  return [header!, header!.map(({ length }) => '-'.repeat(length)), ...rows].map(rowLine);
}

/** A group's title is a row of its own. */
function* rowsOf({ columns, groups }: Table): Iterable<Row> {
  for (const { title, rows } of groups) {
    if (title !== undefined) yield columns.map((_, i) => (i === 0 ? title : ''));
    yield* rows;
  }
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function markdown(text: Text | number): string {
  return written(text, part);
}

function part(text: string | Mark): string {
  if (typeof text === 'string') return escapeMarkdownLine(text);
  switch (text.kind) {
    case 'source':
      return text.text;
    case 'code':
      return code(text.text);
    case 'emphasis':
      return `_${escapeMarkdownLine(text.text)}_`;
    case 'strong':
      return `**${escapeMarkdownLine(text.text)}**`;
  }
}
