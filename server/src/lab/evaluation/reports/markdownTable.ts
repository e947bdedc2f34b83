import { escapeMarkdownLine } from '../../../base/markdown.ts';

export type TableRow = readonly (string | number)[];

/** A Markdown table whose columns are padded, so that it can be read in a terminal as well. */
export function table(header: readonly string[], rows: readonly TableRow[]): string {
  const texts = [header, ...rows].map((cells) => cells.map(cellText));
  const widths = header.map((_, i) => Math.max(3, ...texts.map((cells) => cells[i]!.length)));
  const lines = texts.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i]!)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellText(value: string | number): string {
  return escapeMarkdownLine(String(value));
}
