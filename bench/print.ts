import { type Bar, type Findings, isMet, type Table, type Unit } from './findings.ts';

/** A section of the report in Markdown. */
export function printFindings({ title, tables, notes, failure }: Findings): string {
  const parts = [`## ${title}`, ...tables.map(printTable)];
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join('\n'));
  if (failure !== undefined) parts.push(`Not measured: ${failure}`);
  return parts.join('\n\n');
}

/** All bars as a Markdown table. */
export function printBars(bars: readonly Bar[]): string {
  return printTable({
    head: ['bar', 'wanted', 'measured', ''],
    rows: bars.map((bar) => [
      bar.what,
      `${bar.wanted.kind === 'atLeast' ? '≥' : '≤'} ${printValue(bar.wanted.value, bar.unit)}`,
      printValue(bar.value, bar.unit),
      isMet(bar) ? 'met' : '**missed**',
    ]),
  });
}

/** A time in ms, rounded to its significant digits. */
export function ms(time: number): string {
  return printValue(time, 'ms');
}

/** How many times faster our engine is. */
export function times(peer: number, ours: number): string {
  return printValue(peer / ours, '×');
}

export function printValue(value: number, unit: Unit): string {
  if (unit === 'exponent') return value.toFixed(2);
  // Of ratios near 1, the hundredths matter.
  const digits = value < (unit === '×' ? 2 : 1) ? 2 : value < 20 ? 1 : 0;
  const number = Number(value.toFixed(digits)).toString();
  return unit === '×' ? `${number}×` : `${number} ${unit}`;
}

function printTable({ head, rows }: Table): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
