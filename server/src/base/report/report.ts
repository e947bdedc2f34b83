/*
 * A report as data: its content, independent of how Markdown (`markdownReport.ts`), LaTeX (`latexReport.ts`) or an HTML
 * page (`htmlReport.ts`) shows it. Commands that print columns in a terminal pad them by `paddedCells`.
 */

/** A string is a paragraph of plain text. */
export type Block = string | Heading | Paragraph | List | Table | Folded;

export interface Heading {
  readonly kind: 'heading';
  /** 1 is the title of the whole. */
  readonly level: 1 | 2 | 3;
  readonly text: Text;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: Text;
  /** Whether it only adds to the text above. */
  readonly isNote?: boolean;
}

export interface List {
  readonly kind: 'list';
  readonly items: Iterable<Text>;
  readonly isNumbered?: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /** They may be generated while they are written, so that a long table is never in memory as a whole. */
  readonly groups: Iterable<RowGroup>;
  /** For documents that number their tables. */
  readonly float?: {
    /** The name that references use. */
    readonly label: string;
    readonly caption: Text;
    /** Within the text, on a page of its own turned by 90 degrees, or over several pages. */
    readonly layout: 'inline' | 'sideways' | 'long';
  };
  /** Whether it is also readable before it is rendered, as in a terminal. */
  readonly isAligned?: boolean;
}

export interface Column {
  readonly title: Text;
  readonly align: 'left' | 'right';
}

export interface RowGroup {
  /** Absent where there is one group. */
  readonly title?: Text;
  readonly rows: Iterable<Row>;
}

export type Row = readonly (Text | number)[];

/** A part that readers of a page open when they want it. */
export interface Folded {
  readonly kind: 'folded';
  readonly title: Text;
  readonly blocks: readonly Block[];
}

/** Text on one line, in parts. Strings are plain text, whatever they contain: renderers escape each. */
export type Text = string | Mark | readonly (string | Mark)[];

export type Mark =
  | { readonly kind: 'code' | 'emphasis' | 'strong'; readonly text: string }
  /** Our own text in the language of the report's only target, written verbatim. */
  | { readonly kind: 'source'; readonly text: string };

export function heading(level: Heading['level'], text: Text): Heading {
  return { kind: 'heading', level, text };
}

export function paragraph(text: Text): Paragraph {
  return { kind: 'paragraph', text };
}

export function list(items: Iterable<Text>): List {
  return { kind: 'list', items };
}

/** A table whose columns are all aligned left, also readable before it is rendered. */
export function alignedTable(titles: readonly string[], rows: Iterable<Row>): Table {
  return {
    kind: 'table',
    columns: columnsOf('l'.repeat(titles.length), titles),
    groups: [{ rows }],
    isAligned: true,
  };
}

/** @param alignment a letter for each column, as in LaTeX: `lrr`. */
export function table(alignment: string, titles: readonly Text[], rows: Iterable<Row>): Table {
  return { kind: 'table', columns: columnsOf(alignment, titles), groups: [{ rows }] };
}

export function columnsOf(alignment: string, titles: readonly Text[]): readonly Column[] {
  return titles.map((title, i) => ({ title, align: alignment[i] === 'r' ? 'right' : 'left' }));
}

export function folded(title: Text, ...blocks: readonly Block[]): Folded {
  return { kind: 'folded', title, blocks };
}

export function code(text: string): Mark {
  return { kind: 'code', text };
}

export function emphasis(text: string): Mark {
  return { kind: 'emphasis', text };
}

export function strong(text: string): Mark {
  return { kind: 'strong', text };
}

export function source(text: string): Mark {
  return { kind: 'source', text };
}

/**
 * The cells of rows, padded so that each column has one width.
 *
 * @param alignment a letter for each column, as in LaTeX. Columns without one are not padded.
 */
export function paddedCells(
  rows: readonly (readonly string[])[],
  alignment: string,
  minWidth = 0,
): readonly (readonly string[])[] {
  const widths = [...alignment].map((_, i) => Math.max(minWidth, ...rows.map((cells) => cells[i]!.length)));
  return rows.map((cells) =>
    cells.map((cell, i) => (alignment[i] === 'r' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i] ?? 0))),
  );
}

/** Writes a text part by part. */
export function written(text: Text | number, write: (part: string | Mark) => string): string {
  if (typeof text === 'number') return write(String(text));
  if (typeof text === 'string' || 'kind' in text) return write(text);
  return text.map(write).join('');
}
